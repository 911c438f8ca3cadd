/** Themes: what a file may say, and that everything that comes of one can be read. */
import { expect, test } from 'vitest'
import { themeCollection } from '../../../../src/build/bundle/themes.mjs'
import {
  builtInDark,
  builtInLight,
  bundledThemes,
  findTheme,
  themeKey,
} from '../../../../src/core/config/theme/bundled.ts'
import {
  checkedColour,
  contrast,
  markContrast,
  over,
  textContrast,
} from '../../../../src/core/config/theme/colour.ts'
import { foreignTerminals } from '../../../../src/core/config/import/terminals.ts'
import type { Foreign } from '../../../../src/core/config/import/foreign.ts'
import { themeFromTerminal } from '../../../../src/core/config/theme/from-terminal.ts'
import { looksOf, type CssName } from '../../../../src/core/config/theme/looks.ts'
import { parseTheme, themeFile } from '../../../../src/core/config/theme/theme.ts'
import { isDark } from '../../../../src/base/color.ts'

const table = {
  foreground: '#E5E5E5',
  background: '#101010',
  ansi: Array.from({ length: 16 }, () => '#808080'),
}

test('reads a theme, and derives its omitted colors', () => {
  expect(parseTheme({ ...table, tab_bar: '#202020', selection: '#11223344' }, 'mine')).toEqual({
    ok: true,
    theme: {
      name: 'mine',
      foreground: '#e5e5e5',
      background: '#101010',
      cursor: '#e5e5e5',
      cursorText: '#101010',
      selection: '#11223344',
      ansi: table.ansi,
      chrome: { tab_bar: '#202020' },
    },
  })
})

test.each<[object, string[]]>([
  [
    { ...table, foreground: 'red' },
    ['foreground: invalid color "red"; use "#RRGGBB" or "#RRGGBBAA"'],
  ],
  [{ ...table, background: undefined }, ['background is missing']],
  [{ ...table, ansi: ['#000000'] }, ['"ansi" needs 16 colors']],
  [
    { ...table, ansi: [...table.ansi.slice(1), 7] },
    ['ansi[15]: invalid color 7; use "#RRGGBB" or "#RRGGBBAA"'],
  ],
  [{ ...table, colour: '#000000' }, ['unknown key "colour"']],
  [{ ...table, name: '' }, ['"name" must be a string of 1 to 64 characters']],
  [{ ...table, foreground: '#101011' }, ['foreground and background have too little contrast']],
  [
    { ...table, background: '#10101080' },
    ['foreground and background must be opaque; use window.opacity'],
  ],
  [[], ['expected a table of colors']],
])('reports the problem of %j', (given, problems) => {
  expect(parseTheme(given, 'mine')).toEqual({ ok: false, problems })
})

test('there are light and dark themes, each with its own name', () => {
  const names = bundledThemes.map(({ name }) => name)
  expect([
    new Set(names).size,
    bundledThemes.filter(({ background }) => isDark(checkedColour(background))).length >= 5,
    bundledThemes.filter(({ background }) => !isDark(checkedColour(background))).length >= 5,
  ]).toEqual([names.length, true, true])
  expect([
    findTheme('rose-pine')?.name,
    findTheme('CATPPUCCIN mocha')?.name,
    findTheme(''),
  ]).toEqual(['Rosé Pine', 'Catppuccin Mocha', undefined])
})

const collected = themeCollection()
const all = [...bundledThemes, ...collected]

