/**
 * `podman`, `docker` and `distrobox` as scripts. They take the arguments of the real programs and
 * run the command with the environment of a fresh container, in its own namespace if this user may
 * create one. All arguments are written to `said`, each followed by a NUL.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FakeContainers {
  /** To put first in PATH. */
  readonly bin: string
  readonly said: string
  readonly home: string
  /** The container's folder for temporary folders. */
  readonly temporary: string
}

export function fakeContainers(folder: string): FakeContainers {
  const at = (name: string) => join(folder, name)
  for (const name of ['bin', 'home', 'tmp']) mkdirSync(at(name), { recursive: true })
  const namespaced = spawnSync('unshare', ['-u', 'true']).status === 0
  const run =
    `exec env -i PATH="\${CONTAINER_PATH:-/usr/bin:/bin}" HOME='${at('home')}' ` +
    `TMPDIR='${at('tmp')}' "$@"`
  writeFileSync(at('inside'), `#!/bin/sh\n${namespaced ? 'hostname "$1"' : ':'}\nshift\n${run}\n`)
  chmodSync(at('inside'), 0o755)
  const inside = `set -- ${namespaced ? 'unshare -u' : ''} '${at('inside')}' "$name" "$@"
[ -n "$tty" ] || exec "$@"
[ -t 0 ] || { echo 'the input device is not a TTY' >&2; exit 1; }
# with a terminal of its own, as the real ones
line=
for word do line="$line '$(printf %s "$word" | sed "s/'/'\\\\\\\\''/g")'"; done
script -qec "$line" /dev/null
exit $?`
  const script = (name: string, text: string) => {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\nprintf '%s\\0' "$@" >'${at('said')}'\n${text}\n`)
    chmodSync(at(`bin/${name}`), 0o755)
  }
  const exec = `[ "$1" = exec ] || exit 125
shift
environment= tty=
while :; do
  case $1 in
    -e) environment="$environment $2"; shift 2 ;;
    -u | -w) shift 2 ;;
    -it | -t | --tty) tty=1; shift ;;
    -*) shift ;;
    *) break ;;
  esac
done
name=$1
shift
[ "$name" != gone ] || { echo "Error: no container with name gone" >&2; exit 125; }
set -- env $environment "$@"
${inside}`
  script('podman', exec)
  script('docker', exec)
  script(
    'distrobox',
    `[ "$1" = enter ] || exit 1
shift
tty=1
while :; do
  case $1 in --no-tty) tty=; shift ;; -n | --name) shift 2 ;; -*) shift ;; *) break ;; esac
done
name=$1
shift
[ "$1" = -- ] && shift
set -- env TERM="$TERM" SHELL=/bin/bash "$@"
${inside}`,
  )
  return { bin: at('bin'), said: at('said'), home: at('home'), temporary: at('tmp') }
}
