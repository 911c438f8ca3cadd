/** Text of a tab in the user's pager, in a tab of its own. */
import type { PageMessage } from '../../ipc/contract.ts'
import type { Command } from '../../../base/command.ts'
import type { Shadow } from '../../worker/shadow.ts'
import { pagerBytesMax } from './limits.ts'
import type { TabOptions } from './tab-options.ts'

/**
 * Writes the text to a private file. @returns what shows it from this line on, counted from 1, and
 * takes the file away when it ends. Rejects with a sentence.
 */
export type PagerCommand = (text: Uint8Array, line: number) => Promise<Command>

export interface PagerPorts {
  readonly command: PagerCommand
  /** `scrollback.pager` */
  readonly program: string
  /** @returns null when there are too many tabs, which has been said */
  readonly open: (tab: TabOptions) => string | null
  readonly notice: (level: 'warning' | 'error', text: string) => void
}

/** Of the tab whose text it is. */
interface Source {
  readonly shadow: { readonly questions: Pick<Shadow['questions'], 'snapshot'> }
  readonly directory: string
}

type Asked = Pick<PageMessage & { kind: 'session/page' }, 'what' | 'below'>

/** Those that show SGRs as colours by themselves. */
const colourful: ReadonlySet<string> = new Set(['moar', 'moor', 'ov'])

/** `-R`, also among others, but in no value of another option: `-Pr`. */
const takesColours = /^(?:-[^-DPTbhjkoptxyz]*r|--raw-control-chars$)/i

/** Does the program show SGRs as colours? `less` does with `-R`; an editor shows their bytes. */
export function showsColours(program: string): boolean {
  const [path = '', ...options] = program.split(/\s+/).filter((word) => word !== '')
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name !== 'less') return colourful.has(name)
  return options.some((word) => takesColours.test(word))
}

/**
 * Shows all that the tab has kept, down to the last row of its screen that holds something, or the
 * last output. It is of cells: no escape sequence of the program is in it, and SGRs of ours only
 * where the pager shows them.
 */
export async function showInPager(
  { what, below }: Asked,
  { shadow, directory }: Source,
  { command, program, open, notice }: PagerPorts,
): Promise<void> {
  const name = what === 'scrollback' ? 'Scrollback' : 'Last output'
  const taken = await shadow.questions.snapshot({
    form: showsColours(program) ? 'styled' : 'text',
    scrollback: Number.MAX_SAFE_INTEGER,
    output: what === 'output',
    bytesMax: pagerBytesMax,
  })
  if (taken === null) {
    notice('error', `${name} cannot be read at the moment. Try it again.`)
    return
  }
  const bytes = what === 'scrollback' ? withoutBlankEnd(taken.payload) : taken.payload
  if (what === 'output' && bytes.length === 0) {
    notice('error', 'The output of the last command is no longer there.')
    return
  }
  const top = linesOf(taken.payload) - below + 1
  const line = what === 'scrollback' ? Math.max(1, Math.min(top, linesOf(bytes))) : 1
  try {
    const shown = await command(withEnd(bytes), line)
    open({
      command: shown,
      directory,
      title: name,
      onExit: 'close_on_success', // who leaves a pager is done with it
      once: true,
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    notice('error', `The pager was not opened: ${why}`)
  }
}

const lineFeed = 0x0a

function linesOf(bytes: Uint8Array): number {
  let lines = 1
  for (const byte of bytes) if (byte === lineFeed) lines += 1
  return lines
}

/** Rows of the screen below what is printed are no text. */
function withoutBlankEnd(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => byte !== lineFeed)
  return bytes.subarray(0, last + 1)
}

/** Editors and pagers expect that a file ends with a line. */
function withEnd(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) === lineFeed) return bytes
  const ended = new Uint8Array(bytes.length + 1)
  ended.set(bytes)
  ended[bytes.length] = lineFeed
  return ended
}
