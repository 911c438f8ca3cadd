/** Shows text of a tab in the user's pager, in its own tab. */
import type { PageMessage } from '../../ipc/contract.ts'
import type { Command } from '../../../base/command.ts'
import type { TurnChanges } from '../../session/agent/turn-changes.ts'
import type { Shadow } from '../../worker/shadow.ts'
import { pagerBytesMax } from './limits.ts'
import type { TabOptions } from './tab-options.ts'

/**
 * Writes the text to a private file.
 * @returns a command that shows it from this line, counted from 1, and deletes the file at its end.
 * Rejects with a sentence
 */
export type PagerCommand = (text: Uint8Array, line: number) => Promise<Command>

interface PagerPorts {
  readonly command: PagerCommand
  /** `scrollback.pager` */
  readonly program: string
  /** @returns `null` if there are too many tabs, which was reported */
  readonly open: (tab: TabOptions) => string | null
  readonly notice: (level: 'notice' | 'warning' | 'error', text: string) => void
}

/** The tab of the text. */
interface Source {
  readonly shadow: { readonly questions: Pick<Shadow['questions'], 'snapshot'> }
  readonly directory: string
}

interface ChangesSource {
  readonly changes: Pick<TurnChanges, 'diff'>
  readonly columns: number
  readonly directory: string
}

type Asked = Pick<PageMessage & { kind: 'session/page' }, 'what' | 'below'>

/** Pagers that show colors without options. */
const colourful: ReadonlySet<string> = new Set(['moar', 'moor', 'ov'])

/** `-R`, also within a group of options, but not within another option's value: `-Pr`. */
const takesColours = /^(?:-[^-DPTbhjkoptxyz]*r|--raw-control-chars$)/i

/** Whether the program shows SGR as colors. `less` does with `-R`; an editor shows its bytes. */
export function showsColours(program: string): boolean {
  const [path = '', ...options] = program.split(/\s+/).filter((word) => word !== '')
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name !== 'less') return colourful.has(name)
  return options.some((word) => takesColours.test(word))
}

/**
 * Shows everything the tab has kept, down to the last nonempty row, or the last output. The text is
 * made from cells: it has no escape sequences of programs, and SGR only for pagers that show
 * colors.
 */
export async function showInPager(
  { what, below }: Asked,
  { shadow, directory }: Source,
  ports: PagerPorts,
): Promise<void> {
  const { program, notice } = ports
  const name = what === 'scrollback' ? 'Scrollback' : 'Last command output'
  const taken = await shadow.questions.snapshot({
    form: showsColours(program) ? 'styled' : 'text',
    scrollback: Number.MAX_SAFE_INTEGER,
    output: what === 'output',
    bytesMax: pagerBytesMax,
  })
  if (taken === null) {
    notice('error', `Couldn't read the ${name.toLowerCase()}. Try again.`)
    return
  }
  const bytes = what === 'scrollback' ? withoutBlankEnd(taken.payload) : taken.payload
  if (what === 'output' && bytes.length === 0) {
    notice('error', "The last command's output is no longer available.")
    return
  }
  const top = linesOf(taken.payload) - below + 1
  const line = what === 'scrollback' ? Math.max(1, Math.min(top, linesOf(bytes))) : 1
  await openText({ bytes, line, name, directory }, ports)
}

/** Shows what changed since the agent's turn started. */
export async function showChanges(
  { changes, columns, directory }: ChangesSource,
  tool: string,
  ports: PagerPorts,
): Promise<void> {
  const text = await changes.diff({ tool, columns, colours: showsColours(ports.program) })
  if (typeof text === 'string') ports.notice('notice', `No changes to show: ${text}`)
  else if (text.length === 0) ports.notice('notice', 'Nothing has changed since the turn started.')
  else await openText({ bytes: text, line: 1, name: 'Changes of the turn', directory }, ports)
}

async function openText(
  {
    bytes,
    line,
    name,
    directory,
  }: {
    readonly bytes: Uint8Array
    readonly line: number
    readonly name: string
    readonly directory: string
  },
  { command, open, notice }: PagerPorts,
): Promise<void> {
  try {
    const shown = await command(withEnd(bytes), line)
    open({
      command: shown,
      directory,
      title: name,
      onExit: 'close_on_success', // quitting a pager means being done with it
      once: true,
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    notice('error', `Couldn't open the pager: ${why}`)
  }
}

const lineFeed = 0x0a

function linesOf(bytes: Uint8Array): number {
  let lines = 1
  for (const byte of bytes) if (byte === lineFeed) lines += 1
  return lines
}

/** Removes blank rows at the end of the screen. */
function withoutBlankEnd(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => byte !== lineFeed)
  return bytes.subarray(0, last + 1)
}

/** Ensures a final newline, which editors and pagers expect. */
function withEnd(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) === lineFeed) return bytes
  const ended = new Uint8Array(bytes.length + 1)
  ended.set(bytes)
  ended[bytes.length] = lineFeed
  return ended
}
