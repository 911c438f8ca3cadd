/**
 * Resume hints: the command with which an agent continues its session after its process exits. The
 * command comes from the agent's `resume` rule and the file that its process ran, never from the
 * hint (docs/contributing/internals/agent-detection.md). vibeflow shows it and runs it only if the
 * user approves exactly that text.
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

/** Session ids that every shell and program reads as one word. */
const idPattern = new RegExp(common.resumeIdPattern, 'u')

/** A path without controls, direction marks or other invisible characters. */
const path = z
  .string()
  .max(directoryUnitsMax)
  .refine((text) => safeText(text, text.length) === text)

/** A resume hint as saved. `resumeCommand` decides which agents and files are valid. */
export const resumeHint = z.strictObject({
  agent: z.string().min(1).max(rulePatternCharactersMax),
  /** Absolute path of the file that the agent's process ran. */
  program: path.refine(isPlainPath),
  session: z.string().refine(isId),
  directory: path.startsWith('/'),
  /** Continues a copy of the session. */
  fork: z.literal(true).optional(),
  /** The last title that the agent set, if any. */
  title: z.string().max(titleCharactersMax).optional(),
  /** The agent's process. `startTime`: clock ticks since boot. */
  process: z.strictObject({ pid: z.int().min(1), startTime: z.int().min(0) }),
})
export type ResumeHint = Readonly<z.infer<typeof resumeHint>>

export interface HintedProgram {
  readonly agent: KnownAgent
  /** Absolute path of the file that its process runs. */
  readonly file: string
  readonly process: ResumeHint['process']
}

/** A program's report of how to resume its session. */
export type Said =
  | { readonly of: 'osc88'; readonly op: Extract<Op88, { readonly op: 'arm' }> }
  /** `app`: agent that owns the session; absent for the agent in the foreground. */
  | { readonly of: 'session'; readonly app: string | undefined; readonly id: string }

/** Returns the hint of a report, or `null` if it does not match the agent and its `resume` rule. */
export function hintOf(said: Said, front: HintedProgram, directory: string): ResumeHint | null {
  const session = said.of === 'osc88' ? armedSession(said.op, front) : namedSession(said, front)
  if (session === null) return null
  const { agent, file: program, process } = front
  const hint = resumeHint.safeParse({ agent: agent.id, program, session, directory, process }).data
  return hint !== undefined && resumeCommand(hint, agent) !== null ? hint : null
}

/** Returns the command, or `null` without a `resume` rule or one of the agent's names. */
export function resumeCommand(
  { fork, program, session }: ResumeHint,
  agent: KnownAgent,
): Command | null {
  const rule = fork === true ? agent.fork : agent.resume
  if (rule === null || !agent.names.includes(baseName(program))) return null
  return { program, args: argumentsOf(rule).map((word) => word.replace('<id>', session)) }
}

function argumentsOf(rule: string): readonly string[] {
  return rule.split(' ').slice(1)
}

/** `cmd` is not run, but it must not contradict the foreground agent. */
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

/** Compares with each of the agent's names, ignoring case. */
function isCalled({ id, name, tool, names }: KnownAgent, app: string): boolean {
  const wanted = app.toLowerCase()
  return [id, name, tool, ...names].some((one) => one.toLowerCase() === wanted)
}

function isId(text: string): boolean {
  return idPattern.test(text) && !text.startsWith('-')
}
