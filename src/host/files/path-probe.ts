/**
 * Looks at paths that any output may have named: one on a dead network disk never answers, and
 * whoever asks waits in the kernel. Main must not wait, nor must the four threads that Node reads
 * all files with. So a small shell looks, by its built-in `test`: it is given a second, then
 * killed, and nobody waits for its end (docs/decisions/file-looks.md).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { basename, isAbsolute } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import type { Repository } from '../../core/session/naming/project.ts'
import { processStat } from '../proc/process-facts.ts'
import { busyTurnsMax, lateMs, levelsMax, pathLookMs, stuckMax, waitingLooksMax } from './limits.ts'

/**
 * What lies at a path. `closed`: a folder that we may not enter, or something in one. `silent`: the
 * file system does not answer.
 */
export type Look = (typeof kinds)[number] | 'silent'

const kinds = ['folder', 'closed', 'file', 'executable', 'other', 'missing'] as const

/**
 * Read by any sh; paths are data, never code: they come by `read`. Each answer is one line. Only
 * where links lead is another program's work.
 */
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
      printf '%s %.256s\\n' "$levels" "$head"
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
  /** null: the file system did not answer. */
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
  /** Killed, not yet ended. */
  #stuck = 0
  #waiting: Question[] = []

  /** `programs`: paths that are looked at at the same time. */
  constructor(
    clock: Clock,
    { programs, shell = '/bin/sh' }: { readonly programs: number; readonly shell?: string },
  ) {
    this.#clock = clock
    this.#programs = programs
    this.#shell = shell
  }

  /** One program is begun now, so that the first look does not wait for that. */
  prepare(): void {
    if (this.lives === 0) this.#begin()
  }

  /** Of an absolute path; of any other one nothing is there. Never rejects. */
  async look(path: string): Promise<Look> {
    if (!isAbsolute(path) || path.includes('\0')) return 'missing'
    const line = await this.#ask('kind', path)
    return kinds.find((kind) => kind === line) ?? 'silent'
  }

  /** The git repository or work tree that a folder is in; null: in none, or nothing answers. */
  async repository(path: string): Promise<Repository | null> {
    if (!isAbsolute(path) || path.includes('\0')) return null
    const [count = '', ...head] = ((await this.#ask('root', path)) ?? '').split(' ')
    const levels = Number.parseInt(count, 10)
    if (Number.isNaN(levels)) return null
    const name = basename(
      path
        .split('/')
        .slice(0, levels === 0 ? undefined : -levels)
        .join('/'),
    )
    return name === '' ? null : { name, branch: branchOf(head.join(' ')) }
  }

  /** The path without links; null: nothing is there, or nothing answers. */
  async realPath(path: string): Promise<string | null> {
    if (!isAbsolute(path) || path.includes('\0')) return null
    const real = Buffer.from((await this.#ask('real', path)) ?? '', 'latin1').toString()
    return real === '' ? null : real
  }

  /** Programs that live, among them those that were killed and cannot end yet. */
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

  /** Gives the look up after its time. A busy machine is no silent disk: it gets more turns. */
  #limit(looker: Looker, turns: number): void {
    const due = this.#clock.now() + pathLookMs
    looker.cancel = this.#clock.after(pathLookMs, () => {
      const isLate = this.#clock.now() > due + lateMs
      const isBusy = isLate || processStat(looker.child.pid ?? 0)?.isRunning === true
      if (isBusy && turns > 0) this.#limit(looker, turns - 1)
      else this.#giveUp(looker)
    })
  }

  /** null: there are enough. */
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
    }) // a group of its own, to be killed with what it has begun
    const looker: Looker = { child, question: null, said: '', cancel: null }
    this.#lookers.add(looker)
    child.once('error', () => this.#giveUp(looker))
    // no process left to begin, or no file to open; then there are no pipes
    if (child.pid === undefined) return looker
    child.stdout.setEncoding('latin1').on('data', (text: string) => this.#receive(looker, text))
    child.stdin.on('error', () => this.#giveUp(looker)) // it is gone; its exit may come later
    child.once('exit', () => this.#giveUp(looker))
    child.unref()
    // sockets: nobody stays alive for them
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

  /** Its disk does not answer, or it has ended. */
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
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has just ended
  }
}

/** What git's HEAD says: the branch, or the first 7 digits of a commit; null: neither. */
function branchOf(head: string): string | null {
  const text = Buffer.from(head, 'latin1').toString()
  const [, branch = null] = /^ref: refs\/heads\/(.+)$/.exec(text) ?? []
  return branch ?? (/^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 7) : null)
}
