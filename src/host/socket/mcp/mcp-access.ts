/** The app's side of `vibeflow mcp`: identifies, authorizes and logs callers. */
import type { SessionId } from '../../../core/ids.ts'
import {
  AccessRequests,
  forbidden,
  mcpMode,
  type Verdict,
} from '../../../core/clients/mcp/access.ts'
import { defined } from '../../../base/objects/defined.ts'
import { RateWindow } from '../../../base/time/rate-window.ts'
import { loggedPerMinuteMax } from '../../../core/clients/mcp/limits.ts'
import {
  tools,
  type DetachedSession,
  type McpCall,
  type ToolName,
} from '../../../core/clients/mcp/tools.ts'
import type { Clock } from '../../../base/clock.ts'
import type { Options } from '../../../core/config/table.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'
import type { RecorderEvent } from '../../../core/recorder/events.ts'
import type { PaneEntry } from '../../../core/windows/workspace/listed-pane.ts'
import { unknownSession } from '../../../core/windows/open-window.ts'
import type { PathProbe } from '../../files/path-probe.ts'
import type { ProcReader } from '../../proc/reader.ts'
import type { AppAnswer } from '../app-socket.ts'
import { processAncestors, askingProgram, isRunning } from './asking-program.ts'
import { readPermissions, writePermissions } from './permission-file.ts'

interface McpParts {
  readonly file: string
  readonly clock: Clock
  readonly options: () => Pick<Options, 'socket'>
  readonly proc: Pick<ProcReader, 'stat' | 'argv' | 'exe'>
  readonly looks: Pick<PathProbe, 'realPath'>
  readonly panes: () => readonly PaneEntry[]
  /** Returns tmux sessions without a tab, and the first processes of their panes. */
  readonly detached: () => readonly { readonly view: TabView; readonly pids: readonly number[] }[]
  /** Converts a time of the views' clock to ms since 1970. */
  readonly sinceEpoch: (at: number) => number
  /** Returns the session's first process, or `null` if none runs. */
  readonly pidOf: (session: SessionId) => number | null
  readonly log: (level: 'warn' | 'info', line: string) => void
  /** Shows a warning in all windows. */
  readonly notice: (text: string) => void
  /** Adds an event to the session's log. */
  readonly record: (session: SessionId, event: RecorderEvent) => void
  /** Called when the question or the permissions have changed, so pages need `state`. */
  readonly changed: () => void
}

export class McpAccess {
  readonly #parts: McpParts
  readonly #requests: AccessRequests
  /** Permissions last sent to the pages. `vibeflow mcp --forget` changes the file. */
  #sent = ''
  readonly #logRate = new RateWindow(loggedPerMinuteMax, 60_000)
  #passedOver = 0

