"""Between the messages of the API and the solver's own values; nothing else knows both."""
