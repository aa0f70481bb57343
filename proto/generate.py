"""Writes the Python code of the API: `python proto/generate.py`; `--check` only tells whether it is current."""

from __future__ import annotations

import filecmp
import re
import shutil
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "server" / "meldserver" / "generated"
# The package of the .proto files is the import name of the solver; the generated code lives in the server.
IMPORT = re.compile(r"^(from|import) meldsolver\.v1\b", re.MULTILINE)


def generate(target: Path) -> None:
    """Generates into an empty folder."""
    scripts = Path(sys.executable).parent
    protos = sorted(str(path.relative_to(ROOT / "proto")) for path in (ROOT / "proto" / "meldsolver").rglob("*.proto"))
    with tempfile.TemporaryDirectory() as scratch:
        arguments = [
            "protoc",
            f"--proto_path={ROOT / 'proto'}",
            f"--proto_path={files('grpc_tools') / '_proto'}",
            f"--python_out={scratch}",
            f"--grpc_python_out={scratch}",
            f"--plugin=protoc-gen-mypy={scripts / 'protoc-gen-mypy'}",
            f"--mypy_out=quiet:{scratch}",
            f"--plugin=protoc-gen-mypy_grpc={scripts / 'protoc-gen-mypy_grpc'}",
            f"--mypy_grpc_out=quiet:{scratch}",
        ]
        if protoc.main([*arguments, *protos]) != 0:
            raise SystemExit("protoc failed")
        package = target / "v1"
        package.mkdir(parents=True)
        for made in sorted(Path(scratch, "meldsolver", "v1").iterdir()):
            if "_pb2_grpc" in made.name and "_service_pb2" not in made.name:
                continue  # protoc writes an empty one for files without a service
            (package / made.name).write_text(IMPORT.sub(r"\1 meldserver.generated.v1", made.read_text()))
    for folder in (target, package):
        (folder / "__init__.py").write_text('"""Generated from proto/ by proto/generate.py; do not edit."""\n')


def stale(fresh: Path, present: Path) -> list[str]:
    """The files that differ, are missing, or are too many."""
    names = {str(path.relative_to(root)) for root in (fresh, present) for path in root.rglob("*.py*") if path.is_file()}
    names = {name for name in names if "__pycache__" not in name}
    return sorted(filecmp.cmpfiles(fresh, present, names, shallow=False)[1]) + sorted(
        name for name in names if not ((fresh / name).exists() and (present / name).exists())
    )


def main(arguments: list[str]) -> int:
    """Generates, or with ``--check`` compares."""
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch, "generated")
        generate(fresh)
        if arguments == ["--check"]:
            differing = stale(fresh, TARGET)
            if differing:
                print("generated code is stale, run `make generate`:", *differing, sep="\n  ")
            return bool(differing)
        shutil.rmtree(TARGET, ignore_errors=True)
        shutil.copytree(fresh, TARGET)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
