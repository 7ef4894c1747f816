"""“Something wrong here?”: what people complain about."""
