"""The rules of the game. Pure: no Streamlit, no tables, no files, no clock.

Its records are named tuples: `dataclasses` takes longer to load than half the engine. A record that
keeps what it has worked out is a class on top of one.
"""
