/**
 * No program outlives the process that tests it, however that ends. A small shell holds the read
 * end of a pipe: when the pipe's other end is gone, all sessions that it was named are killed, and
 * the folder of their homes is removed. It has a session of its own, so that Ctrl+C and the end of
 * a terminal do not reach it. A daemon that begins a session of its own is beyond it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { groupsOfSession } from '../host/proc/process-facts.ts'

/**
 * Read by any sh. Each line is `+ PID` or `- PID`, of the leader of a session. What is killed may
 * be forking: it is looked for until nothing is left.
 */
const script = `set -f
live=' '
while read -r sign pid; do
  case $sign in
    +) live="$live$pid " ;;
    -) case $live in *" $pid "*) live="\${live%% "$pid" *} \${live#* "$pid" }" ;; esac ;;
  esac
done
round=0
while [ "$round" -lt 20 ]; do
  found=
  set +f
  for stat in /proc/[0-9]*/stat; do
    set -f
    text=
    while IFS= read -r line; do text="$text$line "; done 2>/dev/null <"$stat"
    pid=\${stat#/proc/}
    pid=\${pid%/stat}
    set -- \${text##*)}
    case $live in
      *" \${4:-none} "*)
        [ "$1" = Z ] || { found=1; kill -KILL "$pid" 2>/dev/null; } ;;
    esac
  done
  [ -z "$found" ] && break
  round=$((round + 1))
  sleep 0.05
done
[ -n "$VIBEFLOW_TESTING_HOMES" ] && rm -rf -- "$VIBEFLOW_TESTING_HOMES"
`

export class Guardian {
  readonly #homes: string
  readonly #live = new Set<number>()
  #child: ChildProcess | null = null

  /** `homes`: the folder that goes when this process has ended. Absolute. */
  constructor(homes: string) {
    this.#homes = homes
    // Node waits at its end for the threads that wait for these programs.
    process.on('exit', () => {
      for (const pid of this.#live) killSession(pid)
    })
    this.#begin()
  }

  /** The first process of a pty, which leads its session. */
  add(pid: number): void {
    this.#live.add(pid)
    this.#say(`+ ${pid}\n`)
  }

  /** Nothing of this session is left. */
  remove(pid: number): void {
    if (this.#live.delete(pid)) this.#say(`- ${pid}\n`)
  }

  #say(line: string): void {
    if (this.#child === null)
      this.#begin() // it names all that live
    else this.#child.stdin?.write(line)
  }

  #begin(): void {
    const child = spawn('/bin/sh', ['-c', script], {
      cwd: '/',
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', VIBEFLOW_TESTING_HOMES: this.#homes },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    this.#child = child
    const gone = () => {
      if (this.#child === child) this.#child = null
    }
    child.once('error', gone)
    child.once('exit', gone)
    child.stdin?.on('error', gone)
    child.unref()
    // a socket: nobody stays alive for it
    ;(child.stdin as unknown as { unref?: () => void } | null)?.unref?.()
    for (const pid of this.#live) child.stdin?.write(`+ ${pid}\n`)
  }
}

/** All process groups of a session at once. */
export function killSession(pid: number): void {
  for (const group of groupsOfSession(pid)) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'ESRCH' && code !== 'EPERM') throw error // gone since, or another user's
    }
  }
}
