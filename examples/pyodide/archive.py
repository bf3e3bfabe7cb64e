"""Pack what a browser runtime needs of Sayso into one archive: the pure core and what it imports.

Run it: python examples/pyodide/archive.py OUT.zip. The shell, the store and their packages stay
out. `orjson` stays out too: Pyodide brings it compiled, and plain_orjson.py is there for where it
can't be fetched.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import sayso

HERE = Path(__file__).parent
STAND_IN = "plain_orjson.py"
STEMMER = ("__init__", "among", "basestemmer", "english_stemmer")  # of three dozen languages, one


def wanted() -> dict[str, Path]:
    """Give each file by its name in the archive."""
    core, returns = (Path(next(iter(paths))) for paths in (_paths("sayso.core"), _paths("returns")))
    named = {"sayso/__init__.py": Path(str(sayso.__file__)), STAND_IN: HERE / STAND_IN}
    for top, folder in (("sayso/core", core), ("returns", returns)):
        for path in sorted(folder.rglob("*.py")):
            named[f"{top}/{path.relative_to(folder).as_posix()}"] = path
    stemmer = Path(next(iter(_paths("snowballstemmer"))))
    named.update({f"{stemmer.name}/{name}.py": stemmer / f"{name}.py" for name in STEMMER})
    extensions = find_spec("typing_extensions")  # what `returns` itself imports
    named["typing_extensions.py"] = Path(str(extensions and extensions.origin))
    named["judging.py"] = HERE / "judging.py"
    return named


def _paths(package: str) -> list[str]:
    spec = find_spec(package)
    return list(spec.submodule_search_locations or ()) if spec else []


def main() -> None:
    """Write the archive that is named on the command line."""
    with ZipFile(sys.argv[1], "w", ZIP_DEFLATED) as archive:
        for name, path in wanted().items():
            archive.write(path, name)


if __name__ == "__main__":
    main()
