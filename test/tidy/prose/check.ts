/** All texts of the repository with what the checks find in them, by file. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SourceFile } from '../parse.ts'
import { isSource, projectPaths, readFiles, root } from '../tree.ts'
import { checkDocument, withoutBlocks, wordsIn, type Finding } from './documents.ts'
import { labelFindings } from './labels.ts'
import { lineIn, passagesOf, type Passage } from './passages.ts'
import { projectWords, unknownWords } from './spelling.ts'
import { findWords, type Audience } from './word-list.ts'

export interface Checked {
  readonly path: string
  /** Number of words, by area. */
  readonly words: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
  /** Words that no public dictionary has. The project's own are left to the caller. */
  readonly unknown: readonly { readonly line: number; readonly word: string }[]
}

/**
 * Results by the hash of the content: all texts take about 20 s of one CPU, and a change concerns
 * few.
 */
const cachePath = join(root, 'node_modules/.cache/vibeflow/prose.json')

/** Returns the kind of text by its file. */
export function audienceOf(path: string): Audience {
  if (path.endsWith('.md')) {
    if (/^(README\.md|docs\/(get-started|guides)\/)/.test(path)) return 'guides'
    const isInternal =
      /^docs\/contributing\//.test(path) ||
      (/^(src|test|fuzz|\.github)\//.test(path) && !/^src\/(protocol|testing)\//.test(path))
    return isInternal ? 'contributing' : 'reference'
  }
  if (/^src\/(cli|protocol)\//.test(path)) return 'cli'
  return /^src\/(build|electron-shim|testing|packaging|integrations)\//.test(path) ? 'tools' : 'ui'
}

let checking: Promise<readonly Checked[]> | undefined

/** Checks once in a process. */
export function checkAll(): Promise<readonly Checked[]> {
  checking ??= checkTree()
  return checking
}

async function checkTree(): Promise<readonly Checked[]> {
  const files = readFiles(
    projectPaths().filter((path) => isSource(path) || /\.(md|css)$/.test(path)),
  )
  const version = versionOfChecks()
  const cached = readCache()
  const hashes = files.map(({ path, text }) => hash(`${version}\0${path}\0${text}`))
  const fresh = files.filter((_, index) => cached[hashes[index] ?? ''] === undefined)
  const checked = new Map((await checkFiles(fresh)).map((one) => [one.path, one]))
  const all = files.map(({ path }, index) => checked.get(path) ?? cached[hashes[index] ?? ''])
  if (fresh.length > 0)
    writeCache(Object.fromEntries(all.map((one, index) => [hashes[index] ?? '', one])))
  const isOurs = projectWords()
  return all
    .filter((one) => one !== undefined)
    .map((one) => ({
      ...one,
      findings: [
        ...one.findings,
        ...one.unknown
          .filter(({ word }) => !isOurs(word))
          .map(({ line, word }) => ({
            kind: 'spelling',
            line,
            found: word,
            expected: 'American spelling; add names to src/build/prose/words.txt',
          })),
      ],
    }))
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** A change of a rule, of a check or of a package makes all results invalid. */
function versionOfChecks(): string {
  const paths = projectPaths().filter(
    (path) => /^test\/tidy\/prose\/|\/prh\.yml$/.test(path) || path === 'package-lock.json',
  )
  return hash(
    readFiles(paths)
      .map(({ text }) => text)
      .join('\0'),
  )
}

function readCache(): Readonly<Record<string, Checked | undefined>> {
  try {
    return JSON.parse(readFileSync(cachePath, 'utf8'))
  } catch {
    return {} // the first run, or a file that was cut
  }
}

function writeCache(content: unknown): void {
  mkdirSync(dirname(cachePath), { recursive: true })
  writeFileSync(cachePath, JSON.stringify(content))
}

async function checkFiles(files: readonly SourceFile[]): Promise<Checked[]> {
  const spelled = new SpelledTexts()
  const partly = []
  for (const file of files)
    partly.push(
      file.path.endsWith('.md') ? await checkPage(file, spelled) : checkSource(file, spelled),
    )
  const unknown = await spelled.unknown()
  return partly.map((one) => ({ ...one, unknown: unknown.get(one.path) ?? [] }))
}

async function checkPage(file: SourceFile, spelled: SpelledTexts) {
  const { path, text } = file
  const prose = withoutBlocks(text)
  spelled.add(
    path,
    // inline code, addresses and tags
    prose.replace(/`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>|\b[a-z]+:\/\/\S+/g, (one) =>
      ' '.repeat(one.length),
    ),
    (index) => prose.slice(0, index).split('\n').length,
  )
  const audience = audienceOf(path)
  const findings = await checkDocument(file, audience)
  return { path, words: { [areas[audience]]: wordsIn(prose) }, findings }
}

function checkSource(file: SourceFile, spelled: SpelledTexts) {
  const words: Record<string, number> = {}
  const findings: Finding[] = [...labelFindings(file)]
  for (const passage of file.path.endsWith('.css') ? cssComments(file) : passagesOf(file)) {
    const { kind, text } = passage
    const audience = kind === 'strings' ? audienceOf(file.path) : kind
    words[areas[audience]] = (words[areas[audience]] ?? 0) + wordsIn(text)
    spelled.add(file.path, text, (index) => lineIn(passage, index))
    for (const { index, found, expected } of findWords(text, audience))
      findings.push({ kind, line: lineIn(passage, index), found, expected })
  }
  return { path: file.path, words, findings }
}

export const areas = {
  guides: 'guides, README',
  reference: 'reference docs',
  contributing: 'developer docs',
  ui: 'UI strings',
  cli: 'CLI strings',
  tools: 'tool messages',
  comments: 'comments',
  titles: 'test titles',
} as const satisfies Record<Audience, string>

function cssComments({ text }: SourceFile): Passage[] {
  return [...text.matchAll(/\/\*([^]*?)\*\//g)].map(({ index, 1: comment = '' }) => ({
    kind: 'comments',
    text: comment,
    parts: [{ index: 0, line: text.slice(0, index).split('\n').length }],
  }))
}

/** Texts of all files as one: cspell takes a while for each that it is given. */
class SpelledTexts {
  readonly #texts: { start: number; path: string; lineAt: (index: number) => number }[] = []
  #text = ''

  add(path: string, text: string, lineAt: (index: number) => number): void {
    this.#texts.push({ start: this.#text.length, path, lineAt })
    this.#text += `${text}\n`
  }

  async unknown(): Promise<ReadonlyMap<string, { line: number; word: string }[]>> {
    const found = new Map<string, { line: number; word: string }[]>()
    if (this.#text === '') return found
    let at = 0
    for (const { index, word } of await unknownWords(this.#text)) {
      while ((this.#texts[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= index) at++
      const text = this.#texts[at]
      if (text === undefined) continue
      const list = found.get(text.path) ?? []
      found.set(text.path, list)
      list.push({ line: text.lineAt(index - text.start), word })
    }
    return found
  }
}
