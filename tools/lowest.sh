#!/bin/sh
# Installs honte with the lowest versions that pyproject.toml declares, and runs the smoke tests with them:
#   tools/lowest.sh [FOLDER]      FOLDER holds the environment; a temporary one by default
# Only run-time dependencies are lowered; what the tests need is taken as it comes.
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
folder=${1:-$(mktemp -d)}
python=${PYTHON:-python3}
[ -x "$folder/bin/python" ] || "$python" -m venv "$folder"
"$folder/bin/python" - "$home/pyproject.toml" > "$folder/lowest.txt" <<'PY'
import re, sys, tomllib
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
for text in project["dependencies"]:
    name, version = re.match(r"([\w-]+)>=([\d.]+)", text).groups()
    print(f"{name}=={version}")
PY
echo "lowest versions:" && cat "$folder/lowest.txt"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --constraint "$folder/lowest.txt" \
    "$home" pytest hypothesis httpx sgfmill pytest-playwright axe-playwright-python
cd "$home"
HONTE_CACHE="$folder/cache" "$folder/bin/python" -m pytest -q -p no:cacheprovider -m smoke tests --ignore=tests/web/test_schema.py
HONTE_CACHE="$folder/cache" "$folder/bin/python" -m pytest -q -p no:cacheprovider \
    tests/cli/test_basics.py tests/web/test_games.py tests/web/test_serving.py
