/** One option is written into the user's file: that line, and nothing else. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configTemplate } from '../../../src/core/config/template.ts'
import { saveOption, withOption } from '../../../src/host/config/save-option.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'save-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const never = (text: string) => withOption(text, 'ui.confirm_on_close', false)
const line = 'confirm_on_close = false'

test.each([
  ['a file of nothing', '', `[ui]\n${line}\n`],
  ['no such table', '# mine\n[ai]\ntools = []', `# mine\n[ai]\ntools = []\n\n[ui]\n${line}\n`],
  [
    'the table without the key',
    '[ui] # look\n# a comment\nfont_size = 15\n[ai]\n',
    `[ui] # look\n${line}\n# a comment\nfont_size = 15\n[ai]\n`,
  ],
  ['a header at the very end', '[ai]\n[ui]', `[ai]\n[ui]\n${line}\n`],
  [
    'the key, with a comment behind it',
    '[ui]\n  confirm_on_close   =  true   # sure?\nfont_size = 15\n',
    '[ui]\n  confirm_on_close   =  false   # sure?\nfont_size = 15\n',
  ],
  [
    'a wrong value',
    '[ui]\nconfirm_on_close = "a # b" # c\n',
    '[ui]\nconfirm_on_close = false # c\n',
  ],
  ['a key with dots', 'ui.confirm_on_close = true\n[ai]\n', 'ui.confirm_on_close = false\n[ai]\n'],
  ['other keys with dots', 'ui.font_size = 15\n[ai]\n', `ui.font_size = 15\nui.${line}\n[ai]\n`],
  [
    'a table within a line',
    'ui = { confirm_on_close = true, font_size = 15 } # x\n',
    'ui = { confirm_on_close = false, font_size = 15 } # x\n',
  ],
  [
    'names in quotes, letters of two units',
    '["ui"]\nfont = "😀"\n"confirm_on_close"=true\n',
    '["ui"]\nfont = "😀"\n"confirm_on_close"=false\n',
  ],
  ['lines of Windows', '[ui]\r\nfont_size = 15\r\n', `[ui]\r\n${line}\r\nfont_size = 15\r\n`],
  ['a mark in front', '\ufeff[ui]\n', `\ufeff[ui]\n${line}\n`],
  ['it says so already', '[ui]\nconfirm_on_close = false\n', '[ui]\nconfirm_on_close = false\n'],
])('%s', (_, before, after) => {
  expect(never(before)).toBe(after)
})

test('the template keeps every comment', () => {
  expect(never(configTemplate())).toBe(`${configTemplate()}\n[ui]\n${line}\n`)
})

test.each([
  [
    'a file with a mistake',
    '[ui\n',
    'line 1, column 4: unexpected end of line, expected whitespace, . or ]',
  ],
  [
    'a table within a line that lacks it',
    'ui = { font_size = 15 }\n',
    'the line of ui.confirm_on_close must be edited by hand',
  ],
  [
    'a value of several lines',
    '[ui]\nconfirm_on_close = """\nx"""\n',
    'the line of ui.confirm_on_close must be edited by hand',
  ],
])('%s is not changed', (_, before, problem) => {
  expect(never(before)).toEqual({ problem })
})

test('the file keeps its link and mode, and no other file is left', () => {
  mkdirSync(join(folder, 'dotfiles'))
  writeFileSync(join(folder, 'dotfiles/real.toml'), '[ui]\nfont_size = 15\n', { mode: 0o640 })
  symlinkSync('dotfiles/real.toml', join(folder, 'config.toml'))
  expect(
    saveOption(join(folder, 'config.toml'), [{ name: 'ui.screen_reader', value: 'on' }]),
  ).toBeNull()
  expect([
    lstatSync(join(folder, 'config.toml')).isSymbolicLink(),
    readFileSync(join(folder, 'dotfiles/real.toml'), 'utf8'),
    statSync(join(folder, 'dotfiles/real.toml')).mode & 0o777,
    readdirSync(join(folder, 'dotfiles')),
  ]).toEqual([true, '[ui]\nscreen_reader = "on"\nfont_size = 15\n', 0o640, ['real.toml']])
})

test('a missing file and directory are created', () => {
  const file = join(folder, 'a/b/config.toml')
  expect(saveOption(file, [{ name: 'ui.confirm_on_close', value: false }])).toBeNull()
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([
    `[ui]\n${line}\n`,
    0o600,
  ])
})

test('an option that cannot be saved is reported with the line to write', () => {
  const file = join(folder, 'config.toml')
  mkdirSync(file)
  expect(saveOption(file, [{ name: 'ui.confirm_on_close', value: false }])).toBe(
    `Couldn't save ${file}: it is a directory, not a file. Set ui.confirm_on_close = false in ` +
      'the file yourself.',
  )
  rmSync(file, { recursive: true })
  symlinkSync('config.toml', file)
  expect(saveOption(file, [{ name: 'ui.confirm_on_close', value: false }])).toContain(
    'symbolic links form a loop',
  )
  rmSync(file)
  writeFileSync(file, '[ui]\n')
  chmodSync(folder, 0o500)
  // root may write everywhere.
  if (process.getuid?.() !== 0)
    expect(saveOption(file, [{ name: 'ui.confirm_on_close', value: false }])).toMatch(
      /Couldn't save .*: EACCES/,
    )
  expect(readdirSync(folder)).toEqual(['config.toml'])
})

test.each([
  ['a list of several lines', '[fonts]\npriority = [\n  "A", # no\n]\n', null],
  [
    'a list without comments',
    '# a\n[fonts]\npriority = [\n  "A]",\n  "B",\n] # b\nsize = 3\n',
    '# a\n[fonts]\npriority = ["C", "D"] # b\nsize = 3\n',
  ],
  ['a list in a row', '[fonts]\npriority = ["A"]', '[fonts]\npriority = ["C", "D"]'],
])('a list is written: %s', (_, before, after) => {
  const found = withOption(before, 'fonts.priority', ['C', 'D'])
  if (after === null) expect(found).toHaveProperty('problem')
  else expect(found).toBe(after)
})

test('a table is written, and a line is removed with nothing else', () => {
  expect(withOption('[shell]\nenv = { A = "}" } # x\n', 'shell.env', { B: '1' })).toBe(
    '[shell]\nenv = { B = "1" } # x\n',
  )
  const text = '# a\n[ui]\n  font_size = 15 # mine\nshapes = false\n'
  expect(withOption(text, 'ui.font_size', null)).toBe('# a\n[ui]\nshapes = false\n')
  expect(withOption(text, 'ui.tray', null)).toBe(text)
  expect(
    withOption('ui = { font_size = 15, shapes = false }\n', 'ui.font_size', null),
  ).toHaveProperty('problem')
  expect(withOption('[fonts]\npriority = [\n"A",\n]\nsize = 3\n', 'fonts.priority', null)).toBe(
    '[fonts]\nsize = 3\n',
  )
})

test('options are saved together or not at all, and a list of tables stays', () => {
  const file = join(folder, 'config.toml')
  const sends = '# a\n[[shortcuts.send]]\nkeys = ["alt+g"]\ntext = "git"\n'
  writeFileSync(file, sends)
  const both = [
    { name: 'shortcuts.why', value: ['ctrl+a>w'] },
    { name: 'shortcuts.new_tab', value: [] },
  ]
  expect(saveOption(file, both)).toBeNull()
  const saved = '\n[shortcuts]\nnew_tab = []\nwhy = ["ctrl+a>w"]\n'
  expect(readFileSync(file, 'utf8')).toBe(sends + saved)
  const ordered = `${sends}\n [ "shortcuts" ] # mine\nfind = []\n`
  writeFileSync(file, ordered)
  expect(saveOption(file, both)).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe(
    ordered.replace('# mine\n', '# mine\nnew_tab = []\nwhy = ["ctrl+a>w"]\n'),
  )
  const unsaved = '[shortcuts]\nwhy = [\n  "alt+w", # mine\n]\n'
  writeFileSync(file, unsaved)
  expect(saveOption(file, [...both].reverse())).toContain(
    'Set shortcuts.why = ["ctrl+a>w"] in the file yourself.',
  )
  expect(readFileSync(file, 'utf8')).toBe(unsaved)
})
