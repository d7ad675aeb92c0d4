"""What a learner is asked and told. No Streamlit."""
