/** Builds a tab's view from a record of facts. Pure. */
import { safeText } from '../../base/text/safe-text.ts'
import type { Options } from '../config/table.ts'
import type { TabAgent, TabView } from '../windows/tabs/tab-view.ts'
import type { AgentDrawn } from './agent/agent-drawn.ts'
import type { AttentionCall } from './attention-requests.ts'
import { startProblemCharactersMax } from './limits.ts'
import type { Identity } from './naming/identity.ts'
import type { Program } from './program.ts'
import type { ResumeOffer } from './parts.ts'
import type { SessionOptions } from './session-ports.ts'

export interface SessionFactsShown {
  readonly options: SessionOptions
  readonly settings: Options
  readonly program: Pick<Program, 'phase' | 'exit' | 'deferredStart' | 'problem'>
  readonly identity: Pick<Identity, 'view'>
  readonly drawn: AgentDrawn
  /** Its question was just answered from outside the tab. */
  readonly isAnswered: boolean
  /** A limit of its account is reached. */
  readonly limit: TabAgent['limit']
  /** Name of its account; `null` without one. */
  readonly account: string | null
  readonly offered: ResumeOffer | null
  readonly call: AttentionCall | null
  readonly queue: TabView['queue']
  /** Status text from a socket client; `null` if none. */
  readonly detail: string | null
}

export function sessionView(facts: SessionFactsShown): TabView {
  const { call, detail, drawn, offered, options, program } = facts
  const { id, isUserShell, profile } = options
  const { state, agent, front } = drawn
  const { deferredStart, exit, phase, problem } = program
  return {
    id,
    ...facts.identity.view(facts.settings, {
      project: agent.project,
      front,
      tool: agent.tool,
      before: offered?.hint.title,
    }),
    ...(detail === null ? {} : { detail }),
    state,
    phase,
    ...(exit === null ? {} : { exit }),
    ...(deferredStart === null ? {} : { deferredStart }),
    ...(offered === null ? {} : { resume: resumeLine(offered) }),
    ...(problem === null ? {} : { problem: safeText(problem, startProblemCharactersMax) }),
    ...(problem !== null && (isUserShell || profile !== undefined) ? { configured: true } : {}),
    agent: {
      ...agent,
      ...(facts.isAnswered ? { answered: true } : {}),
      ...(facts.limit === undefined || state === 'working' ? {} : { limit: facts.limit }),
    },
    ...(facts.account === null ? {} : { account: facts.account }),
    ...(profile === undefined ? {} : { profile }),
    ...(facts.queue === undefined ? {} : { queue: facts.queue }),
    ...(call === null
      ? {}
      : { call: { kind: call.kind, title: call.title, body: call.body, at: call.at } }),
  }
}

function resumeLine({ hint, name, line }: ResumeOffer): NonNullable<TabView['resume']> {
  return { agent: name, session: hint.session, command: line, directory: hint.directory }
}
