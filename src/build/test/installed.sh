#!/bin/sh
# Tries a package in a fresh container, as root: installed.sh deb|rpm FILE
# Installs it, starts vibeflow on an X server, lists its session, ends it and removes the package.
set -eu

kind=$1
file=$(realpath "$2")
fail() {
  echo "installed.sh: $1" >&2
  [ ! -f "${log:-}" ] || cat "$log" >&2
  exit 1
}

# Only the package and what it asks for: vibeflow has to start with these libraries.
case $kind in
  deb)
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    apt-get install -y --no-install-recommends "$file"
    ;;
  rpm) dnf install -y --setopt=install_weak_deps=False "$file" ;;
  *) fail "unknown kind: $kind" ;;
esac
vibeflow --version

case $kind in
  deb) apt-get install -y --no-install-recommends xvfb xauth ;;
  rpm) dnf install -y --setopt=install_weak_deps=False xorg-x11-server-Xvfb xorg-x11-xauth ;;
esac

home=$(mktemp -d)
log=$home/log
mkdir -m 700 "$home/run"
export HOME="$home" XDG_RUNTIME_DIR="$home/run" XDG_SESSION_TYPE=x11
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_DATA_HOME WAYLAND_DISPLAY
# shellcheck disable=SC2016 # for the shell in the tab
xvfb-run -a vibeflow -e sh -c 'echo installed; touch "$HOME/ran"; exec sleep 600' \
  > "$log" 2>&1 &
screen=$!
left=${INSTALLED_SECONDS:-60}
until [ -e "$home/ran" ] && vibeflow ls | grep -q sleep; do
  left=$((left - 1))
  [ "$left" -gt 0 ] || fail 'vibeflow does not start'
  kill -0 "$screen" 2> /dev/null || fail 'vibeflow ended'
  sleep 1
done
vibeflow ls
kill "$screen"
wait "$screen" 2> /dev/null || true

case $kind in
  deb) apt-get purge -y vibeflow ;;
  rpm) dnf remove -y vibeflow ;;
esac
hash -r # the shell remembers where it was
[ -z "$(command -v vibeflow)" ] || fail 'the command is still there'
[ ! -e "${INSTALLED_FOLDER:-/opt/vibeflow}" ] || fail 'its folder is still there'
echo "installed.sh: $kind works"
