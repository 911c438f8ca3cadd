/** Lists and imports: what the command line answers without a window. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { actionNames } from '../../src/core/config/keys/actions.ts'
import { themeCollection } from '../../src/build/bundle/themes.mjs'
import { bundledThemes } from '../../src/core/config/theme/bundled.ts'
import { themeFile } from '../../src/core/config/theme/theme.ts'
import {
  fixedFamilies,
  fixedFonts,
  fontFamilies,
  listFonts,
} from '../../src/host/desktop/list-fonts.ts'
import { answer, type Windowless } from '../../src/host/command/windowless.ts'

const collected = themeCollection()
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'windowless-'))
  writeFileSync(join(home, 'themes.json'), JSON.stringify(collected))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const ask = (line: Windowless) =>
  answer(line, {
    environment: {},
    home,
    directory: home,
    integrations: '/none',
    themeCollection: join(home, 'themes.json'),
    version: '1.0',
    askEngine: async () => ({ kind: 'not known', facts: null, problem: 'not asked' }),
  })

test('--list-actions lists every action with its chords', async () => {
  const { output, code } = await ask({
    kind: 'list-actions',
    settings: { config: null, overrides: [] },
    json: false,
  })
  expect([
    code,
    output
      .trimEnd()
      .split('\n')
      .map((row) => row.split(' ')[0]),
  ]).toEqual([0, actionNames])
  expect(output).toMatch(/^font_larger +Increase font size +ctrl\+plus, ctrl\+equal$/m)
  const json = JSON.parse(
    (await ask({ kind: 'list-actions', settings: { config: null, overrides: [] }, json: true }))
      .output,
  ) as {
    action: string
  }[]
  expect(json.find(({ action }) => action === 'new_tab')).toEqual({
    action: 'new_tab',
    group: 'tabs',
    label: 'New tab',
    chords: ['ctrl+shift+t'],
  })
})

test('--list-actions lists the chords of the configuration and its preset', async () => {
  const overrides = ['shortcuts.preset="kitty"', 'shortcuts.find="ctrl+alt+9"']
  const { output } = await ask({
    kind: 'list-actions',
    settings: { config: null, overrides },
    json: false,
  })
  expect(output).toMatch(/^find +\S.* ctrl\+alt\+9$/m)
  expect(output).toMatch(/^move_tab_left +\S.* ctrl\+shift\+comma$/m)
})

test("--list-themes lists the user's themes first, and reports an invalid one", async () => {
  const folder = join(home, '.config/vibeflow/themes')
  mkdirSync(folder, { recursive: true })
  const [first] = bundledThemes
  if (first === undefined) throw new Error('there are no themes')
  writeFileSync(join(folder, 'mine.toml'), themeFile({ ...first, name: 'Mine' }, 'a comment'))
  writeFileSync(join(folder, 'bad.toml'), 'foreground = 3')
  const { output, error } = await ask({ kind: 'list', what: 'themes', json: false })
  expect(output.trimEnd().split('\n')).toEqual([
    'Mine  (yours)',
    ...[...bundledThemes, ...collected].map(({ name }) => name),
  ])
  expect(error).toMatch(/^Theme bad\.toml: foreground: invalid color 3;/)
})

describe('--check-config', () => {
  const check = async (text: string | null, overrides: readonly string[] = []) => {
    const folder = join(home, '.config/vibeflow')
    mkdirSync(folder, { recursive: true })
    if (text !== null) writeFileSync(join(folder, 'config.toml'), text)
    const { output, code } = await ask({
      kind: 'check-config',
      settings: { config: null, overrides },
      strict: false,
    })
    return [code, ...output.replaceAll(`${folder}/`, '').trimEnd().split('\n')]
  }

  test.each<[string, string | null, readonly (string | number)[]]>([
    ['says that there is no file', null, [0, 'config.toml: no such file, the defaults are active']],
    ['says that a file is good', '[colors]\npreset = "nord"\n', [0, 'config.toml: no problems']],
    [
      'names themes that do not exist, with their places',
      '[colors]\npreset_light = "Nordd"\npreset_dark = "zzzzzzzz"\n',
      [
        3,
        'config.toml:2:1: error: unknown theme "Nordd" (colors.preset_light). ' +
          'Did you mean Nord?',
        'config.toml:3:1: error: unknown theme "zzzzzzzz" (colors.preset_dark). Run `vibeflow ' +
          '--list-themes`, or add themes/zzzzzzzz.toml.',
      ],
    ],
    [
      'knows the themes of the collection, and suggests one',
      '[colors]\npreset_light = "atom-one-light"\npreset_dark = "Zenburm"\n',
      [
        3,
        'config.toml:3:1: error: unknown theme "Zenburm" (colors.preset_dark). ' +
          'Did you mean Zenburn?',
      ],
    ],
    [
      'a chord that another action has by default',
      '[shortcuts]\nwhy = ["ctrl+shift+t"]\n',
      [
        0,
        'config.toml:2:1: note: shortcuts.why: ctrl+shift+t was the default for new_tab, ' +
          'which is now unbound.',
      ],
    ],
    [
      'half a pair',
      '[colors]\npreset_dark = "Nord"\n',
      [
        0,
        'config.toml:2:1: warning: colors.preset_dark has no effect without colors.preset_light. ' +
          'Set both to follow the desktop, or colors.preset for one theme.',
      ],
    ],
    [
      'a pair, and another beside it',
      '[colors]\npreset = "Nord"\npreset_light = "Nord"\npreset_dark = "Nord"\n',
      [
        0,
        'config.toml:2:1: note: colors.preset has no effect while both colors.preset_light and ' +
          'colors.preset_dark are set.',
      ],
    ],
  ])('%s', async (_name, text, expected) => {
    expect(await check(text)).toEqual(expected)
  })

  test('reports all by line, with themes, as --print-config and --diagnose do', async () => {
    const text =
      '[ui]\nfont_siz = 3\n[colors]\npreset = "Nordd"\n[bell]\nmode = ' +
      '"loud"\n[window]\nopacitty = 1\n'
    const checked = await check(text)
    expect(checked.map((row) => /^\S+/.exec(String(row))?.[0])).toEqual([
      ...['3', 'config.toml:2:1:', 'config.toml:4:1:', 'config.toml:6:1:', 'config.toml:8:1:'],
    ])
    const settings = { config: null, overrides: [] }
    const printed = await ask({ kind: 'print-config', settings, what: 'changed', json: false })
    expect([
      printed.code,
      ...printed.error.replaceAll(join(home, '.config/vibeflow/'), '').trimEnd().split('\n'),
    ]).toEqual(checked)
    const { configuration } = JSON.parse(
      (await ask({ kind: 'diagnose', settings, json: true })).output,
    ) as { configuration: { problems: { line: number }[] } }
    expect(configuration.problems.map(({ line }) => line)).toEqual([2, 4, 6, 8])
  })

  test('a theme of the user counts, and an invalid one is reported, as is -o', async () => {
    const folder = join(home, '.config/vibeflow/themes')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'mine.toml'), 'foreground = \n')
    expect(await check('[colors]\npreset = "mine"\n', ['colors.preset_light="Nort"'])).toEqual([
      3,
      'config.toml:2:1: error: unknown theme "mine" (colors.preset). Run `vibeflow ' +
        '--list-themes`, or add themes/mine.toml.',
      '-o colors.preset_light: error: unknown theme "Nort" (colors.preset_light). Did you mean ' +
        'Nord?',
      '-o colors.preset_light: warning: colors.preset_light has no effect without ' +
        'colors.preset_dark. Set both to follow the desktop, or colors.preset for one theme.',
      'themes: warning: Theme mine.toml: line 1, column 14: unexpected end of line, expected ' +
        'string, number, datetime, boolean, list or inline table.',
    ])
  })
})

test('lists bundled fonts, then fixed-width ones, then the rest, each family once', async () => {
  const answered =
    'Noto Sans,Noto Sans Light:style=x\nNoto Sans Mono CJK ' +
    'JP,Noto:spacing=90\nHack\\:1,Hack Regular\nHack\\:1:spacing=100\nJetBrains ' +
    'Mono:spacing=100\n\n'
  expect(
    fontFamilies(answered).map(({ family, fixedWidth, bundled }) => [family, fixedWidth, bundled]),
  ).toEqual([
    ['JetBrains Mono', true, true],
    ['Symbols Nerd Font', true, true],
    ['Hack:1', true, false],
    ['Noto Sans Mono CJK JP', true, false],
    ['Noto Sans', false, false],
  ])
  expect(fixedFamilies(fontFamilies(`${answered}Noto Emoji:spacing=90\n`))).toEqual([
    ...['JetBrains Mono', 'Hack:1', 'Noto Sans Mono CJK JP'],
  ])
  expect(await fixedFonts('no-such-fc-list')).toEqual([])
  expect(await listFonts('no-such-fc-list')).toEqual({
    problem: "can't list the fonts of this system: no-such-fc-list is not installed (fontconfig)",
  })
  const { output, error, code } = await ask({ kind: 'list', what: 'fonts', json: false })
  expect(code === 0 ? output.split('\n')[0] : error).toMatch(
    /^(JetBrains Mono {2}\(included\)|vibeflow: can't list the fonts of this system)/,
  )
})
