/** Scripts of the fake model: its replies in one task, with calls of tools and failures. */

/** A tool that is asked for, and its arguments. */
export interface Call {
  readonly tool: string
  readonly input: object
  /** Codex's group of tools. */
  readonly namespace?: string
}

/** Answer to one request. */
export interface Reply {
  readonly waitMs?: number
  readonly call?: Call
  /** A command for the shell, by the agent's own tool. */
  readonly run?: string
  /** Words; default: the last words of the script. */
  readonly text?: string
  /** Headers of the response, such as the limits of an account. */
  readonly headers?: Readonly<Record<string, string>>
  /** HTTP status of a failure. */
  readonly status?: number
  /** The connection is closed without an answer. */
  readonly cut?: true
}

/** Answers for one task, used once each, and then the last words. */
export interface Script {
  /** Text of the prompt: a request that contains it is the agent's own, not its helper's. */
  readonly prompt: string
  readonly replies: readonly Reply[]
  readonly lastWords: string
  /** For each request of a helper. */
  readonly helper?: Reply
  /** For requests without tools. */
  readonly aside?: Reply
  /** Gets the text of each of the agent's own requests. */
  readonly requested?: (request: string) => void
}

export interface Playing {
  readonly script: Script
  next: number
}

/** A side question, such as for a title, is answered so soon, ms. */
export const asideMs = 50

/** Without a tool for commands, a request has one of these in a plan mode. */
export const planTools: ReadonlySet<string> = new Set([
  ...['exit_plan_mode', 'ExitPlanMode', 'ExitSpecMode', 'plan_exit', 'switch_to_act_mode'],
])

/** Takes the next answer of a script. */
export function nextReply(playing: Playing, isAside: boolean, request: string): Reply {
  const { prompt, replies, lastWords: text, helper, aside, requested } = playing.script
  if (isAside) return aside ?? { waitMs: asideMs }
  requested?.(request)
  if (helper !== undefined && !request.includes(prompt)) return helper
  const reply = replies[playing.next]
  if (reply !== undefined) playing.next += 1
  return { waitMs: 500, text, ...withPlanFile(reply, request) }
}

/**
 * An agent names the file for its plan in the request, or only the folder: `PLAN_FILE` in a reply
 * becomes the file's path.
 */
function withPlanFile(reply: Reply | undefined, request: string): Reply | undefined {
  const named = /\/[^\s"'`\\<>*]*plans?\b[^\s"'`\\<>*]*\.md/.exec(request)
  const folder = /[^\s"'`\\<>*]*\/plans\/(?=[^a-zA-Z<])/.exec(request)
  const file = named?.[0] ?? (folder === null ? '/tmp/plan.md' : `${folder[0]}plan.md`)
  return reply && (JSON.parse(JSON.stringify(reply).replaceAll('PLAN_FILE', file)) as Reply)
}

/** The form is Anthropic's; the others' agents read the status. */
export function failure(status: number): object {
  const type = status === 529 ? 'overloaded_error' : 'api_error'
  return { type: 'error', error: { type, code: status, message: 'the stand-in fails' } }
}
