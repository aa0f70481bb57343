"""The gRPC service around meldsolver, and its clients."""
