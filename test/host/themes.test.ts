/** The user's folder of themes, and files that links lead to. */
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundledThemes } from '../../src/core/config/theme/bundled.ts'
import { themeBytesMax } from '../../src/core/config/theme/limits.ts'
import { themeFile } from '../../src/core/config/theme/theme.ts'
import { openerWords, runOpener } from '../../src/host/files/open-file.ts'
import { readThemes } from '../../src/host/config/themes/read-themes.ts'
import { ThemeFolder } from '../../src/host/config/themes/theme-folder.ts'
import { systemClock } from '../../src/host/clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-themes-'))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10 }))

test('valid themes are read, and the errors of the rest are reported', async () => {
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
    'Theme b.toml: foreground: invalid color "red"; use "#RRGGBB" or "#RRGGBBAA"; background is ' +
      'missing; "ansi" needs 16 colors.',
    'Theme c.toml: line 1, column 14: unexpected end of line, expected string, number, ' +
      'datetime, boolean, list or inline table.',
    'Theme d.toml: the file is larger than 256 KiB.',
  ])
  expect(await readThemes(join(folder, 'none'))).toEqual({ themes: [], problems: [], files: [] })
})

test('a changed theme or link target in the folder is reported', async () => {
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
    "Couldn't start no-such-program-here (links.opener): ",
  )
})
