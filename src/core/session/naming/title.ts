/** What a tab is called. State never comes from, or hides in, a title. */
import { nameCharactersMax, safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'
import type { Command } from '../../../base/command.ts'
import { baseName } from '../../../base/text/base-name.ts'

// Agents animate their titles; a tab bar that trembles cannot be read. Braille patterns and the
// quarter circles of known agents, before the words or as a part of their own: `⠋ - make - grok`.
const spinner = /(^|- )[\u2800-\u28ff◐◑◒◓]\ufe0e?\s+(?:- )?/gu

export interface TitleFacts {
  /** OSC 0/2 as received, or null when none or an empty one came. */
  readonly reported: string | null
  /** `tabs.title_strip_prefix`: taken off what the program reports. */
  readonly prefix?: string
  /** What the tab runs, and where. */
  readonly command: Command
  readonly directory: string
  readonly home: string
  /**
   * The agent that was typed at the shell's prompt and is in front now, by /proc; null: none, or
   * nobody looks.
   */
  readonly front?: string | null
  /** The command is the user's shell: its name says nothing, the directory does. */
  readonly isUserShell: boolean
}

/**
 * Title of a tab: what the program says, else command and directory, else the shell's name. The
 * command of a shell is the agent that it has in front.
 */
export function tabTitle(facts: TitleFacts): string {
  const reported =
    facts.reported === null
      ? ''
      : safeText(facts.reported, titleCharactersMax).trim().replace(spinner, '$1')
  const { prefix = '' } = facts
  const name =
    prefix !== '' && reported.startsWith(prefix) ? reported.slice(prefix.length).trim() : reported
  if (/[^\s\u2800]/u.test(name)) return name // U+2800 draws nothing
  const front = facts.isUserShell ? (facts.front ?? null) : null
  const program = safeText(front ?? baseName(facts.command.program), nameCharactersMax)
  return facts.isUserShell && front === null
    ? program
    : `${program} - ${shortDirectory(facts.directory, facts.home)}`
}

/** The home directory as `~`, everything else as it is. */
export function shortDirectory(directory: string, home: string): string {
  const short =
    home !== '' && directory === home
      ? '~'
      : home !== '' && directory.startsWith(`${home}/`)
        ? `~${directory.slice(home.length)}`
        : directory
  return safeText(short, nameCharactersMax)
}

/**
 * What a tab's work is called when its program does not say: the repository that it is in, else the
 * folder.
 */
export function projectName({
  directory,
  home,
  repository,
}: {
  readonly directory: string
  readonly home: string
  readonly repository: string | null
}): string {
  const name = repository ?? (directory === home ? '~' : baseName(directory))
  return safeText(name === '' ? directory : name, nameCharactersMax)
}
