/**
 * A terminal without a window for tests of the conformance runner: `scripted-terminal.ts MODE FILE
 * PROGRAM`. `right` keeps to the protocols, by our dispatcher and xterm.js, but for OSC 26, and
 * writes what its tab shows into FILE as JSON; each other mode is wrong in one way.
 */
import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import xterm from '@xterm/headless'
import { spawn } from 'node-pty'
import { Dispatcher } from '../../src/agents/dispatch/dispatcher.ts'
import { reply } from '../../src/terminal/replies/replies.ts'
import {
  toRecord,
  type AgentRecord,
  type Frame,
  type Progress,
  type Report,
  type Update21337,
  type WarpEvent,
} from '../../src/protocol/index.ts'

export type Mode =
  | 'right'
  /** Prints the frames of one dialect. */
  | 'prints'
  /** Types a frame's text into the program's input. */
  | 'types'
  /** Stops for ever at the first OSC 26. */
  | 'hangs'
  /** Answers without end from the first OSC 9 on. */
  | 'floods'
  /** Reports many times that the cursor is where it is not. */
  | 'forges'
  /** Ends in the middle of the run. */
  | 'dies'

const [mode = '', file = '', program = ''] = process.argv.slice(2)
const pty = spawn(program, [], { cols: 80, rows: 24, encoding: null })
const screen = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true })
const view = { title: '', state: 'active', kind: '' }
const save = () => writeFileSync(file, JSON.stringify(view))

screen.onTitleChange((title) => {
  view.title = title
  save()
})
const dispatcher = new Dispatcher(hostname(), {
  evidence: ({ type, value }) => {
    const record = recordOf(type, value)
    if (record === undefined) return
    view.state = record?.state ?? 'active'
    view.kind = record?.kind ?? ''
    save()
  },
  query: (query) => pty.write(reply(query, { version: '1', clipboardWrite: false }) ?? ''),
})

/** undefined: no report, or one of OSC 26, which this terminal does not read. */
function recordOf(type: string, value: object): AgentRecord | null | undefined {
  if (type === 'osc1338') return toRecord(type, value as Frame)
  if (type === 'osc7501') return toRecord(type, value as Report)
  if (type === 'osc21337') return toRecord(type, value as Update21337)
  if (type === 'warp') return toRecord('osc777', value as WarpEvent)
  if (type === 'progress')
    return toRecord('osc9_4', { progress: (value as { state: Progress['progress'] }).state })
  return type === 'ris' ? null : undefined
}

screen.onData((answer) =>
  pty.write(mode === 'forges' ? '\x1b[999;999R\x1b[1;1R\x1b]7501;?\x07'.repeat(3) : answer),
)
if (mode === 'types')
  screen.parser.registerOscHandler(777, (body) => {
    pty.write(`${body}\r`)
    return true
  })
if (mode === 'dies') screen.parser.registerOscHandler(99, () => process.exit(0))
if (mode === 'hangs')
  screen.parser.registerOscHandler(26, () => {
    pty.pause()
    screen.write = () => undefined
    return true
  })
if (mode === 'floods')
  screen.parser.registerOscHandler(9, () => {
    setInterval(() => pty.write('\x1b[1;1R'.repeat(4_096)), 0)
    return true
  })

save()
const opener = '\x1b]1338'
/** A beginning of `opener` at the end of what was read. */
let begun = ''
pty.onData((chunk) => {
  const bytes = chunk as unknown as Buffer // as `encoding: null` gives it
  dispatcher.feed(bytes)
  if (mode !== 'prints') return void screen.write(bytes)
  const text = (begun + bytes.toString('latin1')).replaceAll(opener, '1338')
  begun = opener
  while (!text.endsWith(begun)) begun = begun.slice(0, -1)
  screen.write(text.slice(0, text.length - begun.length))
})
pty.onExit(() => process.exit(0))
