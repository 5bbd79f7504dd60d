"""Monte Carlo statistics and strategy research for 内蒙麻将 (Inner Mongolian mahjong)."""