  constructor(parts: McpParts) {
    this.#parts = parts
    const { file, clock, log, notice } = parts
    this.#requests = new AccessRequests({
      clock,
      store: {
        read: () => readPermissions(file),
        write: (permissions) => {
          try {
            writePermissions(file, permissions)
            return true
          } catch (error) {
            const problem = `Couldn't save MCP permissions (${String(error)})`
            log('warn', problem)
            notice(`${problem}. They apply until the programs exit.`)
            return false
          }
        },
      },
      isRunning: (process) => isRunning(process, parts.proc),
      changed: () => this.#send(),
    })
  }

  /** Withdraws questions that the new configuration forbids. */
  configured(): void {
    if (mcpMode(this.#parts.options()) === 'off') this.#requests.withdraw()
  }

  /** @returns the answer to the server; `mcp` is the allowed mode */
  async call(call: McpCall): Promise<AppAnswer> {
    const { panes, options } = this.#parts
    if (call.tool === null) return { mcp: mcpMode(options()) }
    if (call.session !== null && panes().every(({ id }) => id !== call.session)) {
      if (this.#detached(call.session) === undefined) return unknownSession(call.session)
      if (call.tool !== 'answer') return { problem: isDetached(call.session), failed: true }
    }
    const verdict = await this.#judge(call, call.tool)
    if ('problem' in verdict) return { problem: verdict.problem, failed: true }
    return {
      mcp: mcpMode(options()),
      ...(call.tool === 'list_sessions'
        ? { panes: panes(), own: this.#sessionOf(call.pid), detached: this.#listed(call.pid) }
        : {}),
    }
  }

  state(): Extract<MainMessage, { kind: 'page/mcp' }> {
    const { question, permissions } = this.#requests
    return {
      kind: 'page/mcp',
      question:
        question === null
          ? null
          : {
              id: question.id,
              path: question.program.path,
              interpreter: question.program.interpreter,
              wants: question.wants,
              offers: question.offers,
              lasting: question.program.isSure,
              tab: this.#titleOf(Number.parseInt(question.program.process, 10)),
            },
      permissions: [...permissions],
    }
  }

  answer(...[question, access]: Parameters<AccessRequests['answer']>): void {
    this.#requests.answer(question, access)
  }

  forget(path: string): void {
    this.#requests.forget(path)
  }

  dispose(): void {
    this.#requests.withdraw()
  }

  async #judge({ pid, session }: McpCall, tool: ToolName): Promise<Verdict> {
    const { options, proc, looks } = this.#parts
    const { needs } = tools[tool]
    const program = await askingProgram(pid, proc, looks)
    const verdict = await this.#verdict(program, { tool, pid, session })
    // The configuration may have changed during the wait.
    const now = 'allowed' in verdict ? forbidden(tool, needs, options()) : null
    const outcome = now === null ? verdict : { problem: now }
    const caller = 'problem' in program ? `process ${pid}` : program.path
    this.#write(
      `mcp: ${caller}: ${tool}${session === null ? '' : ` of ${session}`}: ` +
        ('problem' in outcome ? `refused: ${outcome.problem}` : 'allowed'),
    )
    if (session !== null)
      this.#parts.record(session, {
        ...{ type: 'call', program: caller, tool, allowed: 'allowed' in outcome },
      })
    if (JSON.stringify(this.#requests.permissions) !== this.#sent) this.#send()
    return outcome
  }

  async #verdict(
    program: Awaited<ReturnType<typeof askingProgram>>,
    { tool, pid, session }: { tool: ToolName; pid: number; session: SessionId | null },
  ): Promise<Verdict> {
    const { needs } = tools[tool]
    const no = forbidden(tool, needs, this.#parts.options())
    const mode = mcpMode(this.#parts.options())
    if (no !== null || mode === 'off') return { problem: no ?? '' }
    if ('problem' in program) return program
    if (needs === 'full' && session !== null && this.#isOwn(pid, session))
      return { problem: `Not allowed: ${session} is your own session.` }
    return this.#requests.ask(program, needs, mode)
  }

  /** Returns the session whose program is an ancestor of this process, or `null`. */
  #sessionOf(pid: number): SessionId | null {
    const { proc, panes, pidOf } = this.#parts
    const above = new Set(processAncestors(pid, proc))
    return panes().find(({ id }) => above.has(pidOf(id) ?? -1))?.id ?? null
  }

  #detached(session: SessionId) {
    return this.#parts.detached().find(({ view }) => view.id === session)
  }

  /** Returns whether the process runs in the session's terminal. */
  #isOwn(pid: number, session: SessionId): boolean {
    if (this.#sessionOf(pid) === session) return true
    const above = processAncestors(pid, this.#parts.proc)
    return this.#detached(session)?.pids.some((one) => above.includes(one)) === true
  }

  #listed(pid: number): readonly DetachedSession[] {
    return this.#parts.detached().map(({ view: { id, title, state, agent } }) => ({
      ...{ id, title, state, own: this.#isOwn(pid, id) },
      ...defined({ kind: agent?.kind, message: agent?.message, tool: agent?.tool || undefined }),
      since: this.#parts.sinceEpoch(agent?.since ?? 0),
    }))
  }

  #titleOf(pid: number): string | null {
    const id = this.#sessionOf(pid)
    return id === null ? null : (this.#parts.panes().find((pane) => pane.id === id)?.title ?? null)
  }

  #send(): void {
    this.#sent = JSON.stringify(this.#requests.permissions)
    this.#parts.changed()
  }

  /** Limits lines, so that many calls do not fill the log. */
  #write(line: string): void {
    if (!this.#logRate.admit(this.#parts.clock.now())) {
      this.#passedOver += 1
      return
    }
    if (this.#passedOver > 0) this.#parts.log('info', `mcp: ${this.#passedOver} more calls`)
    this.#passedOver = 0
    this.#parts.log('info', line)
  }
}

function isDetached(session: SessionId): string {
  return (
    `${session} is a detached tmux session, which no tab shows. Only list_sessions and answer ` +
    'accept it. The user can open it in a tab from the inbox.'
  )
}
