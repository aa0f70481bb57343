"""How both clients connect."""

from __future__ import annotations

from importlib.resources import files

CHANNEL_OPTIONS = (
    ("grpc.service_config", files("meldserver.client").joinpath("service_config.json").read_text("utf-8")),
    ("grpc.enable_retries", 1),
    ("grpc.max_receive_message_length", 16 << 20),
)

SECONDS_BEYOND_SEARCH = 30.0
"""What a call may take beyond its search: the way, and waiting for a core."""

DEFAULT_SEARCH_SECONDS = 10.0


def call_seconds(search: float | None, timeout: float) -> float:
    """The deadline of a call that searches so long."""
    return timeout + (DEFAULT_SEARCH_SECONDS if search is None else search)
