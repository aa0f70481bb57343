"""Messages that a request must have."""

from __future__ import annotations

from google.protobuf.message import Message

from meldsolver.tiles.position_json import JsonReader


def require(request: Message, reader: JsonReader, **remedies: str) -> None:
    """Leaves a fault in the reader for each named message that the request lacks, with its remedy."""
    for name, remedy in remedies.items():
        if not request.HasField(name):
            reader.fail(name, "REQUIRED", remedy)
