/**
 * Resume hints: with which command an agent continues its session after its process is gone. A hint
 * holds no words of its own: the command comes from the agent's `resume` rule and from the file
 * that the agent's process ran (docs/agents.md). vibeflow shows the command, and runs it only when
 * the user approves that very text.
 */
import { z } from 'zod'
import type { Op88 } from '../../protocol/index.ts'
import common from '../rules/common.json' with { type: 'json' }
import { rulePatternCharactersMax } from '../rules/limits.ts'
import type { KnownAgent } from '../rules/rules.ts'
import type { Command } from '../../base/command.ts'
import { baseName } from '../../base/text/base-name.ts'
import { isPlainPath } from '../process/ran-file.ts'
import { safeText, titleCharactersMax } from '../../base/text/safe-text.ts'
import { directoryUnitsMax } from './limits.ts'
import { splitWords } from '../../base/text/shell-words.ts'

/** A name of a session that no shell and no program takes for more than a word. */
const idPattern = new RegExp(common.resumeIdPattern, 'u')

/** A path that people see as it is. */
const path = z.string().max(directoryUnitsMax).refine(isVisible)

/** A resume hint, as it is saved. Which agents and files count is decided by `resumeCommand`. */
export const resumeHint = z.strictObject({
  /** Id of the agent's rules. */
  agent: z.string().min(1).max(rulePatternCharactersMax),
  /** Absolute path of the file that the agent's process ran. */
  program: path.refine(isPlainPath),
  /** The agent's own name of its session. */
  session: z.string().refine(isId),
  /** Absolute path of the directory where the agent ran. */
  directory: path.startsWith('/'),
  /** The last title that the agent set. Absent: it set none. */
  title: z.string().max(titleCharactersMax).optional(),
  /** The agent's process. `startTime`: clock ticks since the machine started. */
  process: z.strictObject({ pid: z.int().min(1), startTime: z.int().min(0) }),
})
export type ResumeHint = Readonly<z.infer<typeof resumeHint>>

/** The agent in the foreground of a tab. */
export interface HintedProgram {
  /** It is listed in `ai.tools`. */
  readonly agent: KnownAgent
  /** Absolute path of the file that its process runs. */
  readonly file: string
  readonly process: ResumeHint['process']
}

/** A program's report of how its session can be resumed. */
export type Said =
  | { readonly of: 'osc88'; readonly op: Extract<Op88, { readonly op: 'arm' }> }
  /** `app`: the agent that the session belongs to; absent: the agent in the foreground. */
  | { readonly of: 'session'; readonly app: string | undefined; readonly id: string }

/**
 * Returns the hint that a report makes, or `null` if the report does not match the agent in the
 * foreground and its `resume` rule word by word.
 *
 * @param directory absolute path of the agent's working directory
 */
export function hintOf(said: Said, front: HintedProgram, directory: string): ResumeHint | null {
  const session = said.of === 'osc88' ? armedSession(said.op, front) : namedSession(said, front)
  if (session === null) return null
  const { agent, file: program, process } = front
  const hint = resumeHint.safeParse({ agent: agent.id, program, session, directory, process }).data
  return hint !== undefined && resumeCommand(hint, agent) !== null ? hint : null
}

/**
 * Returns the command that resumes the session, or `null` if the agent has no `resume` rule or the
 * file is not called as the agent is.
 *
 * @param agent the rules of `hint.agent`
 */
export function resumeCommand({ program, session }: ResumeHint, agent: KnownAgent): Command | null {
  if (agent.resume === null || !agent.names.includes(baseName(program))) return null
  return { program, args: argumentsOf(agent.resume).map((word) => word.replace('<id>', session)) }
}

function argumentsOf(rule: string): readonly string[] {
  return rule.split(' ').slice(1)
}

/** `cmd` is not run: it must only not contradict the agent in the foreground. */
function armedSession(
  { cmd, args = '' }: Extract<Op88, { readonly op: 'arm' }>,
  { agent, file }: HintedProgram,
): string | null {
  const words = splitWords(args)
  if (words === null || agent.resume === null) return null
  if (cmd !== file && !agent.names.includes(cmd)) return null
  const rule = argumentsOf(agent.resume)
  if (words.length !== rule.length) return null
  let session: string | null = null
  for (const [at, word] of rule.entries()) {
    const given = words[at] ?? ''
    const [before = '', after] = word.split('<id>')
    if (after === undefined) {
      if (given !== word) return null
    } else if (given.startsWith(before) && given.endsWith(after))
      session = given.slice(before.length, given.length - after.length)
  }
  return session
}

function namedSession(
  { app, id }: Extract<Said, { readonly of: 'session' }>,
  { agent }: HintedProgram,
): string | null {
  return app === undefined || isCalled(agent, app) ? id : null
}

/** Compares with each of the agent's names, in any case. */
function isCalled({ id, name, tool, names }: KnownAgent, app: string): boolean {
  const wanted = app.toLowerCase()
  return [id, name, tool, ...names].some((one) => one.toLowerCase() === wanted)
}

/** Returns whether the text is a name of a session, and no option. */
function isId(text: string): boolean {
  return idPattern.test(text) && !text.startsWith('-')
}

/** Returns whether the text holds nothing invisible: no control, no mark of direction. */
function isVisible(text: string): boolean {
  return safeText(text, text.length) === text
}
