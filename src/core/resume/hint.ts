/**
 * A resume hint: by which words a program goes on where it was, should its tab come back after the
 * program is gone. It is shown, and run when the user says so, never before (docs/agents.md).
 */
import { z } from 'zod'
import type { Op88 } from '../../protocol/index.ts'
import type { Agent, Agents } from '../agent-rules/rules.ts'
import common from '../agent-rules/common.json' with { type: 'json' }
import { baseName } from '../process/candidates.ts'
import { interpreterOf, tables } from '../process/interpreter.ts'
import { isShell } from '../process/shells.ts'
import { nameCharactersMax, safeText, titleCharactersMax } from '../text/safe-text.ts'
import { argumentsMax, commandCharactersMax, directoryUnitsMax } from './limits.ts'
import { splitWords } from './words.ts'

/** What an agent may call a session: a word that no shell and no program takes for more. */
const idPattern = new RegExp(common.resumeIdPattern, 'u')

/** Programs that run what their words say, or remove it. */
const neverOffered: readonly string[] = [
  ...['env', 'pkexec', 'rm', 'dd'],
  ...tables.runners,
  ...tables.remoteClients,
]

const word = z.string().max(commandCharactersMax)

const shape = z.strictObject({
  /** What people call it. */
  agent: z.string().min(1),
  /** A path from the root, or a name to be looked up in PATH. */
  program: word.min(1),
  args: z.array(word).max(argumentsMax),
  /** Where it ran: absolute. */
  directory: z.string().startsWith('/').max(directoryUnitsMax),
  /** The program's own name of its session; null: only its words are known. */
  session: z.string().refine(isId).nullable(),
  /** What the program called itself last; absent: nothing. */
  title: z.string().max(titleCharactersMax).optional(),
  /** The process that the hint is of. `startTime`: clock ticks since the machine started. */
  process: z.strictObject({ pid: z.int().min(1), startTime: z.int().min(0) }).nullable(),
})

/** Of a saved session; what may not be offered does not come back. */
export const resumeHint = shape.refine(mayBeOffered)
export type ResumeHint = Readonly<z.infer<typeof shape>>

/** The program in front of a tab when it gave its hint. */
export interface HintedProgram {
  /** As the kernel calls it. */
  readonly name: string | null
  /** Id of its rules; null: no listed agent. */
  readonly agent: string | null
  readonly process: ResumeHint['process']
}

/** What a program has said by which it can be resumed. */
export type Said =
  | { readonly of: 'osc88'; readonly op: Extract<Op88, { readonly op: 'arm' }> }
  /** `app`: whose session it is; absent: the program's in front. */
  | { readonly of: 'session'; readonly app: string | undefined; readonly id: string }

/**
 * The hint that this makes, if the program in front is the one that it speaks of; else null.
 * @param directory where the tab is
 */
export function hintOf(
  said: Said,
  front: HintedProgram,
  agents: Agents,
  directory: string,
): ResumeHint | null {
  const agent = front.agent === null ? undefined : agents.get(front.agent)
  const words = said.of === 'osc88' ? armedWords(said.op, front, agent) : sessionWords(said, agent)
  if (words === null) return null
  const { of } = said
  return (
    resumeHint.safeParse({
      agent: safeText(agent?.name ?? baseName(words.program), nameCharactersMax),
      program: words.program,
      args: words.args,
      directory: (of === 'osc88' ? said.op.cwd : undefined) ?? directory,
      session: of === 'session' ? said.id : (words.args.findLast(isSessionId) ?? null),
      process: front.process,
    }).data ?? null
  )
}

interface Words {
  readonly program: string
  readonly args: readonly string[]
}

function armedWords(
  { cmd, args = '' }: Extract<Op88, { readonly op: 'arm' }>,
  { name }: HintedProgram,
  agent: Agent | undefined,
): Words | null {
  const split = splitWords(args)
  const base = baseName(cmd)
  const runs = name === base || agent?.names.includes(base) === true
  return split === null || !runs ? null : { program: cmd, args: split }
}

function sessionWords(
  { app, id }: Extract<Said, { readonly of: 'session' }>,
  agent: Agent | undefined,
): Words | null {
  if (agent === undefined || agent.resume === null || !isId(id)) return null
  if (app !== undefined && !isCalled(agent, app)) return null
  const [program, ...args] = agent.resume.split(' ').map((part) => part.replace('<id>', id))
  return program === undefined ? null : { program, args }
}

/** By one of its names, in any case. */
function isCalled({ id, name, tool, names }: Agent, app: string): boolean {
  const wanted = app.toLowerCase()
  return [id, name, tool, ...names].some((one) => one.toLowerCase() === wanted)
}

/** It would be no option of the program. */
function isId(text: string): boolean {
  return idPattern.test(text) && !text.startsWith('-')
}

/** A word that is long enough to be nothing else, such as `resume`. */
function isSessionId(text: string): boolean {
  return text.length >= 8 && isId(text)
}

/**
 * Its program is none that would run its words, and all of it can be shown as it is: nothing that
 * is invisible, no control, no mark of direction.
 */
function mayBeOffered({ agent, program, args, directory }: z.infer<typeof shape>): boolean {
  const base = baseName(program)
  return (
    (program === base || program.startsWith('/')) &&
    !program.startsWith('-') &&
    base !== '.' &&
    base !== '..' &&
    !isShell(base) &&
    interpreterOf(base) === null &&
    !neverOffered.includes(base) &&
    [program, ...args].join(' ').length <= commandCharactersMax &&
    [agent, program, directory, ...args].every((text) => safeText(text, text.length) === text)
  )
}
