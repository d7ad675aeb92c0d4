"""The only rooms of the house, with the pages above them, that know Streamlit."""
