"""The rules of the game. Pure: no Streamlit, no tables, no files, no clock."""
