/**
 * Writes options into the user's file at the user's request. Only their lines change: comments,
 * order and links stay. Concurrent readers see the old or the new file.
 */
import { lstatSync, readlinkSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Savable, SavableValue } from '../../core/config/savable.ts'
import { configFileBytesMax } from '../../core/config/limits.ts'
import { tomlValue } from '../../core/config/written.ts'
import { kindWords, readUpTo } from '../files/read-up-to.ts'
import { replaceWhole } from '../files/replace-file.ts'
import { parseToml } from './parse-toml.ts'
import { configLinksMax } from './watcher.ts'
import { tryOr } from '../files/try-or.ts'
import { errorMessage } from '../../base/text/error-message.ts'
import { makeFolders } from '../files/make-folders.ts'

/**
 * Sets options. The value null removes one. Changes nothing if one of them can't be set.
 * @returns a message on failure
 */
export function saveOption(file: string, options: readonly Savable[]): string | null {
  const refused = (reason: string) =>
    [`Couldn't save ${file}: ${reason}.`, ...options.map(handwork)].join(' ')
  try {
    const target = behindLinks(file)
    const before = read(target)
    if (typeof before === 'object') return refused(before.problem)
    let after = before
    for (const { name, value } of options) {
      const changed = withOption(after, name, value)
      if (typeof changed === 'object') return refused(changed.problem)
      after = changed
    }
    replaceText(target, before, after)
    return null
  } catch (error) {
    return refused(errorMessage(error))
  }
}

function handwork({ name, value }: Savable): string {
  return value === null
    ? `Remove ${name} from the file yourself.`
    : `Set ${name} = ${tomlValue(value)} in the file yourself.`
}

/** A change to the user's file that is not written yet. */
export interface ConfigDraft {
  readonly before: string
  readonly after: string
  /** Options that can't be added to this file, with the reason. */
  readonly refused: readonly { readonly name: string; readonly problem: string }[]
}

/** Adds options and `[[shortcuts.send]]` tables to the file's text, without writing it. */
export function draftOptions(
  file: string,
  options: ReadonlyMap<string, SavableValue>,
  sends: readonly Send[],
): ConfigDraft | { readonly problem: string } {
  try {
    const before = read(behindLinks(file))
    if (typeof before === 'object') return before
    let after = before
    const refused: { name: string; problem: string }[] = []
    const add = (name: string, changed: ReturnType<typeof withOption>) => {
      if (typeof changed === 'string') after = changed
      else refused.push({ name, problem: changed.problem })
    }
    const sectionOf = (name: string) => name.split('.')[0]
    const sections = new Set([...options.keys()].map(sectionOf))
    // a new option becomes the first of its section
    for (const section of sections)
      for (const [name, value] of [...options].reverse())
        if (sectionOf(name) === section) add(name, withOption(after, name, value))
    if (sends.length > 0) add('shortcuts.send', withSends(after, sends))
    return { before, after, refused }
  } catch (error) {
    return { problem: errorMessage(error) }
  }
}

/** Writes a draft. Returns a message on failure; the file is then unchanged. */
export function writeDraft(file: string, { before, after }: ConfigDraft): string | null {
  try {
    replaceText(behindLinks(file), before, after)
    return null
  } catch (error) {
    return `Couldn't save ${file}: ${errorMessage(error)}.`
  }
}

