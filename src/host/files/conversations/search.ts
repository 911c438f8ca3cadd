/**
 * Searches the text of agents' transcripts, newest first. Blocks its thread: it runs in a worker or
 * in the command's process. Facts about a file are used again until the file changes.
 */
import { dirname, join } from 'node:path'
import type { FoundConversation, SearchEnd } from '../../../agents/conversations/found.ts'
import {
  foundMax,
  headBytes,
  missesMax,
  searchCharactersMax,
  searchMs,
  walkMs,
} from '../../../agents/conversations/limits.ts'
import {
  matchIn,
  queryOf,
  shownLine,
  type TranscriptQuery,
} from '../../../agents/conversations/query.ts'
import {
  directoryIn,
  entriesOf,
  idInPath,
  isDocument,
  isPrompt,
  transcriptPlaces,
} from '../../../agents/conversations/transcripts.ts'
import type { AgentDirectory } from '../../../core/config/accounts.ts'
import { tryOr } from '../try-or.ts'
import { inLowerCase, readLines, readWhole, withTranscript } from './read-entries.ts'
import { transcriptsIn, type Transcript } from './walk.ts'

const lineFeed = 0x0a

/** Facts about a file until it changes. */
interface Known {
  readonly at: number
  readonly size: number
  head: Head | null
  /** Words that its bytes do not contain. */
  misses: readonly string[]
}

interface Head {
  readonly id: string | null
  readonly directory: string
  readonly prompt: string
}

export class TranscriptSearch {
  #known = new Map<string, Known>()

  /**
   * @param text empty for the newest conversations
   * @param found called for each conversation
   * @param isOver whether no one waits for results any more
   */
  run(
    roots: readonly AgentDirectory[],
    text: string,
    found: (conversation: FoundConversation) => void,
    isOver: () => boolean = () => false,
  ): SearchEnd {
    const query = queryOf(text.slice(0, searchCharactersMax))
    const until = performance.now() + searchMs
    const walkUntil = performance.now() + walkMs
    const isLate = (): boolean => isOver() || performance.now() > walkUntil
    const transcripts = transcriptsIn(roots, transcriptPlaces, isLate)
    const isCut = isLate()
    const before = this.#known
    this.#known = new Map(
      transcripts.map((one) => [one.path, keptFor(one, before.get(one.path))] as const),
    )
    const end = (stopped: string | null): SearchEnd => ({
      stopped,
      transcripts: transcripts.length,
    })
    const ids = new Set<string>()
    const ends = (): boolean => isOver() || performance.now() > until
    for (const transcript of transcripts) {
      if (isOver()) return end(null)
      if (ends()) return end(`The search stopped after ${searchMs / 1_000} s.`)
      const conversation = this.#read(transcript, query, ends)
      if (conversation === null) continue
      const { agent, account, id } = conversation
      const key = `${agent} ${account} ${id}`
      // a newer file of the same conversation was found before
      if (ids.has(key)) continue
      ids.add(key)
      found(conversation)
      if (ids.size === foundMax) return end(`Only the newest ${foundMax} are shown.`)
    }
    return end(isCut ? `Not all directories were read within ${walkMs / 1_000} s.` : null)
  }

  #read(
    transcript: Transcript,
    query: TranscriptQuery | null,
    isOver: () => boolean,
  ): FoundConversation | null {
    const { path, root, at } = transcript
    const known = this.#known.get(path)
    if (known === undefined) return null
    if (query !== null && known.misses.some((missed) => query.longest.includes(missed))) return null
    const { line, isMiss } = query === null ? everything : lineOf(transcript, query, isOver)
    if (query !== null && isMiss && !isOver())
      known.misses = [...known.misses, query.longest].slice(-missesMax)
    if (line === null) return null
    known.head ??= headOf(transcript)
    const { id, directory, prompt } = known.head
    if (id === null || (query === null && prompt === '')) return null
    const { agent, account } = root
    return { agent, account, id, directory, at: Math.round(at), prompt, line }
  }
}

function keptFor({ at, size }: Transcript, known: Known | undefined): Known {
  return known?.at === at && known.size === size ? known : { at, size, head: null, misses: [] }
}

interface Looked {
  /** The first line of a message that has the words; `null` without one. */
  readonly line: string | null
  /** Nothing in the file has the longest word. */
  readonly isMiss: boolean
}

const everything: Looked = { line: '', isMiss: false }

function lineOf({ path, root }: Transcript, query: TranscriptQuery, isOver: () => boolean): Looked {
  let isMiss = true
  const inEntries = (bytes: Buffer | null): string | null => {
    isMiss = false
    for (const { text } of entriesOf(root.agent, parsed(bytes))) {
      const line = text === '' ? null : matchIn(text, query)
      if (line !== null) return line
    }
    return null
  }
  const line = withTranscript(
    path,
    (handle, { size }) => {
      if (isDocument(path)) return inEntries(readWhole(handle, size))
      let found: string | null = null
      readLines(handle, size, (bytes) => {
        found = inLines(bytes, query, inEntries, isOver)
        return found !== null || isOver()
      })
      return found
    },
    null,
  )
  return { line, isMiss }
}

function inLines(
  bytes: Buffer,
  { needles }: TranscriptQuery,
  inEntries: (line: Buffer) => string | null,
  isOver: () => boolean,
): string | null {
  const lower = inLowerCase(bytes)
  for (const needle of needles) {
    for (let hit = lower.indexOf(needle); hit !== -1 && !isOver(); ) {
      const begin = lower.lastIndexOf(lineFeed, hit) + 1
      const next = lower.indexOf(lineFeed, hit)
      const end = next === -1 ? lower.length : next
      const line = inEntries(bytes.subarray(begin, end))
      if (line !== null) return line
      hit = next === -1 ? -1 : lower.indexOf(needle, end) // more in this line is the same text
    }
  }
  return null
}

function headOf({ path, root }: Transcript): Head {
  let id = idInPath(root.agent, path)
  let directory: string | null = null
  let prompt: string | null = null
  const take = (value: unknown): void => {
    for (const entry of entriesOf(root.agent, value)) {
      id ??= entry.id
      directory ??= entry.directory
      if (isPrompt(entry)) prompt ??= entry.text
    }
  }
  const isKnown = (): boolean => prompt !== null && directory !== null
  withTranscript(
    path,
    (handle, { size }) => {
      if (isDocument(path)) take(parsed(readWhole(handle, size)))
      else
        readLines(handle, Math.min(size, headBytes), (bytes) => {
          for (const line of bytes.toString().split('\n')) if (!isKnown()) take(parsed(line))
          return isKnown()
        })
    },
    undefined,
  )
  directory ??= projectOf(path, root)
  return { id, directory, prompt: shownLine(prompt ?? '') }
}

/** Returns the directory that Gemini CLI notes next to its chats; empty if unknown. */
function projectOf(path: string, { agent }: AgentDirectory): string {
  if (agent !== 'gemini') return ''
  const noted = withTranscript(
    join(dirname(dirname(path)), '.project_root'),
    (handle, { size }) => readWhole(handle, size)?.toString() ?? '',
    '',
  )
  return directoryIn(noted.trim()) ?? ''
}

function parsed(json: string | Buffer | null): unknown {
  if (json === null || json.length === 0) return null
  return tryOr(() => JSON.parse(json.toString()) as unknown, null)
}
