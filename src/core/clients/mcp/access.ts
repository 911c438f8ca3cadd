/**
 * Which programs may use `vibeflow mcp`, and the questions that the user is asked about it: one at
 * a time, few, and each remembered. Where permissions are kept is a port (docs/mcp.md).
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
  /** As much as the question offered: who was offered all and gave less is not asked again. */
  offered: z.enum(['read', 'full']),
})
export type Permission = Readonly<z.infer<typeof permission>>

/** Who asks, as the kernel says. */
export interface AskingProgram {
  /** Of the program, or of the script that an interpreter runs. */
  readonly path: string
  /** The interpreter of the script; null: the program runs by itself. */
  readonly interpreter: string | null
  /**
   * Whether the path says who it is. An interpreter without a script could be anybody, and a file
   * that others can replace, too: then the answer holds for this process.
   */
  readonly isSure: boolean
  /** The process: its number, and when it began. */
  readonly process: string
}

export interface AccessRequest {
  readonly id: number
  readonly program: AskingProgram
  readonly wants: Access
  /** The most that can be given now. */
  readonly offers: Access
}

/** `later`: not now; nothing is remembered but that for a while. */
export type UserAnswer = 'none' | 'read' | 'full' | 'later'

export type Verdict = { readonly allowed: true } | { readonly problem: string }

export interface AccessPorts {
  readonly clock: Clock
  readonly store: {
    /** As it is now: others may change it. */
    readonly read: () => readonly Permission[]
    /** @returns whether they are kept; the port reports why not */
    readonly write: (permissions: readonly Permission[]) => boolean
  }
  /** A process as `AskingProgram` has it. */
  readonly isRunning: (process: string) => boolean
  /** The question in view, or the permissions, are others. */
  readonly changed: () => void
}

interface Asked {
  readonly question: AccessRequest
  /** Of that program, as many as may wait. */
  readonly processes: Set<string>
  readonly waiting: Set<(verdict: Verdict) => void>
  readonly cancel: () => void
}

/**
 * What the configuration allows at most, and why not more. `socket.access` bounds it: who may not
 * type into sessions may not do so by this way either.
 */
export function mcpMode({ socket: { mcp, access } }: Pick<Options, 'socket'>): 'off' | Access {
  return mcp === 'full' && access === 'read' ? 'read' : mcp
}

/** Why the configuration forbids a tool; null: it does not. */
export function forbidden(
  tool: string,
  need: Access,
  options: Pick<Options, 'socket'>,
): string | null {
  const mode = mcpMode(options)
  const done = `Nothing was done: ${tool} needs`
  if (mode === 'off')
    return (
      `${done} socket.mcp = ${need === 'read' ? '"read" or "full"' : '"full"'} in the ` +
      'configuration of the running vibeflow, which has "off". Only the user can change that.'
    )
  if (need === 'read' || mode === 'full') return null
  return (
    `${done} socket.${options.socket.access === 'read' ? 'access' : 'mcp'} = "full" in the ` +
    'configuration of the running vibeflow, which has "read". Only the user can change that.'
  )
}

export class AccessRequests {
  readonly #ports: AccessPorts
  /** The first is in view. */
  readonly #asked: Asked[] = []
  /** Answers that hold for a process, also where they could not be kept; the oldest first. */
  readonly #processes = new Map<string, Permission>()
  /** Until when a program is not asked about again, by its key; the oldest first. */
  readonly #notNow = new Map<string, Millis>()
  readonly #questionRate = new RateWindow(questionsPerMinuteMax, 60_000)
  #ids = 0
  #waiters = 0
  #cancelCheck: (() => void) | null = null

  constructor(ports: AccessPorts) {
    this.#ports = ports
  }

  /** What the user is asked now; null: nothing. */
  get question(): AccessRequest | null {
    return this.#asked[0]?.question ?? null
  }

  get permissions(): readonly Permission[] {
    return this.#ports.store.read()
  }

  /**
   * Whether the program may do something that needs so much. Waits for the user, for a while.
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

  /** The user's word to the question with this number; to any other it is none. */
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

  /** The user is asked again. @returns false: nothing was remembered of it, or it could not be */
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

  /** Nobody is asked any more, until somebody calls again. */
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
          `The user does not want to decide about ${named(program.path)} now. Ask again in ` +
          `${Math.ceil((until - now) / 60_000)} min.`,
      })
    const asked =
      this.#asked.find(
        ({ question }) => keyOf(question.program) === key && question.offers === offers,
      ) ?? this.#begin(program, wants, offers)
    if (asked === null)
      return Promise.resolve({
        problem:
          'Nothing was done: vibeflow asks the user about other programs already. Try again in a ' +
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
      // what was given may be less than what this call needs
      'allowed' in verdict && !this.#isEnough(program, wants)
        ? { problem: refused(program, 'read') }
        : verdict,
    )
  }

  #isEnough(program: AskingProgram, wants: Access): boolean {
    const access = this.#known(program)?.access
    return access === 'full' || access === wants
  }

  /** null: there are as many as there may be. */
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

  /** A question leaves when all that asked it have ended: an answer would be of no use to them. */
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
    'Nothing was done yet: the user is asked for permission in the window of vibeflow, and has ' +
    'not answered. Tell the user, and call again then.',
}

function refused({ path, isSure }: AskingProgram, given: 'none' | 'read'): string {
  const what = given === 'none' ? 'this' : 'more than reading'
  return (
    `Nothing was done: the user has refused ${what} to ${named(path)}.` +
    (isSure
      ? ` In a shell, vibeflow mcp --forget ${shellQuoted(path)} has the user asked again.`
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
