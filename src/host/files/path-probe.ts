/**
 * Checks paths that may come from program output. A path on a dead network disk never answers, and
 * the caller blocks in the kernel. Neither main nor Node's four file threads may block, so a small
 * shell uses its built-in `test`. It has one second, then it is killed without waiting for its end
 * (docs/contributing/decisions/file-looks.md).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { basename, isAbsolute } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import type { Repository } from '../../core/session/naming/project.ts'
import { processStat } from '../proc/process-facts.ts'
import { busyTurnsMax, lateMs, levelsMax, pathLookMs, stuckMax, waitingLooksMax } from './limits.ts'

/** `closed`: a directory, or something in one, without permission. `silent`: no response. */
export type Look = (typeof kinds)[number] | 'silent'

const kinds = ['folder', 'closed', 'file', 'executable', 'other', 'missing'] as const

/** POSIX sh. Paths are read as data, never executed. Each answer is one line. */
const script = `nl='
'
while IFS=' ' read -r verb more && IFS= read -r path; do
  while [ "$more" -gt 0 ]; do IFS= read -r line; path=$path$nl$line; more=$((more - 1)); done
  if [ "$verb" = root ]; then
    levels=0
    while [ "$levels" -lt ${levelsMax} ] && [ -n "$path" ] && ! [ -e "$path/.git" ]; do
      path=\${path%/*} levels=$((levels + 1))
    done
    if [ "$levels" -lt ${levelsMax} ] && [ -n "$path" ]; then
      git=$path/.git head=
      if [ -f "$git" ] && IFS= read -r line <"$git"; then
        case $line in
          'gitdir: /'*) git=\${line#'gitdir: '} ;;
          'gitdir: '*) git=$path/\${line#'gitdir: '} ;;
        esac
      fi
      [ -f "$git/HEAD" ] && IFS= read -r head <"$git/HEAD"
      main=
      case $git in
        */.git/worktrees/*) main=\${git%/.git/worktrees/*} ;;
        *.git/worktrees/*) main=\${git%.git/worktrees/*} ;;
      esac
      case $main in */..) main=$(CDPATH= cd -P -- "$main" 2>/dev/null && pwd -P) ;; esac
      case $main in *"$nl"*) main= ;; esac
      printf '%s %s/%.256s\\n' "$levels" "\${main##*/}" "$head"
    else echo none; fi
  elif [ "$verb" = real ]; then
    path=$(readlink -f -- "$path")
    case $path in *"$nl"*) echo ;; *) printf '%s\\n' "$path" ;; esac
  elif [ -d "$path" ]; then if [ -x "$path" ]; then echo folder; else echo closed; fi
  elif [ -f "$path" ]; then if [ -x "$path" ]; then echo executable; else echo file; fi
  elif [ -e "$path" ]; then echo other
  else
    while [ -n "$path" ] && ! [ -d "$path" ]; do path=\${path%/*}; done
    if [ -x "\${path:-/}" ]; then echo missing; else echo closed; fi
  fi
done`

interface Question {
  readonly lines: string
  /** Called with `null` if the file system did not respond. */
  readonly answer: (line: string | null) => void
}

interface Looker {
  readonly child: ChildProcess
  question: Question | null
  said: string
  cancel: (() => void) | null
}

export class PathProbe {
  readonly #clock: Clock
  readonly #programs: number
  readonly #shell: string
  readonly #lookers = new Set<Looker>()
  /** Killed helpers that have not ended. */
  #stuck = 0
  #waiting: Question[] = []

  /** @param programs number of concurrent checks */
  constructor(
    clock: Clock,
    { programs, shell = '/bin/sh' }: { readonly programs: number; readonly shell?: string },
  ) {
    this.#clock = clock
    this.#programs = programs
    this.#shell = shell
  }

  /** Starts a helper now, so the first check does not wait for it. */
  prepare(): void {
    if (this.lives === 0) this.#begin()
  }

  /** Returns the kind of an absolute path. Other paths are missing. Never rejects. */
  async look(path: string): Promise<Look> {
    if (!isAbsolute(path) || path.includes('\0')) return 'missing'
    const line = await this.#ask('kind', path)
    return kinds.find((kind) => kind === line) ?? 'silent'
  }

