"""Matches, tournaments and news in sentences. What is known of them comes from client/model."""
