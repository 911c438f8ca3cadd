/**
 * Decides which programs may use `vibeflow mcp`, and asks the user: one question at a time, few in
 * all, each answer remembered. Permissions are stored through a port (docs/guides/mcp.md).
 */
import { z } from 'zod'
import type { Clock, Millis } from '../../../base/clock.ts'
import type { Options } from '../../config/table.ts'
import { pathUnitsMax } from '../../links/limits.ts'
import { named } from '../../../base/text/safe-text.ts'
import { shellQuoted } from '../../../base/text/shell-words.ts'
import { RateWindow } from '../../../base/time/rate-window.ts'
import {
  askersLookMs,
  notNowMs,
  permissionsMax,
  permissionWaitersMax,
  permissionWaitMs,
  questionMs,
  questionsMax,
  questionsPerMinuteMax,
} from './limits.ts'

export type Access = 'read' | 'full'

/** The user's answer for one program. */
export const permission = z.strictObject({
  path: z.string().startsWith('/').max(pathUnitsMax),
  access: z.enum(['none', 'read', 'full']),
  /** The access that the question offered. A user who chose less than "full" is not asked again. */
  offered: z.enum(['read', 'full']),
})
export type Permission = Readonly<z.infer<typeof permission>>

/** The asking program, from the kernel. */
export interface AskingProgram {
  /** Path of the program, or of the script that an interpreter runs. */
  readonly path: string
  /** Interpreter of the script; `null` if the program runs directly. */
  readonly interpreter: string | null
  /**
   * Whether the path identifies the program. It does not for an interpreter without a script, or a
   * file that others can replace; the answer then applies to this process only.
   */
  readonly isSure: boolean
  /** Process id and start time. */
  readonly process: string
}

interface AccessRequest {
  readonly id: number
  readonly program: AskingProgram
  readonly wants: Access
  /** The most that can be granted now. */
  readonly offers: Access
}

/** `later`: not now; only the delay is remembered. */
export type UserAnswer = 'none' | 'read' | 'full' | 'later'

export type Verdict = { readonly allowed: true } | { readonly problem: string }

interface AccessPorts {
  readonly clock: Clock
  readonly store: {
    /** Reads the current permissions, which other processes may change. */
    readonly read: () => readonly Permission[]
    /** @returns whether they were stored; the port reports errors */
    readonly write: (permissions: readonly Permission[]) => boolean
  }
  /** @param process as in `AskingProgram` */
  readonly isRunning: (process: string) => boolean
  /** The visible question or the permissions changed. */
  readonly changed: () => void
}

interface Asked {
  readonly question: AccessRequest
  /** Processes of the program that wait. */
  readonly processes: Set<string>
  readonly waiting: Set<(verdict: Verdict) => void>
  readonly cancel: () => void
}

/**
 * Returns the most that the configuration allows. `socket.access` limits it too: a client that may
 * not type into sessions may not do so over MCP.
 */
export function mcpMode({ socket: { mcp, access } }: Pick<Options, 'socket'>): 'off' | Access {
  return mcp === 'full' && access === 'read' ? 'read' : mcp
}

/** Returns why the configuration forbids a tool; `null` if it does not. */
export function forbidden(
  tool: string,
  need: Access,
  options: Pick<Options, 'socket'>,
): string | null {
  const mode = mcpMode(options)
  const done = `Not allowed: ${tool} requires`
  if (mode === 'off')
    return (
      `${done} socket.mcp = ${need === 'read' ? '"read" or "full"' : '"full"'} in the user's ` +
      'configuration, which has "off". Only the user can change it.'
    )
  if (need === 'read' || mode === 'full') return null
  return (
    `${done} socket.${options.socket.access === 'read' ? 'access' : 'mcp'} = "full" in the ` +
    `user's configuration, which has "read". Only the user can change it.`
  )
}

export class AccessRequests {
  readonly #ports: AccessPorts
  /** The first one is visible. */
  readonly #asked: Asked[] = []
  /** Answers for single processes, including answers that could not be stored; the oldest first. */
  readonly #processes = new Map<string, Permission>()
  /** End of "not now" by program key; the oldest first. */
  readonly #notNow = new Map<string, Millis>()
  readonly #questionRate = new RateWindow(questionsPerMinuteMax, 60_000)
  #ids = 0
  #waiters = 0
  #cancelCheck: (() => void) | null = null

  constructor(ports: AccessPorts) {
    this.#ports = ports
  }

  /** The current question; `null` if there is none. */
  get question(): AccessRequest | null {
    return this.#asked[0]?.question ?? null
  }

  get permissions(): readonly Permission[] {
    return this.#ports.store.read()
  }

  /**
   * Returns whether the program may use this access. Waits for the user for a limited time.
   * @param offers the most that the configuration allows now
   */
  ask(program: AskingProgram, wants: Access, offers: Access): Promise<Verdict> {
    const known = this.#known(program)
    if (known !== undefined) {
      const { access, offered } = known
      if (access === 'full' || access === wants) return Promise.resolve({ allowed: true })
      if (access === 'none' || offered === 'full')
        return Promise.resolve({ problem: refused(program, access) })
    }
    return this.#wait(program, wants, offers)
  }

