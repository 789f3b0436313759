"""Certificates of one's own, for tests with TLS."""

import asyncio
import ssl
import subprocess
from pathlib import Path


async def certified(folder: Path, name: str = "localhost") -> dict[str, str]:
    """A certificate in this folder, in place of the one that is there, as settings."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    make = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 "
        f"-subj /CN={name} -addext subjectAltName=IP:127.0.0.1 -out {cert} -keyout {key}"
    )
    await asyncio.to_thread(subprocess.run, make.split(), check=True, capture_output=True)
    return {"cert": str(cert), "key": str(key)}


def trusting(settings: dict[str, str]) -> ssl.SSLContext:
    """For a client who trusts the certificate that is there now."""
    return ssl.create_default_context(cafile=settings["cert"])
