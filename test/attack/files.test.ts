/**
 * Tests files of the user that are not regular files, never end, or change during reading. The app
 * reads files at its start and while it runs, without waiting, and only up to a limit. The test
 * uses a child process, because a process that waits in the kernel does not end its test.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attack-files-'))
  mkdirSync(join(folder, 'themes'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Reads these files with every function of the app that reads files, and prints one line of JSON
 * for each.
 */
const script = `
  import { loadConfiguration } from '${source}/host/config/load.ts'
  import { saveOption } from '${source}/host/config/save-option.ts'
  import { readUserRules } from '${source}/host/config/agent-rules/read-user-rules.ts'
  import { readThemes } from '${source}/host/config/themes/read-themes.ts'
  import { prepareImport } from '${source}/host/config/import/import-settings.ts'
  import { readSound } from '${source}/host/desktop/read-sound.ts'
  import { SessionFolder } from '${source}/host/state/restore/session-folder.ts'
  import { WindowSizes } from '${source}/host/state/window-sizes.ts'
  const [folder] = process.argv.slice(1)
  const say = (value) => console.log(JSON.stringify(value).replaceAll(folder, 'DIR'))
  say(loadConfiguration(folder + '/bad').problems.map(({ text }) => text))
  say(loadConfiguration(folder + '/importing.toml').problems.map(({ text }) => text))
  say(saveOption(folder + '/bad', [{ name: 'ui.confirm_on_close', value: false }]))
  say(readUserRules(folder + '/bad').problems.map(({ text }) => text))
  say((await readThemes(folder + '/themes')).problems)
  const request = { environment: {}, home: folder, config: folder + '/none', themes: '' }
  say(await prepareImport({ ...request, terminal: 'kitty', path: folder + '/bad' }))
  say(await readSound(folder + '/bad'))
  say([...new SessionFolder(folder).outputs(['kept'])])
  const window = { remember_size: true, columns: 0, rows: 0, width: 800, height: 600 }
  say(new WindowSizes(folder + '/bad', { after: () => () => {} }).next({ window }))`

test.each<[string, (path: string) => void]>([
  [
    'a pipe that nobody writes to',
    (path) => {
      execFileSync('mkfifo', [path])
    },
  ],
  [
    'a device that never ends',
    (path) => {
      symlinkSync('/dev/zero', path)
    },
  ],
])('%s blocks no reader', (_what, make) => {
  for (const name of [
    ...['bad', 'themes/one.toml', 'themes/two.toml', 'themes/three.toml', 'themes/four.toml'],
    ...['themes/five.toml', 'kept.out'],
  ])
    make(join(folder, name))
  writeFileSync(join(folder, 'importing.toml'), 'import = ["bad"]\n')
  const { stdout, error } = spawnSync(
    process.execPath,
    ['--max-old-space-size=256', '--input-type=module', '-e', script, folder],
    { encoding: 'utf8', timeout: 100_000, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  expect(error).toBeUndefined()
  const kind = /it is a (?:pipe|device), not a file/
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(9)
  for (const line of lines.slice(0, 7)) expect(line).toMatch(kind)
  expect(lines[4]?.match(new RegExp(kind, 'g'))).toHaveLength(5)
  expect(lines.slice(7)).toEqual(['[]', '{"width":800,"height":600}'])
})
