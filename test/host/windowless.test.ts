/** Lists and imports: what the command line answers without a window. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { actionNames } from '../../src/core/keys/actions.ts'
import { bundledThemes } from '../../src/core/theme/bundled.ts'
import { themeFile } from '../../src/core/theme/theme.ts'
import { fontFamilies, listFonts } from '../../src/host/list-fonts.ts'
import { answer, type Windowless } from '../../src/host/windowless.ts'

let home: string
beforeEach(() => { home = mkdtempSync(join(tmpdir(), 'windowless-')) })
afterEach(() => rmSync(home, { recursive: true, force: true }))

const ask = (line: Windowless) => answer(line, { environment: {}, home, directory: home, integrations: '/none', version: '1.0', askEngine: async () => ({ kind: 'not known', facts: null, problem: 'not asked' }) })

test('lists every action with its chords', async () => {
  const { output, code } = await ask({ kind: 'list', what: 'actions', json: false })
  expect([code, output.trimEnd().split('\n').map((row) => row.split(' ')[0])]).toEqual([0, actionNames])
  expect(output).toMatch(/^font_larger +Larger font +ctrl\+plus, ctrl\+equal$/m)
  const json = JSON.parse((await ask({ kind: 'list', what: 'actions', json: true })).output) as { action: string }[]
  expect(json.find(({ action }) => action === 'new_tab')).toEqual({ action: 'new_tab', group: 'tabs', label: 'New tab', chords: ['ctrl+shift+t'] })
})

test('lists the user\'s themes first, and says what is wrong with one', async () => {
  const folder = join(home, '.config/vibeflow/themes')
  mkdirSync(folder, { recursive: true })
  const [first] = bundledThemes
  if (first === undefined) throw new Error('there are no themes')
  writeFileSync(join(folder, 'mine.toml'), themeFile({ ...first, name: 'Mine' }, 'a comment'))
  writeFileSync(join(folder, 'bad.toml'), 'foreground = 3')
  const { output, error } = await ask({ kind: 'list', what: 'themes', json: false })
  expect(output.trimEnd().split('\n')).toEqual(['Mine  (yours)', ...bundledThemes.map(({ name }) => name)])
  expect(error).toMatch(/^Theme bad\.toml: foreground: 3 is no colour/)
})

test('lists fonts: what comes along, then those of fixed width, then the rest; each family once, by its first name', async () => {
  const answered = 'Noto Sans,Noto Sans Light:style=x\nNoto Sans Mono CJK JP,Noto:spacing=90\nHack\\:1,Hack Regular\nHack\\:1:spacing=100\nJetBrains Mono:spacing=100\n\n'
  expect(fontFamilies(answered).map(({ family, fixedWidth, bundled }) => [family, fixedWidth, bundled])).toEqual([
    ['JetBrains Mono', true, true], ['Symbols Nerd Font', true, true], ['Hack:1', true, false], ['Noto Sans Mono CJK JP', true, false], ['Noto Sans', false, false],
  ])
  expect(await listFonts('no-such-fc-list')).toEqual({ problem: 'the fonts of this system cannot be listed: no-such-fc-list is not installed (fontconfig)' })
  const { output, error, code } = await ask({ kind: 'list', what: 'fonts', json: false })
  expect(code === 0 ? output.split('\n')[0] : error).toMatch(/^(JetBrains Mono {2}\(comes along\)|vibeflow: the fonts of this system cannot be listed)/)
})

test('imports colours, or says why not', async () => {
  expect(await ask({ kind: 'import-colors', file: join(home, 'gone.itermcolors'), overwrite: false }))
    .toEqual({ output: '', error: expect.stringMatching(/^vibeflow: .+gone\.itermcolors cannot be read: .+\n$/), code: 1 })
})
