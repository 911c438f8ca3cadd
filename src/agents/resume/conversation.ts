/** The command that resumes a conversation which was found in the agent's own files. Pure. */
import { quotedLine } from '../../base/text/shell-words.ts'
import type { KnownAgent } from '../rules/rules.ts'
import { resumeCommand, resumeHint, type ResumeHint } from './hint.ts'

/** A process that does not exist: the kernel's ids are smaller. */
const noProcess = { pid: 2 ** 22, startTime: 0 }

interface Wanted {
  /** Session id. */
  readonly id: string
  readonly directory: string
  /** Continues a copy. */
  readonly fork: boolean
}

/**
 * Returns the hint and its line for a shell; `null` if the agent has no such command. The program
 * is a name that the user's shell looks up, as if the user typed it. Such a hint is never read from
 * disk.
 */
export function conversationHint(
  agent: KnownAgent | undefined,
  { id: session, directory, fork }: Wanted,
): { readonly hint: ResumeHint; readonly line: string } | null {
  const program = (fork ? agent?.fork : agent?.resume)?.split(' ', 1)[0]
  if (agent === undefined || program === undefined) return null
  const more = { process: noProcess, ...(fork ? { fork } : {}) }
  const read = resumeHint.safeParse({
    ...{ agent: agent.id, program: `/${program}`, session, directory, ...more },
  }).data
  const hint = read === undefined ? undefined : { ...read, program }
  const command = hint === undefined ? null : resumeCommand(hint, agent)
  const line = command === null ? null : quotedLine([command.program, ...command.args], 'sh')
  return hint === undefined || line === null ? null : { hint, line }
}
