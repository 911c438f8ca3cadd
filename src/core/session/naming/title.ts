/** Titles of tabs. A title never carries the state. */
import { nameCharactersMax, safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'
import type { Command } from '../../../base/command.ts'
import { baseName } from '../../../base/text/base-name.ts'

// Animations in agents' titles, which would make the tab bar flicker: Braille patterns and quarter
// circles, before the text or as a part of it, as in `⠋ - make - grok`.
const spinner = /(^|- )[\u2800-\u28ff◐◑◒◓]\ufe0e?\s+(?:- )?/gu

/** Text of Codex and Gemini CLI before `| api` or `(api)` while they ask; Codex's blinks. */
const asks = /^(?:\[ ?[!.] ?\]|✋\ufe0f?)\s+Action Required(?:\s*\|)?\s*(?:\((.*)\)$)?/u

/** A path, which shells set at their prompts, also as `me@host: ~/api`. */
const placeTitle = /^([\w.-]+@[\w.-]+:\s*)?((?:~|\/)\S*)$/

/** Characters of the parent directories in a title; of a longer path the end is shown. */
const parentCharactersMax = 24

export interface TitleFacts {
  /** OSC 0/2 as received; `null` if none or an empty one came. */
  readonly reported: string | null
  /** `tabs.title_strip_prefix`: removed from the program's title. */
  readonly prefix?: string
  /** Command and directory of the tab. */
  readonly command: Command
  readonly directory: string
  readonly home: string
  /** Project and branch of the directory, for agents; `undefined` if it is elsewhere. */
  readonly project?: string | undefined
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
      : safeText(facts.reported, titleCharactersMax)
          .trim()
          .replace(spinner, '$1')
          .replace(asks, '$1')
  const { prefix = '' } = facts
  const name =
    prefix !== '' && reported.startsWith(prefix) ? reported.slice(prefix.length).trim() : reported
  const front = facts.isUserShell ? (facts.front ?? null) : null
  const isPlace = placeTitle.test(name)
  // U+2800 draws nothing. An agent's name and project are clearer than a path.
  if (/[^\s\u2800]/u.test(name) && !(isPlace && front !== null))
    return facts.isUserShell && isPlace ? directoryFirst(name) : name
  const program = safeText(front ?? baseName(facts.command.program), nameCharactersMax)
  return facts.isUserShell && front === null
    ? program
    : `${program} - ${
        front === null
          ? shortDirectory(facts.directory, facts.home)
          : (facts.project ?? shortDirectory(facts.directory, facts.home))
      }`
}

/**
 * Returns a path with its last directory first, because tabs truncate titles at the end:
 * `~/src/api` becomes `api - ~/src`. A path with one directory is not changed.
 */
function directoryFirst(title: string): string {
  const [, host = '', path = ''] = placeTitle.exec(title) ?? []
  const trimmed = path.replace(/\/+$/, '')
  const parent = trimmed.slice(0, trimmed.lastIndexOf('/'))
  if (parent === '' || parent === '~') return title
  return `${baseName(trimmed)} - ${host}${shortParent(parent)}`
}

/** Returns a path without its first directories if it is long. */
function shortParent(path: string): string {
  if (path.length <= parentCharactersMax) return path
  const at = path.indexOf('/', path.length - parentCharactersMax)
  return `…${at === -1 ? path.slice(path.lastIndexOf('/')) : path.slice(at)}`
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
