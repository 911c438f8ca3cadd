/** The user's folder of themes, colours of iTerm2, and files that links lead to. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundledThemes } from '../../src/core/config/theme/bundled.ts'
import { themeBytesMax } from '../../src/core/config/theme/limits.ts'
import { themeFile } from '../../src/core/config/theme/theme.ts'
import { openerWords, runOpener } from '../../src/host/open-file.ts'
import { importColors, importColorsFile } from '../../src/host/themes/import-colors.ts'
import { readThemes } from '../../src/host/themes/read-themes.ts'
import { ThemeFolder } from '../../src/host/themes/theme-folder.ts'
import { systemClock } from '../../src/host/clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-themes-'))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10 }))

test('reads what is right, and says what is wrong with the rest', async () => {
  const themes = join(folder, 'themes')
  mkdirSync(themes)
  const [dark] = bundledThemes
  if (dark === undefined) throw new Error('no themes')
  writeFileSync(join(themes, 'a.toml'), themeFile({ ...dark, name: 'Mine "1"' }, 'first\nsecond'))
  writeFileSync(join(themes, 'b.toml'), 'foreground = "red"\n')
  writeFileSync(join(themes, 'c.toml'), 'foreground = \n')
  writeFileSync(join(themes, 'd.toml'), '#'.repeat(themeBytesMax + 1))
  writeFileSync(join(themes, 'e.txt'), 'no theme')
  const read = await readThemes(themes)
  expect(read.themes).toEqual([{ ...dark, name: 'Mine "1"' }])
  expect(read.problems.map(({ file }) => file)).toEqual(
    ['b', 'c', 'd'].map((name) => join(themes, `${name}.toml`)),
  )
  expect(read.problems.map(({ text }) => text)).toEqual([
    'Theme b.toml: foreground: "red" is no colour; write "#RRGGBB" or "#RRGGBBAA"; ' +
      'background is missing; ansi: a list of 16 colours is needed.',
    'Theme c.toml: line 1, column 14: the line ends here, expected string, number, ' +
      'datetime, boolean, list or inline table.',
    'Theme d.toml: the file is larger than 256 KiB.',
  ])
  expect(await readThemes(join(folder, 'none'))).toEqual({ themes: [], problems: [], files: [] })
})

// … a link's target too
test('the folder is followed: each change of a theme is reported', async () => {
  const [dark] = bundledThemes
  if (dark === undefined) throw new Error('no themes')
  const themes = join(folder, 'later/themes')
  const file = (background: string) => themeFile({ ...dark, name: 'Mine', background }, 'mine')
  let changes = 0
  const live = new ThemeFolder(themes, systemClock, () => {
    changes += 1
  })
  // A look of its own may fall between two of our acts, or into one: what is held is that the last
  // of them is reported, and what is then read.
  const has = async () => {
    await expect.poll(() => changes, { interval: 20 }).toBeGreaterThan(0)
    changes = 0
    const { themes: read, problems } = await live.read()
    return [read.map(({ background }) => background), problems.length]
  }
  expect(await live.read()).toEqual({ themes: [], problems: [], files: [] })
  mkdirSync(themes, { recursive: true })
  writeFileSync(join(folder, 'mine-elsewhere.toml'), file('#111111'))
  symlinkSync(join(folder, 'mine-elsewhere.toml'), join(themes, 'mine.toml'))
  expect(await has()).toEqual([['#111111'], 0])
  writeFileSync(join(folder, 'mine-elsewhere.toml'), file('#222222'))
  expect(await has()).toEqual([['#222222'], 0])
  writeFileSync(join(themes, 'new.toml'), 'foreground = 3')
  expect(await has()).toEqual([['#222222'], 1])
  rmSync(themes, { recursive: true })
  expect(await has()).toEqual([[], 0])
  live.dispose()
})

const colour = (red: string) =>
  `<dict><key>Color Space</key><string>sRGB</string><key>Red Component</key><real>${red}` +
  '</real><key>Green Component</key><real>0.5</real><key>Blue ' +
  'Component</key><integer>0</integer></dict>'
const plist = (keys: readonly string[]) => {
  const entries = keys.map(
    (key, index) => `<key>${key}</key>${colour(String(index / keys.length))}`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
  "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>${entries.join('')}</dict></plist>`
}
const keys = [
  'Background Color',
  ...Array.from({ length: 16 }, (_, index) => `Ansi ${index} Color`),
  'Foreground Color',
]

test('imports colours of iTerm2 into the folder of themes', async () => {
  const file = join(folder, 'My Côlours!.itermcolors')
  writeFileSync(file, plist(keys))
  const target = join(folder, 'config/themes')
  const path = join(target, 'My-Co-lours.toml')
  expect(await importColorsFile(file, target, false)).toEqual({
    ok: true,
    name: 'My Côlours!',
    path,
  })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await importColorsFile(file, target, false)).toEqual({
    ok: false,
    problems: [`${path} is there already; add --overwrite to replace it`],
  })
  expect(await importColorsFile(file, target, true)).toMatchObject({ ok: true })
  expect(readFileSync(path, 'utf8')).toContain('background = "#008000"')
  expect((await readThemes(target)).themes.map(({ name }) => name)).toEqual(['My Côlours!'])
})

test.each([
  ['', 'this is no property list in XML; export the colours from iTerm2 as .itermcolors'],
  ['bplist00', 'this is no property list in XML; export the colours from iTerm2 as .itermcolors'],
  ['<plist version="1.0"><dict><key>a</key></plist>', 'the property list cannot be read: '],
  ['<plist version="1.0"><array></array></plist>', 'this is no list of colours of iTerm2'],
  ['<plist version="1.0"><dict></dict></plist>', 'Ansi 0 Color is missing'],
  [
    `<!DOCTYPE plist [<!ENTITY a "b">]>${plist([])}`,
    'the file defines entities, which no list of colours needs',
  ],
  [' '.repeat(themeBytesMax + 1), 'the file is larger than 256 KiB, which no list of colours is'],
])('refuses %j', (text, problem) => {
  const read = importColors(text, 'x')
  expect(read.ok ? '' : read.problems[0]).toContain(problem)
})

test('a deep list is refused or read in no time', () => {
  const began = process.cpuUsage() // others may have the processor meanwhile
  const deep = 10_000
  expect(
    importColors(
      `<plist version="1.0">${'<dict><key>a</key>'.repeat(deep)}${'</dict>'.repeat(deep)}</plist>`,
      'x',
    ).ok,
  ).toBe(false)
  expect(process.cpuUsage(began).user).toBeLessThan(20_000_000)
})

test('an opener is words and no shell', async () => {
  expect([
    openerWords('code -g {file}:{line}:{column}', '/a b', 3, null),
    openerWords('gedit +{line}', '/a', null, null),
    openerWords(' kate ', '/$(x)', 1, 1),
  ]).toEqual([
    ['code', '-g', '/a b:3:1'],
    ['gedit', '+1', '/a'],
    ['kate', '/$(x)'],
  ])
  const out = join(folder, 'opened')
  await runOpener(['cp', '/etc/hostname', out], folder, process.env)
  await expect.poll(() => statSync(out, { throwIfNoEntry: false })?.isFile()).toBe(true)
  await expect(runOpener(['no-such-program-here', 'x'], folder, process.env)).rejects.toThrow(
    'no-such-program-here of links.opener could not be started: ',
  )
})
