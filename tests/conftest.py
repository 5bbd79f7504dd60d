"""Tests read English, whatever language the machine speaks; those about Chinese ask for it."""

import os

os.environ["NMSIM_LANG"] = "en"
