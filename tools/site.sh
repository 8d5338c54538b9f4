#!/bin/sh
# Builds the documentation site into site/: tools/site.sh. Shows it while you write: tools/site.sh serve.
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$home"
. tools/venv.sh
ensure_venv "$home" "[docs]"
case ${1:-build} in
    build) exec .venv/bin/zensical build --strict ;;
    serve) exec .venv/bin/zensical serve ;;
    *) echo "tools/site.sh: $1; expected build or serve" >&2 && exit 2 ;;
esac
