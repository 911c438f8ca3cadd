/**
 * Transcripts that agents keep of their conversations: where they are, and the text of an entry.
 * Public pages and published source describe the formats; versions differ, so all fields are
 * optional and unknown entries have no text.
 */
import { directoryUnitsMax } from '../resume/limits.ts'
import { idUnitsMax } from './limits.ts'

/** Agents whose transcripts are read, by the id of their rules. */
export type TranscriptAgent = 'claude' | 'codex' | 'copilot' | 'gemini' | 'pi'

export interface TranscriptPlace {
  readonly agent: TranscriptAgent
  /** Variable that names the agent's directory, and so the account; `null` without one. */
  readonly variable: string | null
  /** The agent's directory below home, if the variable is not set. */
  readonly usual: string
  /** Names of the folders and the file below it. */
  readonly names: readonly RegExp[]
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const any = /^[^.]/

export const transcriptPlaces: readonly TranscriptPlace[] = [
  {
    ...{ agent: 'claude', variable: 'CLAUDE_CONFIG_DIR', usual: '.claude' },
    names: [/^projects$/, any, new RegExp(`^${uuid}\\.jsonl$`)],
  },
  {
    ...{ agent: 'codex', variable: 'CODEX_HOME', usual: '.codex' },
    names: [/^sessions$/, any, any, any, new RegExp(`^rollout-.*${uuid}\\.jsonl$`)],
  },
  {
    ...{ agent: 'copilot', variable: 'COPILOT_HOME', usual: '.copilot' },
    names: [/^session-state$/, any, /^events\.jsonl$/],
  },
  {
    ...{ agent: 'gemini', variable: null, usual: '.gemini' },
    names: [/^tmp$/, any, /^chats$/, /^session-.*\.jsonl?$/],
  },
  {
    ...{ agent: 'pi', variable: 'PI_CODING_AGENT_DIR', usual: '.pi/agent' },
    names: [/^sessions$/, any, new RegExp(`_${uuid}\\.jsonl$`)],
  },
]

export interface TranscriptEntry {
  readonly by: 'user' | 'agent' | null
  readonly text: string
  /** Session id; `null` if the entry does not name it. */
  readonly id: string | null
  readonly directory: string | null
}

type Json = Readonly<Record<string, unknown>>

/** Returns the entries of a parsed line, or of a whole document, which may have a million. */
export function entriesOf(agent: TranscriptAgent, value: unknown): Iterable<TranscriptEntry> {
  const line = fields(value)
  return agent === 'gemini' ? geminiEntries(line) : [readers[agent](line)]
}

/** Returns whether a file is one JSON document instead of lines, as those of older Gemini CLIs. */
export function isDocument(path: string): boolean {
  return path.endsWith('.json')
}

/** Returns the session id that the name of a transcript has; `null` if it has none. */
export function idInPath(agent: TranscriptAgent, path: string): string | null {
  if (agent === 'gemini') return null
  const ids = path.match(new RegExp(uuid, 'g'))
  return ids?.at(-1) ?? null
}

/** Returns whether text is a prompt of the user, and not context that the agent added. */
export function isPrompt({ by, text }: TranscriptEntry): boolean {
  return by === 'user' && text !== '' && !/^\s*(?:<|# AGENTS\.md|Caveat: )/.test(text)
}

const readers: Readonly<
  Record<Exclude<TranscriptAgent, 'gemini'>, (line: Json) => TranscriptEntry>
> = {
  claude: (line) => {
    const { type, isMeta, isSidechain, cwd, sessionId, summary, message } = line
    const by = type === 'user' ? 'user' : type === 'assistant' ? 'agent' : null
    const isOwn = isMeta !== true && isSidechain !== true
    const said = by === null || !isOwn ? textOf(summary) : textOf(fields(message)['content'])
    return entry(by, said, sessionId, cwd)
  },
  codex: (line) => {
    const payload = fields(line['payload'])
    const { id, cwd, type, role, content, message } = payload
    if (line['type'] === 'session_meta') return entry(null, '', id, cwd)
    if (type === 'user_message') return entry('user', textOf(message))
    if (type === 'agent_message') return entry('agent', textOf(message))
    const isSaid = type === 'message' && (role === 'user' || role === 'assistant')
    return isSaid ? entry(role === 'user' ? 'user' : 'agent', textOf(content)) : nothing
  },
  copilot: ({ type, data }) => {
    const { sessionId, context, content } = fields(data)
    if (type === 'session.start') return entry(null, '', sessionId, fields(context)['cwd'])
    if (type === 'user.message') return entry('user', textOf(content))
    return type === 'assistant.message' ? entry('agent', textOf(content)) : nothing
  },
  pi: ({ type, id, cwd, message }) => {
    if (type === 'session') return entry(null, '', id, cwd)
    const { role, content } = fields(message)
    if (type !== 'message' || (role !== 'user' && role !== 'assistant')) return nothing
    return entry(role === 'user' ? 'user' : 'agent', textOf(content))
  },
}

/** A line is a message, or has messages as the document of an older version. */
function* geminiEntries(line: Json): Generator<TranscriptEntry> {
  yield entry(null, '', line['sessionId'])
  const messages = line['messages'] ?? fields(line['$set'])['messages']
  const own = 'content' in line ? [line] : []
  for (const message of Array.isArray(messages) ? messages : own) {
    const { type, content } = fields(message)
    yield entry(type === 'user' ? 'user' : type === 'gemini' ? 'agent' : null, textOf(content))
  }
}

const nothing: TranscriptEntry = { by: null, text: '', id: null, directory: null }

function entry(
  by: TranscriptEntry['by'],
  text: string,
  id?: unknown,
  directory?: unknown,
): TranscriptEntry {
  return {
    ...{ by, text },
    id: typeof id === 'string' && id.length <= idUnitsMax ? id : null,
    directory: directoryIn(directory),
  }
}

/** Returns a value that is an absolute path of a possible length; `null` for others. */
export function directoryIn(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > directoryUnitsMax) return null
  return value.startsWith('/') ? value : null
}

/** Returns a text, or the texts of a list of blocks. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block) => (typeof block === 'string' ? block : fields(block)['text']))
    .filter((text) => typeof text === 'string')
    .join('\n')
}

function fields(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
