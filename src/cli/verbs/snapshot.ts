/** `vibeflow snapshot`: prints a session's screen as text, sequences, data or image. */
import { resolve } from 'node:path'
import { noneOf } from '../../base/numbers/nearest.ts'
import type { Snapshot } from '../../terminal/index.ts'
import type { TextSnapshot } from '../../core/clients/socket/messages.ts'
import { safeJson } from '../../base/text/safe-text.ts'
import { scrollbackMax } from '../../core/clients/socket/limits.ts'
import { CommandError, sessionExits, usageError, failure } from '../command/exit-codes.ts'
import { unwritable } from '../command/file-problem.ts'
import { writePrivateFile } from '../command/private-file.ts'
import { targetOf } from '../sessions/target.ts'
import { sessionOptions, optionText, type VerbContext, type Verb } from '../command/verb.ts'
import { withSession } from './input.ts'

const formats = ['text', 'ansi', 'json', 'msgpack', 'html', 'svg'] as const
type Format = (typeof formats)[number]

export const snapshot: Verb = {
  name: 'snapshot',
  words: '[SESSION]',
  summary: "Print a session's screen as text, HTML, SVG or JSON.",
  description: [
    'As text, it prints the rows up to the last row with text.',
    'The format ansi contains the sequences that restore this screen and its modes in a new ' +
      'terminal of the same size, except for modes in which a terminal sends replies. Write ' +
      'ansi and msgpack to a file or a pipe: they would change this terminal.',
    'With --json, the document contains the screen as `content` (msgpack: in base64).',
  ],
  options: {
    ...sessionOptions,
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: formats,
      text: 'Output format: text (default), ansi, json, msgpack, html or svg.',
    },
    scrollback: {
      type: 'string',
      value: 'N',
      text: 'Number of rows above the screen to include (default: 0).',
    },
    clean: {
      type: 'boolean',
      text:
        'Remove what an agent draws around its text, such as frames and its line breaks. Only ' +
        'for the format text.',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      text:
        'Write to this file, which only you can read. An existing file is replaced. Links are ' +
        'not followed.',
    },
  },
  examples: [
    ['vibeflow snapshot 3nqj', 'Print the screen of a session.'],
    ['vibeflow snapshot 3nqj --scrollback 1000 | less', 'Read the last 1,000 rows above it too.'],
    ['vibeflow snapshot 3nqj --clean', "Print an agent's answer without its frame and gutter."],
    ['vibeflow snapshot 3nqj --format svg -o screen.svg', 'Save the screen as an image.'],
  ],
  exits: sessionExits(),
  async run(context) {
    const format = formatOf(context)
    const file = optionText(context, 'output')
    const scrollback = rowsOf(optionText(context, 'scrollback') ?? '0')
    const clean = context.values['clean'] === true
    if (clean && format !== 'text')
      throw usageError('--clean requires the format text. Omit --format.')
    const bare = !context.json && file === null
    const refuseTerminal = () => {
      if (format === 'ansi' || format === 'msgpack')
        throw usageError(
          `format "${format}" would change this terminal. Use --output FILE or a pipe.`,
        )
    }
    if (bare && process.stdout.isTTY) refuseTerminal()
    const target = await targetOf(context, context.positionals[0])
    const asked = format === 'text' || format === 'ansi' ? format : 'screen'
    return withSession(
      context,
      target,
      { encoding: format === 'msgpack' ? 'msgpack' : 'json' },
      async (client) => {
        const payload = await client.snapshot({ format: asked, scrollback, clean })
        const whole = await contentOf(payload, format)
        // Rows are trimmed: one without text is empty.
        const content = format === 'text' ? String(whole).replace(/\n+$/, '') : whole
        if (file !== null) write(resolve(context.directory, file), content, refuseTerminal)
        if (context.json) {
          const holds =
            file === null
              ? {
                  content:
                    typeof content === 'string'
                      ? format === 'json'
                        ? (JSON.parse(content) as unknown)
                        : content
                      : Buffer.from(content).toString('base64'),
                }
              : { file, bytes: Buffer.byteLength(content) }
          context.document({ id: target.id, format, ...holds })
        } else if (file === null)
          context.write(
            (format === 'text' && content !== '') || format === 'json'
              ? `${String(content)}\n`
              : content,
          )
        return 0
      },
    )
  },
}

/** Returns text, or MessagePack bytes. */
async function contentOf(payload: Uint8Array, format: Format): Promise<string | Uint8Array> {
  if (format === 'msgpack') return payload
  const text = new TextDecoder().decode(payload)
  if (format === 'json') return safeJson(JSON.parse(text))
  if (format === 'text')
    // the server is not trusted: only text may reach a terminal
    return ((JSON.parse(text) as TextSnapshot).text ?? '').replace(/[^\P{Cc}\n]/gu, '')
  if (format === 'ansi') {
    const { OutputFilter } = await import('../terminal/output-filter.ts')
    return Buffer.from(
      new OutputFilter().feed(Buffer.from((JSON.parse(text) as TextSnapshot).ansi ?? '')),
    ).toString()
  }
  // Large, and not needed otherwise.
  const vt = await import('../../terminal/index.ts')
  const screen = screenIn(payload, vt)
  return format === 'html' ? vt.toHtml(screen) : vt.toSvg(screen)
}

/** Decodes a SNAPSHOT of the whole screen in JSON. */
export function screenIn(
  payload: Uint8Array,
  { decode }: typeof import('../../terminal/index.ts'),
): Snapshot {
  // JSON needs no codec
  const decoded = decode(payload, { encode: () => new Uint8Array(), decode: () => null })
  if (!decoded.ok || 'from' in decoded.value)
    throw failure(
      "can't read the screen that the session sent (" +
        `${decoded.ok ? 'a delta' : decoded.problem}). It may run another version of vibeflow.`,
    )
  return decoded.value
}

function formatOf(context: VerbContext): Format {
  const said = optionText(context, 'format') ?? 'text'
  const format = formats.find((one) => one === said)
  if (format === undefined) throw usageError(noneOf(said, 'format', formats))
  return format
}

function rowsOf(text: string): number {
  const rows = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (!(rows <= scrollbackMax))
    throw usageError(
      `invalid --scrollback "${text}". Use a number of rows from 0 to ${scrollbackMax}.`,
    )
  return rows
}

function write(path: string, content: string | Uint8Array, onTerminal: () => void): void {
  try {
    writePrivateFile(path, content, onTerminal)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw unwritable(path, error)
  }
}
