"""The HTTP API, one module per mode. Handlers translate; the engines decide."""