  /** Returns a directory's git repository or worktree, or `null` without one or an answer. */
  async repository(path: string): Promise<Repository | null> {
    if (!isAbsolute(path) || path.includes('\0')) return null
    const found = /^(\d+) ([^/]*)\/(.*)$/.exec((await this.#ask('root', path)) ?? '')
    if (found === null) return null
    const [levels, main = '', head = ''] = [Number(found[1]), found[2], found[3]]
    const name = basename(
      path
        .split('/')
        .slice(0, levels === 0 ? undefined : -levels)
        .join('/'),
    )
    const worktreeOf = Buffer.from(main, 'latin1').toString() || null
    return name === '' ? null : { name, worktreeOf, branch: branchOf(head) }
  }

  /** Returns the path without links, or `null` if it is missing or the disk is silent. */
  async realPath(path: string): Promise<string | null> {
    if (!isAbsolute(path) || path.includes('\0')) return null
    const real = Buffer.from((await this.#ask('real', path)) ?? '', 'latin1').toString()
    return real === '' ? null : real
  }

  /** Number of running helpers, including killed ones. */
  get lives(): number {
    return this.#lookers.size + this.#stuck
  }

  dispose(): void {
    for (const { answer } of this.#waiting.splice(0)) answer(null)
    for (const looker of [...this.#lookers]) this.#giveUp(looker)
  }

  #ask(verb: 'kind' | 'root' | 'real', path: string): Promise<string | null> {
    if (this.#waiting.length >= waitingLooksMax) return Promise.resolve(null)
    return new Promise((answer) => {
      this.#waiting.push({ lines: `${verb} ${path.split('\n').length - 1}\n${path}\n`, answer })
      this.#next()
    })
  }

  #next(): void {
    for (;;) {
      const [question] = this.#waiting
      if (question === undefined) return
      const looker = [...this.#lookers].find((one) => one.question === null) ?? this.#begin()
      if (looker === null) return
      this.#waiting.shift()
      looker.question = question
      this.#limit(looker, busyTurnsMax)
      looker.child.stdin?.write(question.lines)
    }
  }

  /** Gives up the check after its time, or later if the machine is busy. */
  #limit(looker: Looker, turns: number): void {
    const due = this.#clock.now() + pathLookMs
    looker.cancel = this.#clock.after(pathLookMs, () => {
      const isLate = this.#clock.now() > due + lateMs
      const isBusy = isLate || processStat(looker.child.pid ?? 0)?.isRunning === true
      if (isBusy && turns > 0) this.#limit(looker, turns - 1)
      else this.#giveUp(looker)
    })
  }

  /** Returns `null` if no further helper may start. */
  #begin(): Looker | null {
    if (this.#lookers.size >= this.#programs) return null
    if (this.#stuck >= stuckMax) {
      for (const { answer } of this.#waiting.splice(0)) answer(null)
      return null
    }
    const child = spawn(this.#shell, ['-c', script], {
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
      // A separate group, killed together with its children.
    })
    const looker: Looker = { child, question: null, said: '', cancel: null }
    this.#lookers.add(looker)
    child.once('error', () => this.#giveUp(looker))
    // Too many processes or open files: there are no pipes.
    if (child.pid === undefined) return looker
    child.stdout.setEncoding('latin1').on('data', (text: string) => this.#receive(looker, text))
    child.stdin.on('error', () => this.#giveUp(looker)) // it has ended; `exit` may come later
    child.once('exit', () => this.#giveUp(looker))
    child.unref()
    // The sockets must not keep the process alive.
    for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref(): void }).unref()
    return looker
  }

  #receive(looker: Looker, text: string): void {
    looker.said += text
    const end = looker.said.indexOf('\n')
    if (end === -1 || looker.question === null) return
    const { answer } = looker.question
    const line = looker.said.slice(0, end)
    looker.said = ''
    looker.question = null
    looker.cancel?.()
    answer(line)
    this.#next()
  }

  /** Handles a helper that has ended or whose disk is silent. */
  #giveUp(looker: Looker): void {
    if (!this.#lookers.delete(looker)) return
    looker.cancel?.()
    const { child, question } = looker
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      this.#stuck += 1
      child.once('exit', () => {
        this.#stuck -= 1
      })
      killGroup(child.pid)
    }
    question?.answer(null)
    this.#next()
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // just ended
  }
}

/** Returns the branch in git's HEAD, the first 7 digits of a commit, or `null`. */
function branchOf(head: string): string | null {
  const text = Buffer.from(head, 'latin1').toString()
  const [, branch = null] = /^ref: refs\/heads\/(.+)$/.exec(text) ?? []
  return branch ?? (/^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 7) : null)
}
