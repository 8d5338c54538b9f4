# Sourced by ./test: finds a Chromium for the browser tests, or installs that of the distribution.

ensure_chromium() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name" >/dev/null 2>&1; then
            HONTE_CHROMIUM=$(command -v "$name")
            export HONTE_CHROMIUM
            return 0
        fi
    done
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "Installing Chromium for the browser tests ..." >&2
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 || true
        if command -v chromium >/dev/null 2>&1; then
            HONTE_CHROMIUM=$(command -v chromium)
            export HONTE_CHROMIUM
            return 0
        fi
    fi
    if [ "${HONTE_REQUIRE_CHROMIUM:-}" = 1 ]; then
        echo "ERROR: no Chromium found, but HONTE_REQUIRE_CHROMIUM=1 requires the browser tests." >&2
        return 1
    fi
    echo "############################################################" >&2
    echo "# NO CHROMIUM FOUND: the browser tests will be SKIPPED.    #" >&2
    echo "############################################################" >&2
}
