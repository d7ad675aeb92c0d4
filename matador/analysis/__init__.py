"""What follows from the rules: chances, values, opponents. No Streamlit."""
