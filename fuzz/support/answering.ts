/**
 * Finds everything that a terminal does with bytes other than drawing them: replies, titles,
 * clipboard, sizes, prints. The filter of attach must pass none of it.
 */
import xterm from '@xterm/headless'
import { Dispatcher } from '../../src/agents/dispatch/dispatcher.ts'
import { Terminal } from '../../src/terminal/index.ts'

/** All window reports of xterm.js are on. */
const everyReport = {
  restoreWin: true,
  minimizeWin: true,
  setWinPosition: true,
  setWinSizePixels: true,
  raiseWin: true,
  lowerWin: true,
  refreshWin: true,
  setWinSizeChars: true,
  maximizeWin: true,
  fullscreenWin: true,
  getWinState: true,
  getWinPosition: true,
  getWinSizePixels: true,
  getScreenSizePixels: true,
  getCellSizePixels: true,
  getWinSizeChars: true,
  getScreenSizeChars: true,
  getIconTitle: true,
  getWinTitle: true,
  pushTitle: true,
  popTitle: true,
  setWinLines: true,
}

/** Since the last look. xterm.js is made once: that takes longer than all the rest. */
let done: string[] = []
const size = { cols: 20, rows: 6, scrollback: 10, allowProposedApi: true, logLevel: 'off' } as const

function xtermAlone(): xterm.Terminal {
  const terminal = new xterm.Terminal({ ...size, windowOptions: everyReport })
  terminal.onData((data) => done.push(`xterm.js answers ${JSON.stringify(data)}`))
  terminal.onBinary((data) => done.push(`xterm.js answers ${JSON.stringify(data)}`))
  for (const number of [7, 9, 21, 22, 50, 52, 60, 61, 66, 88, 99, 777, 1337, 1338, 5522, 7501])
    terminal.parser.registerOscHandler(number, (data) => {
      done.push(`OSC ${number};${data}`)
      return true
    })
  return terminal
}

/** The findings of the dispatcher that a terminal only shows. */
const drawn: ReadonlySet<string> = new Set(['title', 'prompt', 'bell', 'ris', 'alt_screen'])

const other = xtermAlone()

/**
 * xterm.js as it answers by itself, our VT core, and our dispatcher: in words all that they would
 * do for these bytes.
 */
export function answersTo(bytes: Uint8Array): string[] {
  done = []
  other.reset()
  parse(other, bytes)
  new Terminal({
    ...size,
    onQuery: ({ kind }) => {
      done.push(`the core asks ${kind}`)
    },
  }).write(bytes)
  const dispatcher = new Dispatcher('thishost', {
    evidence: (evidence) => {
      if (!drawn.has(evidence.type)) done.push(JSON.stringify(evidence))
    },
    query: ({ kind }) => {
      done.push(`the dispatcher asks ${kind}`)
    },
  })
  dispatcher.feed(bytes)
  return done
}

/** Parses synchronously; xterm.js's own `write` waits for a turn. */
function parse(terminal: xterm.Terminal, bytes: Uint8Array): void {
  ;(
    terminal as unknown as {
      readonly _core: { readonly _inputHandler: { parse(data: Uint8Array): void } }
    }
  )._core._inputHandler.parse(bytes)
}

const text = String.raw`[\b\t\n\r\x0e\x0f\x20-\x7e]|[\u00a0-\u{10ffff}]`
const screenControls = [
  String.raw`\x1b\[\d*[A-GIL-MPSTXZ\x60abdeJK]`,
  String.raw`\x1b\[\?\d*[JK]`,
  String.raw`\x1b\[\d*[ ][@A]`,
  String.raw`\x1b\[\d*@`,
  String.raw`\x1b\[\d*(?:;\d+)?[Hfrs]`,
  String.raw`\x1b\[u`,
  String.raw`\x1b\[[03]?g`,
  String.raw`\x1b\[[\d;:]*m`,
  String.raw`\x1b\[!p`,
  String.raw`\x1b\[[0-6] q`,
  String.raw`\x1b\[[0-2]"q`,
  String.raw`\x1b\[\d*'[}~]`,
  String.raw`\x1b\[[\d;]*\$[rvz{]`,
  String.raw`\x1b\[2[23];2t`,
].join('|')
const modes = String.raw`\x1b\[(?:4|8|20)(?:;(?:4|8|20))*[hl]|\x1b\[\?(?:MODE)(?:;(?:MODE))*[hl]`
const screenModes = '5|6|7|12|25|45|47|69|1047|1048|1049|2026|2027|2500|2501'
const escapes = String.raw`\x1b[6-9DEHMNOcno]|\x1b#[34568]|\x1b[()*+][0A4C5RQKYE6ZH7=B]`
const commandBodies = [
  String.raw`[02];[^\x00-\x1f\x7f-\x9f]*`,
  String.raw`4(?:;\d{1,3};#[0-9a-f]{6})+`,
  String.raw`8;(?:id=[\x21-\x39\x3c-\x7e]+)?;(?:(?:https?|mailto):[\x21-\x7e]+)?`,
  String.raw`1[012];#[0-9a-f]{6}`,
  String.raw`104(?:;\d{1,3})*`,
  String.raw`11[012]`,
  String.raw`133;[A-D]`,
].join('|')
const commands = String.raw`\x1b\](?:${commandBodies})\x1b\\`

const whole = (extraModes: string, more: string) =>
  new RegExp(
    `^(?:${text}|${screenControls}|${modes.replaceAll('MODE', screenModes + extraModes)}|` +
      `${escapes}|${commands}${more})*$`,
    'u',
  )

/**
 * Grammars of everything that may pass, independent of any parser: for live output, and for
 * replayed output.
 */
export const liveGrammar = whole(
  '|1|9|66|1000|1002|1003|1006|1015|1016|2004',
  String.raw`|\x07|\x1b[=>]|\x1b\[=\d+;[123]u|\x1b\[>\d+u|\x1b\[<\d*u|\x1b\[>4;[012]m`,
)
export const replayedGrammar = whole('', '')