/** @throws if the file no longer has the text `before` */
function replaceText(target: string, before: string, after: string): void {
  if (after === before) return
  makeFolders(dirname(target))
  replaceWhole(target, [after], {
    mode: (statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777,
    check: () => {
      if (read(target) !== before) throw new Error('the file changed while saving')
    },
  })
}

interface Send {
  readonly keys: readonly string[]
  readonly text: string
}

/** Appends tables. Parses the result, so that nothing else in the file is ever lost. */
function withSends(text: string, sends: readonly Send[]): string | { readonly problem: string } {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const rows = sends.flatMap(({ keys, text: typed }) => [
    '',
    '[[shortcuts.send]]',
    `keys = ${tomlValue(keys)}`,
    `text = ${tomlValue(typed)}`,
  ])
  const after = `${text}${text === '' || text.endsWith('\n') ? '' : end}${rows.join(end)}${end}`
  const [parsed, now] = [parseToml(text), parseToml(after)]
  if (!parsed.ok || !now.ok) return { problem: 'shortcuts.send must be edited by hand' }
  const { shortcuts = {} } = parsed.table as Record<string, Record<string, unknown> | undefined>
  const list = Array.isArray(shortcuts['send']) ? shortcuts['send'] : []
  const wanted = { ...parsed.table, shortcuts: { ...shortcuts, send: [...list, ...sends] } }
  return canonical(now.table) === canonical(wanted)
    ? after
    : { problem: 'shortcuts.send must be edited by hand' }
}

/** Returns the text with this option set or removed, otherwise unchanged. */
export function withOption(
  text: string,
  name: string,
  value: SavableValue | null,
): string | { readonly problem: string } {
  if (text.startsWith('\ufeff')) {
    // keep the byte order mark
    const marked = withOption(text.slice(1), name, value)
    return typeof marked === 'string' ? `\ufeff${marked}` : marked
  }
  const [section = '', key = ''] = name.split('.')
  const parsed = parseToml(text)
  if (!parsed.ok)
    return { problem: `line ${parsed.place.line}, column ${parsed.place.column}: ${parsed.reason}` }
  const table = parsed.table as Record<string, Record<string, unknown> | undefined>
  const there = table[section]?.[key] !== undefined
  const place = parsed.placeOf(there ? name : section)
  if (value === null && !there) return text
  const after =
    there && place !== null
      ? value === null
        ? removed(text, place)
        : replaced(text, place, value)
      : added(text, place?.line ?? null, { section, key, value: value ?? '' })
  // Parse the result, so that nothing else in the file is ever lost.
  const { [key]: _, ...others } = table[section] ?? {}
  const wanted = canonical({
    ...table,
    [section]: value === null ? others : { ...others, [key]: value },
  })
  const now = parseToml(after)
  return now.ok && canonical(now.table) === wanted
    ? after
    : { problem: `the line of ${name} must be edited by hand` }
}

/** A key and the text before its value. */
const keyPart = /^((?:"[^"]*"|'[^']*'|[\w-]+)\s*=\s*)/
/** A value. Lists with a comment are not matched, since the comment would be lost. */
const valuePart = new RegExp(
  [
    String.raw`^(?:\[(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\]"'#])*\]`,
    String.raw`\{(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^}"'#])*\}`,
    String.raw`"(?:[^"\\]|\\.)*"`,
    String.raw`'[^']*'`,
    String.raw`[^\s,#}\]]+)`,
  ].join('|'),
)

/** Returns the text around a value, or `null` if its form is not known. */
function around(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): { readonly begin: number; readonly before: string; readonly after: string } | null {
  const lines = text.split('\n')
  const begin = lines.slice(0, line - 1).join('\n').length + (line === 1 ? 0 : 1)
  const at = begin + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length
  const key = keyPart.exec(text.slice(at))?.[0]
  if (key === undefined) return null
  const from = at + key.length
  const value = valuePart.exec(text.slice(from))?.[0]
  if (value === undefined) return null
  return { begin, before: text.slice(0, from), after: text.slice(from + value.length) }
}

/** Removes the line of an option. Returns the text unchanged if its form is not known. */
function removed(text: string, place: Parameters<typeof around>[1]): string {
  const found = around(text, place)
  const rest = found === null ? null : /^[ \t]*(#[^\n]*)?\r?(\n|$)/.exec(found.after)?.[0]
  if (found === null || rest == null) return text
  return text.slice(0, found.begin) + found.after.slice(rest.length)
}

function replaced(text: string, place: Parameters<typeof around>[1], value: SavableValue): string {
  const found = around(text, place)
  return found === null ? text : found.before + tomlValue(value) + found.after
}

/** @param at line of the table or of its first key, or `null` without either */
function added(
  text: string,
  at: number | null,
  {
    section,
    key,
    value,
  }: { readonly section: string; readonly key: string; readonly value: SavableValue },
): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const row = `${key} = ${tomlValue(value)}`
  const lines = text.split('\n')
  const header = headerOf(section, lines, at)
  if (header === null) {
    const gap = text === '' ? '' : text.endsWith('\n') ? end : end + end
    return `${text}${gap}[${section}]${end}${row}${end}`
  }
  const isHeader = /^\s*\[/.test(lines[header - 1] ?? '')
  // The header is the last line of the file.
  if (header === lines.length) lines.push('')
  lines[header - 1] = (lines[header - 1] ?? '').replace(/\r?$/, end.slice(0, -1))
  lines.splice(header, 0, (isHeader ? row : `${section}.${row}`) + end.slice(0, -1))
  return lines.join('\n')
}

/**
 * Returns the line after which a key of a section is added, or null if the section has only tables
 * of its own, such as [[shortcuts.send]].
 * @param first line of the section's first key or table, or null without either
 */
function headerOf(section: string, lines: readonly string[], first: number | null): number | null {
  if (first === null || !/^\s*\[/.test(lines[first - 1] ?? '')) return first
  const own = new RegExp(String.raw`^\s*\[\s*(["']?)${section}\1\s*\]`)
  const at = lines.findIndex((line) => own.test(line))
  return at === -1 ? null : at + 1
}

/** Serializes a value with sorted keys, for comparison. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'bigint'
      ? `${one}n`
      : typeof one === 'object' && one !== null && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
        : one,
  )
}

/** Follows links to the file to write, existing or not: the links stay. */
function behindLinks(file: string): string {
  let path = file
  for (let links = 0; links < configLinksMax; links += 1) {
    try {
      if (!lstatSync(path).isSymbolicLink()) return path
    } catch {
      return path // missing: it will be created
    }
    path = resolve(dirname(path), readlinkSync(path))
  }
  throw new Error('symbolic links form a loop')
}

function read(path: string): string | { readonly problem: string } {
  let bytes: ReturnType<typeof readUpTo>
  try {
    bytes = readUpTo(path, configFileBytesMax)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
  if ('kind' in bytes) return { problem: kindWords(bytes) }
  if ('size' in bytes) return { problem: `the file has more than ${configFileBytesMax} bytes` }
  return tryOr(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), {
    problem: 'the file is not valid UTF-8',
  })
}
