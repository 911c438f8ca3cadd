/** `vibeflow import` with real files: what it reads, shows and writes. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importVerb } from '../../../src/cli/verbs/import.ts'
import type { VerbContext } from '../../../src/cli/command/verb.ts'
import { loadConfiguration } from '../../../src/host/config/load.ts'
import { readOptions } from '../../../src/core/config/read.ts'
import { readThemes } from '../../../src/host/config/themes/read-themes.ts'
import { runVerb, workers } from '../../support/run-verb.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'import-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function write(name: string, text: string | Uint8Array): string {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const own = () => join(home, '.config/vibeflow/config.toml')
const vibeflow = (...words: string[]) =>
  runVerb(['import', ...words], { environment: { HOME: home }, directory: home })

function activeOptions() {
  const { documents, problems } = loadConfiguration(own())
  const read = readOptions({ documents, before: null })
  expect([problems, read.problems]).toEqual([[], []])
  return read.options
}

test('settings are written below the comments and options of the user', async () => {
  write('.config/kitty/kitty.conf', 'font_size 12\ncursor_shape beam\ninclude keys.conf\n')
  write('.config/kitty/keys.conf', 'map f1 new_tab\nmap shift+enter send_text all \\x1b\\r\n')
  write(
    '.config/vibeflow/config.toml',
    '# mine\n[cursor] # look\nstyle = "underline" # I like it\n\n[ui]\nfont_size = 15\n',
  )
  const { exit, out, err } = await vibeflow('kitty', '--yes')
  expect([exit, err]).toEqual([0, ''])
  expect(out).toContain('kitty.conf and 1 file that it includes')
  expect(out).toMatch(/Your own setting stays \(1\):\n {2}cursor_shape beam {2}cursor.style = "und/)
  expect(readFileSync(own(), 'utf8')).toBe(
    '# mine\n[cursor] # look\nstyle = "underline" # I like it\n\n[ui]\nfont_size = 15\n\n' +
      '[fonts]\nsize = 16\n\n[shortcuts]\npreset = "kitty"\n' +
      'new_tab = ["ctrl+shift+t", "f1"]\n\n' +
      '[[shortcuts.send]]\nkeys = ["shift+enter"]\ntext = "\\u001b\\u000d"\n',
  )
  const { fonts, shortcuts } = activeOptions()
  expect([fonts.size, shortcuts.preset, shortcuts.sends]).toEqual([
    16,
    'kitty',
    [{ chords: ['shift+enter'], text: '\u001b\r' }],
  ])
  // a second time there is nothing left to do
  expect((await vibeflow('kitty')).out).toMatch(/\nNothing to change\.\n$/)
})

test('colors become a theme, and an existing theme file is kept without --overwrite', async () => {
  write('.config/kitty/kitty.conf', 'background #123456\ncolor1 #ff0000\n')
  expect((await vibeflow('kitty', '--yes')).exit).toBe(0)
  const themes = join(home, '.config/vibeflow/themes')
  const [theme] = (await readThemes(themes)).themes
  // the other colors are kitty's own
  expect([theme?.name, theme?.background, theme?.ansi.slice(1, 3)]).toEqual([
    ...['kitty', '#123456'],
    ['#ff0000', '#19cb00'],
  ])
  expect(readFileSync(own(), 'utf8')).toBe('[colors]\npreset = "kitty"\n')
  write('.config/kitty/kitty.conf', 'background #654321\n')
  const refused = await vibeflow('kitty', '--yes')
  expect(refused.out).toContain('kitty.toml exists; use --overwrite to replace it')
  expect((await readThemes(themes)).themes[0]?.background).toBe('#123456')
  expect((await vibeflow('kitty', '--yes', '--overwrite')).exit).toBe(0)
  expect((await readThemes(themes)).themes[0]?.background).toBe('#654321')
})

test('a theme file changes only the theme, and the chosen theme stays active', async () => {
  const file = write('Downloads/My Côlours!.conf', 'foreground #eeeeee\nbackground #101010\n')
  write('.config/vibeflow/config.toml', '[colors]\npreset = "Nord"\n')
  const { out } = await vibeflow('kitty', file, '--yes')
  expect(out).toContain('your theme stays; My Côlours! of kitty is added, themes/My-Co-lours.toml')
  expect(readFileSync(own(), 'utf8')).toBe('[colors]\npreset = "Nord"\n')
  expect(existsSync(join(home, '.config/vibeflow/themes/My-Co-lours.toml'))).toBe(true)
})

test('kitty themes of both modes are imported, and a wrong color is listed', async () => {
  write('.config/kitty/kitty.conf', 'background #123456\ncursor red\n')
  write('.config/kitty/light-theme.auto.conf', 'background #ffffff\nforeground #222222\n')
  expect((await vibeflow('kitty', '--dry-run')).out).toContain('colors.preset = "kitty"')
  write('.config/kitty/dark-theme.auto.conf', 'color1 #ff0000\n')
  const { out } = await vibeflow('kitty', '--yes')
  expect(out).toMatch(/cursor red +vibeflow reads only colors such as #1a2b3c/)
  expect(readFileSync(own(), 'utf8')).toBe(
    '[colors]\npreset_light = "kitty-light"\npreset_dark = "kitty-dark"\n',
  )
  const { themes } = await readThemes(join(home, '.config/vibeflow/themes'))
  expect(themes.map(({ name, background }) => [name, background])).toEqual([
    ['kitty-dark', '#123456'],
    ['kitty-light', '#ffffff'],
  ])
})

test('a theme that Ghostty names is one of vibeflow, or its own file', async () => {
  write('.config/ghostty/config', 'theme = light:Mine,dark:nord\n')
  write('.config/ghostty/themes/Mine', 'background = ffffff\nforeground = 222222\n')
  expect((await vibeflow('ghostty', '--yes')).exit).toBe(0)
  expect(readFileSync(own(), 'utf8')).toContain(
    '[colors]\npreset_light = "Mine"\npreset_dark = "Nord"\n',
  )
  write('.config/ghostty/config', 'theme = No Such Theme\n')
  expect((await vibeflow('ghostty', '--dry-run')).out).toContain('no theme of this name')
})

test('nothing is written with --dry-run, after a no, and without a terminal', async () => {
  write('.config/alacritty/alacritty.toml', '[font]\nsize = 12\n')
  expect((await vibeflow('alacritty', '--dry-run')).out).toContain('fonts.size = 16')
  expect(await vibeflow('alacritty')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('Use --yes'),
  })
  const said: string[] = []
  const context = {
    ...{ positionals: ['alacritty'], values: {}, environment: { HOME: home }, directory: home },
    ...{ version: '', json: false, workers, write: () => undefined, document: () => undefined },
    say: (line: string) => said.push(line),
    complain: () => undefined,
  } satisfies VerbContext
  const verb = importVerb({ confirm: async () => false })
  await expect(verb.run(context)).rejects.toThrow('canceled. No file was changed.')
  expect(existsSync(dirname(own()))).toBe(false)
  expect(said.at(-1)).toBe(`Changes ${own()}.`)
  expect(JSON.parse((await vibeflow('alacritty', '--json', '--yes')).out)).toMatchObject({
    files: [join(home, '.config/alacritty/alacritty.toml')],
    rows: [{ from: 'font.size 12', outcome: 'imported', text: 'fonts.size = 16' }],
    changed: [own()],
  })
})

test('the question shows each program in full, and no row has escape sequences', async () => {
  const hidden = `${' '.repeat(300)}; evil`
  write(
    '.config/kitty/kitty.conf',
    `shell sh -c "true${hidden}"\nenv BASH_ENV=/tmp/x\nmap f1 send_text all ls${hidden}\\r\n` +
      'map f2 send_text all harmless\nfoo \u001b]52;c;QQ==\u0007 \u009b31m \u202e\n',
  )
  const said: string[] = []
  const context = {
    ...{ positionals: ['kitty'], values: {}, environment: { HOME: home }, directory: home },
    ...{ version: '', json: false, workers, write: () => undefined, document: () => undefined },
    say: (line: string) => said.push(line),
    complain: () => undefined,
  } satisfies VerbContext
  await expect(importVerb({ confirm: async () => false }).run(context)).rejects.toThrow('canceled')
  const question = said.slice(said.findIndex((line) => line.startsWith('vibeflow will run')))
  expect(question.join('\n')).toMatch(
    new RegExp(
      [
        'shell.program +"sh"',
        `shell.args +\\["-c", "true${hidden}"\\]`,
        'shell.env +\\{ BASH_ENV = "/tmp/x" \\}',
        `f1 +types "ls${hidden}\\\\u000d"\n\nChanges `,
      ].join('\n *'),
    ),
  )
  expect(said.join('')).not.toMatch(/[\p{Cc}\u202e]/u)
})

test.each<[string, (path: string) => void, RegExp]>([
  ['a binary file', (path) => writeFileSync(path, Buffer.from([0, 1, 255])), /not a text file/],
  ['a file of 2 MB', (path) => writeFileSync(path, 'a b\n'.repeat(500_000)), /larger than/],
  ['200,000 settings', (path) => writeFileSync(path, 'a b\n'.repeat(200_000)), /more than 10000/],
  ['a loop of links', (path) => symlinkSync(path, path), /links form a loop/],
  ['a directory', (path) => mkdirSync(path), /it is a directory, not a file/],
  ['a pipe', (path) => void execFileSync('mkfifo', [path]), /it is a pipe, not a file/],
  ['a missing file', () => undefined, /does not exist/],
  ['prose', (path) => writeFileSync(path, 'Ünreadable\n'), /no settings that can be read/],
  ['an iTerm2 preset', (path) => writeFileSync(path, '<?xml version="1.0"?>'), /iTerm2 color pre/],
])('%s is one clear error, and nothing is written', async (_what, make, problem) => {
  const path = join(home, 'x.conf')
  make(path)
  const { exit, out, err } = await vibeflow('kitty', path, '--yes')
  expect([exit, out, err.split('\n').length]).toEqual([1, '', 2])
  expect(err).toMatch(problem)
  expect(existsSync(own())).toBe(false)
})

test('includes are followed once, and unreadable includes are listed', async () => {
  const folder = join(home, '.config/kitty')
  write('.config/kitty/kitty.conf', 'include a.conf\ninclude gone.conf\nfont_size 9\n')
  write('.config/kitty/a.conf', 'font_size 30\ninclude kitty.conf\ninclude ./locked.conf\n')
  chmodSync(write('.config/kitty/locked.conf', 'font_size 40\n'), 0)
  symlinkSync('loop.conf', join(folder, 'loop.conf'))
  const { out } = await vibeflow('kitty', '--dry-run')
  expect(out).toContain('fonts.size = 12') // the last one counts
  expect(out).toMatch(/file .*kitty\.conf +it is included twice, or by itself/)
  expect(out).toMatch(/file .*gone\.conf +it does not exist/)
  // root may read it
  if (process.getuid?.() !== 0) expect(out).toMatch(/file .*locked\.conf +permission denied/)
})

test.each([
  ['alacritty', '.config/alacritty/alacritty.toml', 'import = ["a.toml"]\n[font]\nsize = 12\n'],
  ['ghostty', '.config/ghostty/config', 'config-file = a.toml\nconfig-file = ?gone\nfont-size = 6'],
])('includes of %s have the order of that terminal', async (name, path, text) => {
  write(path, text)
  write(join(dirname(path), 'a.toml'), name === 'ghostty' ? 'font-size=12' : '[font]\nsize = 30\n')
  const { out } = await vibeflow(name, '--dry-run')
  expect(out).toContain('fonts.size = 16')
  expect(out).not.toContain('does not exist')
})

test('a chain of 100 includes and 1,000 includes in one file end', async () => {
  for (let at = 0; at < 100; at += 1) write(`chain/${at}.conf`, `include ${at + 1}.conf\n`)
  write('many.conf', Array.from({ length: 1000 }, (_, at) => `include m${at}.conf`).join('\n'))
  expect((await vibeflow('kitty', join(home, 'chain/0.conf'))).out).toContain('8 levels deep')
  expect((await vibeflow('kitty', join(home, 'many.conf'))).out.split('\n').length).toBeLessThan(50)
})

test('a broken config.toml, and an old alacritty.yml, are named', async () => {
  write('.config/alacritty/alacritty.yml', 'font:\n  size: 12\n')
  expect((await vibeflow('alacritty')).err).toContain('run `alacritty migrate` first')
  write('.config/kitty/kitty.conf', 'font_size 12\n')
  write('.config/vibeflow/config.toml', '[fonts\n')
  expect((await vibeflow('kitty', '--yes')).err).toMatch(/config\.toml: .*unexpected/)
  expect(readFileSync(own(), 'utf8')).toBe('[fonts\n')
  expect((await vibeflow('kity')).err).toContain('Did you mean "kitty"?')
  expect((await vibeflow('wezterm')).err).toContain('no configuration of WezTerm found')
})

test('comments in files with Windows line ends are read, and stay', async () => {
  write('.config/alacritty/alacritty.toml', '# a\r\n[font] # b\r\nsize = 12\r\n')
  write('.config/vibeflow/config.toml', '# mine\r\n[tabs] # too\r\n')
  expect(await vibeflow('alacritty', '--yes')).toMatchObject({ exit: 0, err: '' })
  expect(readFileSync(own(), 'utf8')).toBe('# mine\r\n[tabs] # too\r\n\r\n[fonts]\r\nsize = 16\r\n')
})

test('deep and endless Lua and TOML are read quickly', async () => {
  const lua = write('x.lua', `config.keys = ${'{'.repeat(100_000)}\nconfig.font_size = 9\n`)
  expect((await vibeflow('wezterm', lua, '--dry-run')).exit).toBe(0)
  const open = write('y.lua', `config.a = "${'\\x'.repeat(100_000)}\nconfig.line_height = 1.5`)
  expect((await vibeflow('wezterm', open, '--dry-run')).out).toContain('fonts.line_height = 1.5')
  for (const part of ['"\\', "'\\", '[[ ', '[=', '--[[ ']) {
    const flood = write(
      'z.lua',
      `config.line_height = 1.5\n${part.repeat(1_000_000 / part.length)}`,
    )
    expect((await vibeflow('wezterm', flood, '--dry-run')).exit).toBe(0)
  }
  const toml = write('x.toml', `a = ${'['.repeat(100_000)}`)
  expect((await vibeflow('alacritty', toml)).exit).toBe(1)
})

test.each(['/proc/none', '/proc/self/none/deeper'])('ends if %s cannot be made', async (folder) => {
  write('.config/kitty/kitty.conf', 'font_size 12\n')
  const io = { environment: { HOME: home, XDG_CONFIG_HOME: folder }, directory: home }
  const { exit, err } = await runVerb(['import', 'kitty', '--yes'], io)
  expect([exit, err]).toEqual([1, expect.stringContaining(`Couldn't save ${folder}/vibeflow`)])
})
