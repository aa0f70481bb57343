"""Clients of the service: domain objects in, domain objects out."""

from meldserver.client.async_client import AsyncClient, connect_async
from meldserver.client.errors import ServiceError
from meldserver.client.sync_client import Client, connect

__all__ = ["AsyncClient", "Client", "ServiceError", "connect", "connect_async"]