  /** Takes the user's answer, unless another question is current. */
  answer(id: number, access: UserAnswer): void {
    const [first] = this.#asked
    if (first?.question.id !== id) return
    const { program, offers } = first.question
    if (access === 'full' && offers === 'read') return // it was not offered
    if (access === 'later')
      remember(this.#notNow, keyOf(program), this.#ports.clock.now() + notNowMs)
    else this.#keep(first, { path: program.path, access, offered: offers })
    this.#settle(first, access)
  }

  /** Forgets the answer for a path. Returns `false` if there was none, or on an error. */
  forget(path: string): boolean {
    for (const [process, given] of this.#processes)
      if (given.path === path) this.#processes.delete(process)
    const before = this.permissions
    const after = before.filter((one) => one.path !== path)
    if (after.length === before.length) return false
    const isKept = this.#ports.store.write(after)
    this.#ports.changed()
    return isKept
  }

  /** Withdraws all questions. */
  withdraw(): void {
    for (const asked of [...this.#asked].reverse()) this.#settle(asked, 'later')
  }

  #known(program: AskingProgram): Permission | undefined {
    const own = this.#processes.get(program.process)
    if (own !== undefined || !program.isSure) return own
    return this.permissions.find(({ path }) => path === program.path)
  }

  #keep({ question: { program }, processes }: Asked, given: Permission): void {
    const isKept =
      program.isSure &&
      this.#ports.store.write([
        ...this.permissions.filter(({ path }) => path !== program.path).slice(1 - permissionsMax),
        given,
      ])
    for (const process of processes)
      if (isKept) this.#processes.delete(process)
      else remember(this.#processes, process, given)
  }

  #wait(program: AskingProgram, wants: Access, offers: Access): Promise<Verdict> {
    const key = keyOf(program)
    const until = this.#notNow.get(key) ?? 0
    const now = this.#ports.clock.now()
    if (until > now)
      return Promise.resolve({
        problem:
          `The user chose not to decide about ${named(program.path)} now. Ask again in ` +
          `${Math.ceil((until - now) / 60_000)} min.`,
      })
    const asked =
      this.#asked.find(
        ({ question }) => keyOf(question.program) === key && question.offers === offers,
      ) ?? this.#begin(program, wants, offers)
    if (asked === null)
      return Promise.resolve({
        problem:
          'Not allowed yet: vibeflow is asking the user about other programs. Try again in a ' +
          'minute.',
      })
    if (this.#waiters >= permissionWaitersMax) return Promise.resolve(notYet)
    this.#waiters += 1
    asked.processes.add(program.process)
    const answer = new Promise<Verdict>((resolve) => {
      const answered = (verdict: Verdict): void => {
        if (!asked.waiting.delete(answered)) return
        stop()
        this.#waiters -= 1
        resolve(verdict)
      }
      const stop = this.#ports.clock.after(permissionWaitMs, () => answered(notYet))
      asked.waiting.add(answered)
    })
    return answer.then((verdict) =>
      // the grant may be less than this call needs
      'allowed' in verdict && !this.#isEnough(program, wants)
        ? { problem: refused(program, 'read') }
        : verdict,
    )
  }

  #isEnough(program: AskingProgram, wants: Access): boolean {
    const access = this.#known(program)?.access
    return access === 'full' || access === wants
  }

  /** Returns `null` if there are too many questions. */
  #begin(program: AskingProgram, wants: Access, offers: Access): Asked | null {
    const now = this.#ports.clock.now()
    if (this.#asked.length >= questionsMax || !this.#questionRate.admit(now)) return null
    this.#ids += 1
    const asked: Asked = {
      question: { id: this.#ids, program, wants, offers },
      processes: new Set(),
      waiting: new Set(),
      cancel: this.#ports.clock.after(questionMs, () => this.#settle(asked, 'later')),
    }
    this.#asked.push(asked)
    this.#recheck()
    if (this.#asked.length === 1) this.#ports.changed()
    return asked
  }

  /** Withdraws questions whose askers have all exited. */
  #recheck(): void {
    this.#cancelCheck?.()
    this.#cancelCheck = null
    if (this.#asked.length === 0) return
    this.#cancelCheck = this.#ports.clock.after(askersLookMs, () => {
      for (const asked of [...this.#asked])
        if (![...asked.processes].some(this.#ports.isRunning)) this.#settle(asked, 'later')
      this.#recheck()
    })
  }

  #settle(asked: Asked, access: UserAnswer): void {
    const at = this.#asked.indexOf(asked)
    if (at === -1) return
    this.#asked.splice(at, 1)
    asked.cancel()
    if (this.#asked.length === 0) this.#recheck()
    const { program } = asked.question
    const verdict: Verdict =
      access === 'read' || access === 'full'
        ? { allowed: true }
        : access === 'none'
          ? { problem: refused(program, 'none') }
          : { problem: `The user has not decided about ${named(program.path)}. Ask again later.` }
    for (const answered of [...asked.waiting]) answered(verdict)
    this.#ports.changed()
  }
}

const notYet: Verdict = {
  problem:
    'Not allowed yet: vibeflow asks the user for permission in its window, and the user has not ' +
    'answered. Tell the user, then call again.',
}

function refused({ path, isSure }: AskingProgram, given: 'none' | 'read'): string {
  const what = given === 'none' ? 'this' : 'more than reading'
  return (
    `Not allowed: the user has refused ${what} to ${named(path)}.` +
    (isSure
      ? ` To be asked again, the user can run \`vibeflow mcp --forget ${shellQuoted(path)}\`.`
      : '')
  )
}

function keyOf({ isSure, path, process }: AskingProgram): string {
  return isSure ? path : process
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > permissionsMax && oldest !== undefined) map.delete(oldest)
}
