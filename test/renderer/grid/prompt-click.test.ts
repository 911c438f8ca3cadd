/** Clicks in prompts: the mouse report or the arrow keys that a shell receives. */
import { createRequire } from 'node:module'
import type { Terminal as Headless } from '@xterm/headless'
import { expect, test } from 'vitest'
import { clickInPrompt, clickKeysMax } from '../../../src/renderer/grid/text/prompt-click.ts'
import type { TextColors } from '../../../src/renderer/grid/text/suggestion.ts'
import type { PromptClick } from '../../../src/protocol/osc/mark-options.ts'

const { Terminal: Xterm } = createRequire(import.meta.url)('@xterm/headless') as {
  Terminal: typeof Headless
}

const dark: TextColors = {
  palette: (index) => (index < 16 ? [205, 0, 0] : [88, 88, 88]),
  dynamic: (code) => (code === 11 ? [0x28, 0x2a, 0x36] : [0xf8, 0xf8, 0xf2]),
}
const light: TextColors = {
  ...dark,
  dynamic: (code) => (code === 11 ? [0xfd, 0xf6, 0xe3] : [0x65, 0x7b, 0x83]),
}

/** Returns the keys, as `3C`, for a click on a screen of 10 columns with a prompt in row 1. */
async function keys(
  click: PromptClick,
  text: string,
  [row, column]: readonly [number, number],
  { application = false, marked = true, colors = dark } = {},
): Promise<string> {
  const terminal = new Xterm({ cols: 10, rows: 8, allowProposedApi: true })
  await new Promise<void>((done) => {
    terminal.write(`out\r\n$ ${text}`, done)
  })
  const prompt = { click, prompt: 1, input: marked ? { row: 1, column: 2 } : null }
  const buffer = terminal.buffer.normal as never
  const sent = clickInPrompt(buffer, prompt, { row, column }, application, colors)
  return sent.replace(/(\x1b[[O]([A-D]))\1*/g, (all, one: string, key: string) => {
    expect(one[1]).toBe(application ? 'O' : '[')
    return `${all.length / one.length}${key}`
  })
}

test.each([
  ['left within the text', 'line', 'abcdef', [1, 4], '4D'],
  ['right within the text', 'line', 'abcdef\x1b[4D', [1, 6], '2C'],
  ['no farther than the end of the text', 'line', 'abc\x1b[3D', [1, 9], '3C'],
  ['no farther than the start of the input', 'line', 'abc', [1, 0], '3D'],
  ['not at the cursor', 'line', 'abc', [1, 5], ''],
  ['not in an empty input', 'm', '', [1, 7], ''],
  ['not above the prompt', 'm', 'abc', [0, 1], ''],
  ['not below the input', 'm', 'abc', [4, 1], ''],
  ['once for a wide character', 'line', 'a字b', [1, 3], '2D'],
  ['as on the first half for the second half of a wide character', 'line', 'a字b', [1, 4], '2D'],
  ['across a row that wraps', 'line', 'abcdefghij', [1, 4], '8D'],
  ['not to another line', 'line', 'ab\r\ncd', [1, 3], ''],
  ['to another line by its characters', 'm', 'ab\r\ncd', [1, 3], '4D'],
  ['to the end of a shorter line', 'm', 'a\r\nbcd', [1, 8], '4D'],
  ['down again', 'm', 'ab\r\ncd\x1b[1;1H\x1b[2;3H', [2, 1], '4C'],
  ['by the start of the line', 'v', 'abc\r\nde', [1, 4], '2D1A2C'],
  ['in the same column', 'w', 'abc\r\nde', [1, 4], '1A'],
  ['from the end of a shorter line', 'w', 'a\r\nbcd', [1, 2], '1A1D'],
  ['no farther than text at the right', 'line', 'ab\x1b[3CR\x1b[2;4H', [1, 8], '1C'],
] as const)('arrow keys go %s (cl=%s)', async (_name, click, text, at, expected) => {
  expect(await keys(click, text, at)).toBe(expected)
})

/** As fish 3.6 and zsh-autosuggestions 0.7 print one after `ab`. */
const grey = '\x1b[38;5;240mcdefg\x1b[m\x1b[5D'
test.each([
  ['of fish', `\x1b[36mab${grey}`, [1, 6], ''],
  ['of fish with true color', 'ab\x1b[38;2;85;85;85mcdefg\x1b[m\x1b[5D', [1, 6], ''],
  ['with a comment', 'ab\x1b[90m # cd\x1b[39m\x1b[6D', [1, 8], '1C'],
  ['that starts with a comment', 'ab \x1b[90m# cd\x1b[39m\x1b[4D', [1, 8], ''],
  ['that only looks like a comment', 'ab\x1b[90m#cd\x1b[39m\x1b[4D', [1, 6], '1C'],
  ['of zsh-autosuggestions', 'ab\x1b[90mcdefg\x1b[39m\x1b[5D', [1, 5], ''],
  ['of a theme (Dracula)', 'ab\x1b[38;2;98;114;164mcdefg\x1b[m\x1b[5D', [1, 5], ''],
  ['in dim text', 'ab\x1b[2mcdefg\x1b[m\x1b[5D', [1, 5], ''],
  ['after the rest of the input', `ab${grey}\x1b[2D`, [1, 7], '2C'],
  ['for a click to the left', `ab${grey}`, [1, 2], '2D'],
  ['in several rows', 'ab\x1b[90mcdefghij\x1b[m\x1b[1;1H\x1b[2;5H', [2, 1], ''],
  ['in several rows, after input', 'ab\x1b[90mcdefghij\x1b[m\x1b[2;4H', [2, 1], '1C'],
  ['of wide characters', 'ab\x1b[90m字字\x1b[m\x1b[4D', [1, 7], ''],
] as const)('a suggestion %s is not part of the input', async (_name, text, at, expected) => {
  expect(await keys('m', text, at)).toBe(expected)
})

test.each([
  ['a colored word', 'ab \x1b[31mcdef\x1b[m\x1b[4D', [1, 7], '2C', dark],
  ['a muted word that the cursor is in', 'ab \x1b[90mcdef\x1b[m\x1b[2D', [1, 8], '1C', dark],
  ['a comment of zsh', 'a \x1b[90m# cd\x1b[m\x1b[5D', [1, 7], '4C', dark],
  [
    'a comment in the next row',
    'abcdefgh \x1b[90m# cd\x1b[m\x1b[1;1H\x1b[2;4H',
    [2, 2],
    '9C',
    dark,
  ],
  ['a comment after a wide character', '字 \x1b[90m#c\x1b[m\x1b[5D', [1, 6], '3C', dark],
  ['a complete line in a muted style', '\x1b[90mabcd\x1b[m\x1b[4D', [1, 4], '2C', dark],
  [
    'text in the color of the theme',
    'a\x1b[38;2;101;123;131mbcd\x1b[m\x1b[3D',
    [1, 5],
    '2C',
    light,
  ],
  ['spaces', 'a   \x1b[3D', [1, 5], '2C', dark],
] as const)('%s is input', async (_name, text, at, expected, colors) => {
  expect(await keys('m', text, at, { colors })).toBe(expected)
})

test('arrow keys have their application form', async () => {
  expect(await keys('line', 'abc', [1, 3], { application: true })).toBe('2D')
})

test('a prompt without a marked input gets no arrow keys', async () => {
  expect(await keys('line', 'abc', [1, 3], { marked: false })).toBe('')
})

test.each([
  ['absolute', [1, 4], '\x1b[<0;5;2M'],
  ['absolute', [3, 9], '\x1b[<0;10;4M'],
  ['absolute', [0, 4], ''],
  ['relative', [1, 4], '\x1b[<0;5;1M'],
  ['relative', [2, 0], '\x1b[<0;1;2M'],
] as const)('a mouse report is %s: %j', async (click, at, expected) => {
  expect(await keys(click, 'abc', at, { marked: false })).toBe(expected)
})

test('a click never causes more keys than the limit', async () => {
  const terminal = new Xterm({ cols: 200, rows: 10, allowProposedApi: true })
  await new Promise<void>((done) => {
    terminal.write('x'.repeat(clickKeysMax + 1), done)
  })
  for (const click of ['line', 'm', 'v', 'w'] as const)
    for (const column of [0, 1, 2]) {
      const sent = clickInPrompt(
        terminal.buffer.normal as never,
        { click, prompt: 0, input: { row: 0, column: 0 } },
        { row: 0, column },
        false,
        dark,
      )
      expect(sent.length / 3).toBe(column === 0 ? 0 : clickKeysMax + 1 - column)
    }
})

test('ghostty#12996: a click in a prompt never sends the line', async () => {
  const clicks = ['absolute', 'relative', 'line', 'm', 'v', 'w'] as const
  for (const click of clicks)
    for (let row = 0; row < 5; row += 1)
      for (const column of [0, 3, 9])
        expect(await keys(click, 'one two\r\nthree', [row, column])).not.toMatch(/[\r\n]/)
})
