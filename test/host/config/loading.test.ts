/**
 * How a configuration is read from its files: imports, encodings, options of the command line, and
 * the template (docs/reference/config.md).
 */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printToml } from '../../../src/core/config/print.ts'
import { readOptions } from '../../../src/core/config/read.ts'
import { defaults, entries, type ColorKey, type Options } from '../../../src/core/config/table.ts'
import { configTemplate } from '../../../src/core/config/template.ts'
import { loadConfiguration } from '../../../src/host/config/load.ts'
import { overrideDocument } from '../../../src/host/config/overrides.ts'
import { folder, reported, start } from './start.ts'

test('files that import each other, or themselves, are read once', () => {
  writeFileSync(join(folder, 'a.toml'), 'import = ["b.toml", "a.toml"]\n[ui]\nfont_size = 11\n')
  writeFileSync(
    join(folder, 'b.toml'),
    'import = ["config.toml", "a.toml"]\n[ui]\nfont_size = 12\nfont = "Mono"\n',
  )
  const { options, problems } = start('import = ["a.toml", "config.toml"]\n')
  expect([options.ui.font_size, options.ui.font, problems]).toEqual([11, 'Mono', []])
})

test('an unreadable file is reported with the reason of the system', () => {
  mkdirSync(join(folder, 'config.toml'))
  expect(reported(start(null).problems)).toEqual([
    "config.toml: can't read the file: it is a directory, not a file. Current settings stay " +
      'active.',
  ])
  rmSync(join(folder, 'config.toml'), { recursive: true })
  symlinkSync('config.toml', join(folder, 'config.toml'))
  expect(reported(start(null).problems)).toEqual([
    "config.toml: can't read the file: symbolic links form a loop. Current settings stay active.",
  ])
  rmSync(join(folder, 'config.toml'))
  writeFileSync(join(folder, 'config.toml'), '')
  chmodSync(join(folder, 'config.toml'), 0)
  // root may read everything.
  expect(reported(start(null).problems)).toEqual(
    process.getuid?.() === 0
      ? []
      : ["config.toml: can't read the file: permission denied. Current settings stay active."],
  )
})

test('a byte order mark and Windows line ends are accepted', () => {
  expect(start('\ufeff[ui]\r\nfont_size = 15\r\n')).toEqual({
    options: { ...defaults, ui: { ...defaults.ui, font_size: 15 } },
    problems: [],
  })
})

test('imports are read before their file, relative to it, three deep, each once', () => {
  mkdirSync(join(folder, 'more'))
  writeFileSync(
    join(folder, 'more/one.toml'),
    'import = ["two.toml", "../config.toml"]\n[ui]\nfont_size = 11\nunfocused_pane_opacity = 0.4\n',
  )
  writeFileSync(
    join(folder, 'more/two.toml'),
    'import = ["three.toml"]\n[ui]\nfont_size = 12\nunfocused_pane_opacity = 0.5\nshapes = false\n',
  )
  writeFileSync(
    join(folder, 'more/three.toml'),
    'import = ["four.toml"]\n[ui]\nshapes = true\nfont = "three"\n',
  )
  writeFileSync(join(folder, 'more/four.toml'), '[ui]\nfont = "four"\n')
  const { options, problems } = start('import = ["more/one.toml"]\n[ui]\nfont_size = 10\n')
  expect(options.ui).toEqual({
    ...defaults.ui,
    font_size: 10,
    unfocused_pane_opacity: 0.4,
    shapes: false,
    font: 'three',
  })
  expect(reported(problems)).toEqual([
    'three.toml line 1: "DIR/more/four.toml" is not imported: up to 16 files can be imported, 3 ' +
      'levels deep.',
  ])
})

test('a bad import is skipped alone, and both files are named', () => {
  writeFileSync(join(folder, 'bad.toml'), '[ui\n')
  const { options, problems } = start('import = ["bad.toml"]\n[ui]\nfont_size = 15\n')
  expect([options.ui.font_size, reported(problems)]).toEqual([
    15,
    [
      'bad.toml line 1, column 4: unexpected end of line, expected whitespace, . or ]. Ignored. ' +
        'Imported by DIR/config.toml line 1.',
    ],
  ])
})

test('-o overrides the file, and a bare word is a string', () => {
  const documents = [
    ...['ui.font_size=16', 'tabs.on_exit=close', 'ui.font = DejaVu Sans', 'ai.tools = ["a"]'],
    ...['ui.font_sise=3', 'ui.shapes=maybe'],
  ].map(overrideDocument)
  writeFileSync(join(folder, 'config.toml'), '[ui]\nfont_size = 12\n')
  const { options, problems } = readOptions({
    documents: [
      ...loadConfiguration(join(folder, 'config.toml')).documents,
      ...documents.flatMap((one) => ('problem' in one ? [] : [one])),
    ],
    before: null,
  })
  expect([
    options.ui.font_size,
    options.tabs.on_exit,
    options.ui.font,
    options.ai.tools,
    reported(problems),
  ]).toEqual([
    16,
    'close',
    'DejaVu Sans',
    ['a'],
    [
      '-o ui.font_sise: unknown key ui.font_sise. Did you mean ui.font_size?',
      '-o ui.shapes: invalid value for ui.shapes: "maybe". Allowed: true or false. Keeping true.',
    ],
  ])
  expect(overrideDocument('ui.font_size')).toEqual({
    problem: '-o requires KEY=VALUE, for example -o ui.font_size=15, not "ui.font_size"',
  })
})

test('printed options and the template read back to the same values', () => {
  const template = configTemplate()
    .split('\n')
    .filter((line) => /^# (\[[a-z_]+\]$|[a-z0-9_]+ = )/.test(line))
    .map((line) => line.slice(2))
    .join('\n')
  const ownColors = entries
    .filter(({ section }) => section === 'colors')
    .map(({ key }) => key as ColorKey)
    .sort()
  const odd: Options = {
    ...defaults,
    shell: {
      ...defaults.shell,
      env: { A_B: 'c"d\\e\n\u001b', PATH: "it's" },
      args: ['-c', 'echo "a b"'],
    },
    ui: { ...defaults.ui, font: '' },
  }
  expect([
    start(template),
    start(printToml(defaults, 'all')),
    start(printToml(odd, 'changed')),
  ]).toEqual([
    { options: { ...defaults, ownColors }, problems: [] },
    { options: { ...defaults, ownColors }, problems: [] },
    { options: odd, problems: [] },
  ])
})
