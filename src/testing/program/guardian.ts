/**
 * Ensures that no program outlives the testing process. A small shell reads from a pipe: when the
 * other end closes, it kills all registered sessions and removes the directory of their homes. Its
 * own session protects it from Ctrl+C and terminal hangups. Daemons that start their own session
 * are not covered.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { groupsOfSession } from '../../host/proc/process-facts.ts'

/**
 * POSIX sh. Input lines are `+ PID` or `- PID` for session leaders. Processes may fork while they
 * are killed, so the search repeats until none is left.
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

  /** @param homes absolute path of the directory removed after this process has ended */
  constructor(homes: string) {
    this.#homes = homes
    // At exit, Node waits for the threads that wait for these programs.
    process.on('exit', () => {
      for (const pid of this.#live) killSession(pid)
    })
    this.#begin()
  }

  /** Registers the first process of a pty, which leads its session. */
  add(pid: number): void {
    this.#live.add(pid)
    this.#say(`+ ${pid}\n`)
  }

  remove(pid: number): void {
    if (this.#live.delete(pid)) this.#say(`- ${pid}\n`)
  }

  #say(line: string): void {
    if (this.#child === null)
      this.#begin() // sends all live sessions
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
    // the socket must not keep the process alive
    ;(child.stdin as unknown as { unref?: () => void } | null)?.unref?.()
    for (const pid of this.#live) child.stdin?.write(`+ ${pid}\n`)
  }
}

/** Kills all process groups of a session. */
export function killSession(pid: number): void {
  for (const group of groupsOfSession(pid)) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'ESRCH' && code !== 'EPERM') throw error // ended, or another user's
    }
  }
}
