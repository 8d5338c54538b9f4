# Sourced by ./run and ./test: makes .venv and installs honte into it when something changed.

# find_python: prints a Python of 3.11 or later.
find_python() {
    for name in python3 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    echo "honte needs Python 3.11 or later with pip and venv; none was found." >&2
    return 1
}

# ensure_venv HOME EXTRAS: installs honte[EXTRAS] editable; a stamp makes the next start instant.
# Sets installed=yes when it installed something.
ensure_venv() {
    home=$1
    extras=$2
    installed=no
    stamp="$home/.venv/.honte-installed$extras"
    if [ -f "$stamp" ] && [ ! "$home/pyproject.toml" -nt "$stamp" ] &&
        [ ! "$home/constraints.txt" -nt "$stamp" ]; then
        return 0
    fi
    [ -x "$home/.venv/bin/python" ] || "$(find_python)" -m venv "$home/.venv"
    echo "Installing honte$extras into .venv (once) ..." >&2
    "$home/.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$home/constraints.txt" --editable "$home$extras"
    touch "$stamp"
    installed=yes
}
