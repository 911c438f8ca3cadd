/** Every question that a program can ask goes out as a fact; xterm.js itself, the real one without its window, says nothing. */
import xterm from '@xterm/headless'
import type { Terminal as BrowserTerminal } from '@xterm/xterm'
import { describe, expect, test } from 'vitest'
import type { Query } from '../../src/core/replies/query.ts'
import { takeQuestions, type Inside } from '../../src/renderer/grid/questions.ts'

function make(flags: number | null = null) {
  const terminal = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true, windowOptions: { getWinSizePixels: true, getCellSizePixels: true, getWinSizeChars: true } })
  const asked: Query[] = []
  const own: string[] = []
  const set: string[] = []
  const inside: Inside = {
    cell: { width: 8, height: 16 },
    canvas: { width: 640, height: 384 },
    cursorHidden: false,
    blinkWanted: undefined,
    mouseEncoding: 'SGR',
    paletteColour: (index) => [index, 2, 3],
    dynamicColour: (code) => [code, 0, 0],
    setColours: (code, data) => { set.push(`${code};${data}`) },
  }
  let reached = 0
  terminal.onData((data) => own.push(data))
  // The headless terminal has what of the other one is used here.
  takeQuestions(terminal as unknown as BrowserTerminal, inside, { ask: (query) => asked.push(query), outputQuery: () => { reached += 1 }, keyboardFlags: () => flags, terminator: () => 'bel' })
  const write = (data: string) => new Promise<void>((resolve) => terminal.write(data, resolve))
  return { asked, own, set, write, terminal, reached: () => reached }
}

const E = '\x1b'

describe('questions', () => {
  const cases: [string, string, Query[]][] = [
    ['DA1', `${E}[c${E}[0c${E}[1c`, [{ kind: 'primary-attributes' }, { kind: 'primary-attributes' }]],
    ['DA2', `${E}[>c`, [{ kind: 'secondary-attributes' }]],
    ['DA3, which is not answered', `${E}[=c`, []],
    ['XTVERSION', `${E}[>q${E}[>0q`, [{ kind: 'version' }, { kind: 'version' }]],
    ['status', `${E}[5n`, [{ kind: 'status' }]],
    ['cursor', `${E}[3;7H${E}[6n${E}[?6n`, [{ kind: 'cursor', row: 3, column: 7, dec: false }, { kind: 'cursor', row: 3, column: 7, dec: true }]],
    ['cursor that waits to wrap', `${'x'.repeat(80)}${E}[6n`, [{ kind: 'cursor', row: 1, column: 80, dec: false }]],
    ['printer, keys, locator, which are not answered', `${E}[?15n${E}[?25n${E}[?26n${E}[?53n`, []],
    ['modes', `${E}[4$p${E}[?2004h${E}[?2004$p${E}[?1006$p${E}[?9999$p`, [
      { kind: 'mode', mode: 4, dec: false, value: 2 }, { kind: 'mode', mode: 2004, dec: true, value: 1 },
      { kind: 'mode', mode: 1006, dec: true, value: 1 }, { kind: 'mode', mode: 9999, dec: true, value: 0 },
    ]],
    ['a mode beyond the range', `${E}[?70000$p`, []],
    ['sizes', `${E}[14t${E}[16t${E}[18t`, [
      { kind: 'size', code: 14, height: 384, width: 640 }, { kind: 'size', code: 16, height: 16, width: 8 }, { kind: 'size', code: 18, height: 24, width: 80 },
    ]],
    ['window size, place, titles, which are not answered', `${E}[14;2t${E}[11t${E}[13t${E}[15t${E}[19t${E}[20t${E}[21t`, []],
    ['keyboard flags while the protocol is off', `${E}[?u`, []],
    ['colour scheme', `${E}[?996n`, [{ kind: 'colour-scheme', dark: true }]],
    ['palette', `${E}]4;7;?\x07`, [{ kind: 'palette', index: 7, colour: [7, 2, 3], terminator: 'bel' }]],
    ['dynamic colours in one sequence', `${E}]10;?;?;?\x07`, [10, 11, 12].map((code) => ({ kind: 'dynamic-colour', code, colour: [code, 0, 0], terminator: 'bel' }) as Query)],
    ['DECRQSS and XTGETTCAP, which are not answered', `${E}P$qm${E}\\${E}P$q"p${E}\\${E}P+q544e${E}\\`, []],
    ['the clipboard, which is never read', `${E}]52;c;?\x07${E}]52;;?${E}\\`, []],
    ['ENQ, DECREQTPARM, focus mode, which say nothing', `\x05${E}[x${E}[?1004h`, []],
  ]
  test.each(cases)('%s', async (_name, stream, expected) => {
    const { asked, own, write } = make()
    await write(stream)
    expect({ asked, own }).toEqual({ asked: expected, own: [] })
  })

  test('keyboard flags while the protocol is spoken, 0 too', async () => {
    const some = make(5)
    const none = make(0)
    await some.write(`${E}[?u`)
    await none.write(`${E}[?u${E}[c`)
    expect([some.asked, none.asked]).toEqual([[{ kind: 'keyboard', flags: 5 }], [{ kind: 'keyboard', flags: 0 }, { kind: 'primary-attributes' }]])
  })

  test('colours are set and asked for in the order of the sequence', async () => {
    const { asked, set, write } = make()
    await write(`${E}]4;1;#112233;1;?;300;?;2;red\x07${E}]11;#000000;?\x07`)
    expect({ set, asked: asked.map(({ kind }) => kind) }).toEqual({ set: ['4;1;#112233', '4;2;red', '11;#000000'], asked: ['palette', 'dynamic-colour'] })
  })

  test('what the main process has found by itself is only said to have been reached', async () => {
    const { asked, own, reached, write } = make()
    await write(`${E}]7501;?${E}\\${E}]99;i=1:p=?;\x07${E}]7501;? \x07${E}]99;i=1;p=?\x07${E}]7501;state=idle\x07`)
    expect([asked, own, reached()]).toEqual([[], [], 2])
  })
})
