"""`python -m tests.golden`: write the hashes of what the engine plays now."""

from tests.golden import write

write()