test('the collection has over 100 more themes, light and dark, of other names and colors', () => {
  const names = all.map(({ name }) => themeKey(name))
  const looks = collected.map((theme) => JSON.stringify({ ...theme, name: '' }))
  const light = collected.filter(({ background }) => !isDark(checkedColour(background)))
  expect([
    collected.length >= 100,
    light.length >= 20,
    collected.length - light.length >= 100,
    new Set(names).size,
    new Set(looks).size,
    collected.filter(({ name }) => !/^[\p{L}\p{N}][\p{L}\p{N} .'-]*$/u.test(name)),
  ]).toEqual([true, true, true, all.length, collected.length, []])
  const known = ['zenburn', 'Atom One Light', 'monokai_soda', 'catppuccin frappe', 'Rose Pine Moon']
  expect(known.filter((name) => findTheme(name, collected) === undefined)).toEqual([])
})

test.each(bundledThemes)('$name shows the outline of an unfocused cursor', (theme) => {
  const shown = contrast(checkedColour(theme.cursor), checkedColour(theme.background))
  expect(shown).toBeGreaterThanOrEqual(markContrast)
})

test.each(collected)('$name shows its cursor, and text on its selection', (theme) => {
  const ground = checkedColour(theme.background)
  const cursor = checkedColour(theme.cursor)
  const selection = over(checkedColour(theme.selection), ground)
  const contrasts = [
    contrast(cursor, ground),
    contrast(checkedColour(theme.cursorText), cursor),
    contrast(checkedColour(theme.foreground), selection),
  ]
  expect(contrasts.filter((one) => one < markContrast)).toEqual([])
  expect(contrast(selection, ground)).toBeGreaterThan(1.1)
})

test.each(all)('$name can be written as a file and read again', (theme) => {
  const table: unknown = Object.fromEntries(
    themeFile(theme, 'a comment')
      .replace(/\[\n([^\]]*),\n\]/, (_, list: string) => `[${list.replace(/\n/g, '')}]`)
      .split('\n')
      .filter((line) => line.includes(' = '))
      .map((line) => {
        const [key = '', value = ''] = line.split(' = ')
        return [key, JSON.parse(value)]
      }),
  )
  expect(parseTheme(table, 'x')).toEqual({ ok: true, theme })
})

/** Text colors and the backgrounds that they are used on; marks and their backgrounds. */
const texts: readonly [CssName, readonly CssName[]][] = [
  ['text', ['bar', 'tab-active', 'tab-dragged', 'tab-hover', 'menu']],
  ['text-soft', ['bar', 'tab-active', 'menu', 'menu-focus']],
  ['text-body', ['menu', 'tab-active']],
  ['text-inactive', ['bar', 'tab-active', 'tab-hover']],
  ['menu-text', ['menu', 'menu-focus', 'button', 'button-hover']],
  ['working-text', ['bar', 'tab-active']],
  ['waiting-text', ['bar', 'tab-active']],
  ['done-text', ['bar', 'tab-active']],
  ['idle-text', ['bar', 'tab-active']],
  ['error-text', ['bar', 'tab-active']],
  ['waiting-word', ['menu', 'menu-focus']],
  ['done-word', ['menu', 'menu-focus']],
  ['error-word', ['menu', 'menu-focus']],
  ['on-mark', ['waiting']],
  ['on-error', ['error']],
  ['on-accent', ['accent']],
  ['match-text', ['match']],
  ['match-now-text', ['match-now']],
]
const marks: readonly [CssName, readonly CssName[]][] = [
  ...(['working', 'waiting', 'done', 'idle', 'error'] as const).map(
    (name): [CssName, CssName[]] => [name, ['bar', 'tab-active', 'menu']],
  ),
  ['accent', ['bar', 'tab-active', 'menu']],
  ['mark-prompt', ['window']],
  ['mark-failed', ['window']],
  ['mark-match', ['window']],
]

test.each(all)('$name can be read: text 4.5, stripes and marks 3', (theme) => {
  const { css } = looksOf(theme)
  const low = (pairs: typeof texts, least: number) =>
    pairs.flatMap(([front, grounds]) =>
      grounds.flatMap((ground) => {
        const found = contrast(checkedColour(css[front]), checkedColour(css[ground]))
        return found < least ? [`${front} on ${ground}: ${found.toFixed(2)}`] : []
      }),
    )
  expect([...low(texts, textContrast), ...low(marks, markContrast)]).toEqual([])
  expect(
    contrast(checkedColour(theme.foreground), checkedColour(theme.background)),
  ).toBeGreaterThanOrEqual(textContrast)
})

test.each(all)('$name has words of states in their colors', (theme) => {
  const { css } = looksOf(theme)
  const names = ['working-text', 'waiting-text', 'done-text', 'error-text', 'waiting-word'] as const
  for (const name of names) expect([name, css[name]]).not.toEqual([name, css.text])
})

test('the built-in light window has white words on its accent', () => {
  expect(looksOf(builtInLight).css['on-accent']).toBe('#ffffff')
})

test("the built-in dark window has the specified colors, and the grid's under a tab", () => {
  const { css } = looksOf(builtInDark)
  expect([
    css.window,
    css.bar,
    css['tab-active'],
    css['tab-dragged'],
    css.text,
    css.menu,
    css.line,
    css['menu-focus'],
    css.working,
    css.waiting,
    css.done,
    css.idle,
    css.error,
    css.thumb,
    css.track,
  ]).toEqual([
    ...['#0e0e12', '#15151c', '#0e0e12', '#24242e', '#e5e5e5', '#1a1a22', '#2a2a35', '#2a3550'],
    ...['#3399ff', '#ffaa00', '#22cc66', '#888888', '#e5484d', '#ffffff38', '#ffffff0a'],
  ])
})

test('a color of the user wins, and is raised where it could not be seen', () => {
  const { css } = looksOf(builtInDark, { tab_bar: '#202030', indicator_error: '#300000' })
  expect([
    css.bar,
    contrast(checkedColour(css.error), checkedColour('#202030')) >= markContrast,
  ]).toEqual(['#202030', true])
})

const lines = (setting: (index: number) => string) =>
  ['background #000', 'foreground "0xFFFFFF"', '# color3 red', '']
    .concat(Array.from({ length: 16 }, (_, index) => setting(index)))
    .join('\r\n')
const kitty = lines((index) => `color${index}  #${index.toString(16).repeat(6)}`)

function themeOf(name: 'kitty' | 'ghostty', text: string) {
  const foreign: Foreign = foreignTerminals[name]
  const read = foreign.parse(text, () => ({ problem: 'no TOML' }))
  if ('problem' in read) throw new Error(read.problem)
  const colors = read.settings.flatMap((setting) => [...(foreign.colors(setting) ?? [])])
  return themeFromTerminal(new Map(colors), 'mine')
}

test.each<['kitty' | 'ghostty', string]>([
  ['kitty', `${kitty}\ncursor #ff0000\ncursor_text_color #ff0300\nselection_background #112233`],
  [
    'ghostty',
    `${lines((index) => `palette = ${index}=${index.toString(16).repeat(6)}`)
      .replace('background', 'background =')
      .replace('foreground', 'foreground =')}\npalette = 99=x
      cursor-color = #f00\ncursor-text = cell-background\nselection-background=112233`,
  ],
])('a theme of %s is read', (terminal, text) => {
  expect(themeOf(terminal, text)).toMatchObject({
    ok: true,
    theme: {
      name: 'mine',
      foreground: '#ffffff',
      background: '#000000',
      cursor: '#ff0000',
      cursorText: '#000000',
      selection: '#112233',
      ansi: expect.arrayContaining(['#000000', '#aaaaaa']),
    },
  })
})

test.each([
  [kitty.replace('background', 'ground'), 'background is missing'],
  [`${kitty}\ncursor red`, 'cursor: invalid color "red"; use "#RRGGBB" or "#RRGGBBAA"'],
])('a theme file with a mistake is refused with its reason', (text, problem) => {
  expect(themeOf('kitty', text)).toEqual({
    ok: false,
    problems: [problem],
  })
})
