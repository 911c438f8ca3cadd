/**
 * Which agent runs on the other side of a program that leads elsewhere (ssh, docker): no /proc of
 * ours has it. Its reports name it, or its title does; a prompt there, or another program here, is
 * its end. What it is taken for arms the rules for its screen, as a process of that name would.
 */
import type { Match, Tools } from '../process/match.ts'
import { agentName } from '../tabs/agent-names.ts'
import { safeText, titleCharactersMax } from '../text/safe-text.ts'

/** Shells set such titles at their prompts: `me@build: ~/api`. */
const promptTitle = /^[\w.-]+@[\w.-]+(?::|\s|$)/

/** A title so long is a sentence, in which a name says nothing of who wrote it. */
const namedWithin = 60

/** The agent whose title this is; `prompt`: a shell's; null: anybody's. */
export function agentOfTitle(
  text: string,
  tools: Pick<Tools, 'match' | 'all'>,
): Match | 'prompt' | null {
  const title = safeText(text.slice(0, 4 * titleCharactersMax), titleCharactersMax)
    .replace(/^[^\p{L}\p{N}/~.]+/u, '')
    .trim()
  if (promptTitle.test(title)) return 'prompt'
  // a command line, as zsh and fish have it
  const [first = ''] = title.split(/\s/, 1)
  const command = tools.match({ comm: first.slice(first.lastIndexOf('/') + 1), argv: [] })
  if (command !== null) return command
  if (title.length > namedWithin) return null
  return tools.all.find(({ tool }) => beginsWithName(title, agentName(tool))) ?? null
}

function beginsWithName(title: string, name: string): boolean {
  return (
    title.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
    !/^[\p{L}\p{N}_-]/u.test(title.slice(name.length))
  )
}
