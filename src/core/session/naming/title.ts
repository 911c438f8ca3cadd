/** Titles of tabs. A title never carries the state. */
import { nameCharactersMax, safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'
import type { Command } from '../../../base/command.ts'
import { baseName } from '../../../base/text/base-name.ts'

// Animations in agents' titles, which would make the tab bar flicker: Braille patterns and quarter
// circles, before the text or as a part of it, as in `⠋ - make - grok`.
const spinner = /(^|- )[\u2800-\u28ff◐◑◒◓]\ufe0e?\s+(?:- )?/gu

export interface TitleFacts {
  /** OSC 0/2 as received; `null` if none or an empty one came. */
  readonly reported: string | null
  /** `tabs.title_strip_prefix`: removed from the program's title. */
  readonly prefix?: string
  /** Command and directory of the tab. */
  readonly command: Command
  readonly directory: string
  readonly home: string
  /** The foreground agent, from /proc; `null` if there is none or it is not read. */
  readonly front?: string | null
  /** The command is the user's shell, whose name is less useful than the directory. */
  readonly isUserShell: boolean
}

/** Returns the program's title, else its name (or its agent's) and directory. */
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

/** Returns the directory with `~` for the home directory. */
export function shortDirectory(directory: string, home: string): string {
  const short =
    home !== '' && directory === home
      ? '~'
      : home !== '' && directory.startsWith(`${home}/`)
        ? `~${directory.slice(home.length)}`
        : directory
  return safeText(short, nameCharactersMax)
}

/** Returns the project name when the program reports none: the repository, else the directory. */
export function projectName(directory: string, home: string, repository: string | null): string {
  const name = repository ?? (directory === home ? '~' : baseName(directory))
  return safeText(name === '' ? directory : name, nameCharactersMax)
}
