# shellcheck shell=sh disable=SC2034,SC2154 # read by bin/vibeflow, which sets lib
# What bin/vibeflow must know of a package on the stand-in for Electron: Node is inside, the windows
# are drawn by the system's Chromium.
engine=$lib/electron
app=$lib/resources/app

run_script() { # exec|command NAME WORDS...
  how=$1
  script=$2
  shift 2
  "$how" env VIBEFLOW_ENGINE_PROGRAM="$engine" VIBEFLOW_ENGINE_APP="$app" \
    "${VIBEFLOW_NODE:-$lib/node}" "$app/out/main/$script.js" "$@"
}

demand_engine() {
  for name in "${VIBEFLOW_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && chromium=$(command -v -- "$name"); then
      printf 'vibeflow: this package has no Electron in it: its windows are drawn by %s %s\n' \
        "$chromium" 'of this system' >&2
      return 0
    fi
  done
  say "this package has no Electron in it and needs the Chromium of the system, which is missing.\
 Install it (Debian: apt-get install chromium chromium-sandbox), or name one by VIBEFLOW_CHROMIUM."
  return 1
}
