/**
 * Tests a running program and its file: whatever happens to the file, the active settings are never
 * lost. Real files, real watches.
 */
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quietMs } from '../../../src/host/config/watcher.ts'
import { problemText } from '../../../src/core/config/problem.ts'
import { ReportedProblems } from '../../../src/core/config/reported-problems.ts'
import { defaults } from '../../../src/core/config/table.ts'
import { Configuration } from '../../../src/host/config/configuration.ts'
import { overrideDocument } from '../../../src/host/config/overrides.ts'
import { Watcher } from '../../../src/host/config/watcher.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { slow } from '../../slow.ts'

let folder: string
let file: string
let running: Configuration | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reload-'))
  file = join(folder, 'vibeflow/config.toml')
})
afterEach(() => {
  running?.dispose()
  running = null
  rmSync(folder, { recursive: true, force: true })
})

interface Reported {
  readonly widths: number[]
  readonly problems: string[][]
  readonly notices: string[]
  readonly past: string[]
}

function run(from: Partial<ConstructorParameters<typeof Configuration>[0]> = {}): {
  readonly configuration: Configuration
  readonly reported: Reported
} {
  const reported: Reported = { widths: [], problems: [], notices: [], past: [] }
  const configuration = new Configuration(
    { file, overrides: [], clock: systemClock, ...from },
    {
      problems: (problems) =>
        reported.problems.push(
          problems.map((problem) => problemText(problem).replaceAll(folder, 'DIR')),
        ),
      notice: (text, instead) => {
        reported.notices.push(text)
        if (instead !== undefined) reported.past.push(instead)
      },
    },
  )
  configuration.settings.subscribe(
    (options) => options,
    ({ window }) => reported.widths.push(window.padding_x),
  )
  configuration.watch()
  running = configuration
  return { configuration, reported }
}

const save = (content: string, to = file) => {
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, content)
}
const width = (px: number) => `[window]\npadding_x = ${px}\n`
const until = (what: () => boolean) => expect.poll(what, { interval: 20 }).toBe(true)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a directory and a file created later are found, and a start writes nothing', async () => {
  const { reported } = run()
  expect([reported.notices, running?.exists]).toEqual([[], false])
  save(width(4))
  await until(() => reported.widths.at(-1) === 4)
})

test('a change between reading and watching is reported once', () => {
  const clock = new FakeClock()
  let reported = 0
  const watcher = new Watcher(clock, () => {
    reported += 1
  })
  const follow = () => {
    watcher.follow([file])
    clock.advance(quietMs)
  }
  follow()
  follow()
  expect(reported).toBe(1)
  mkdirSync(dirname(file)) // seen by its parent's watch only later
  follow()
  follow()
  expect(reported).toBe(2)
  watcher.dispose()
  expect(clock.timers).toBe(0)
})

test('names that can never match are logged once, and again only for another one', () => {
  const log: string[] = []
  const said = new ReportedProblems()
  const named = (...names: string[]) => `[ai]\ntools = ${JSON.stringify(['codex', ...names])}\n`
  save(named('node'))
  const note = () =>
    log.push(
      ...said
        .fresh(configuration.problems)
        .map((problem) => problemText(problem).replace(/: too many.*/, '')),
    )
  const { configuration } = run()
  note()
  for (const content of [
    named('node'),
    `[window]\npadding_x = 5\n\n${named('node')}`,
    `${named('node')}[window]\npadding_x =\n`,
    named('node'),
    named('node', 'python'),
    named('python', 'node'),
    named(),
    named('node'),
  ]) {
    save(content)
    configuration.reload()
    note()
  }
  const never = (line: number, name: string) =>
    `config.toml line ${line}: ai.tools: "${name}" can never match`
  expect(log).toEqual([
    never(2, 'node'),
    'config.toml line 4, column 12: unexpected end of line, expected string, number, datetime, ' +
      'boolean, list or inline table. Current settings stay active.',
    never(2, 'python'),
    never(2, 'node'), // it was removed in between
  ])
})

test(
  'a hundred quick edits, truncation, deletion and replacement lose no settings',
  slow,
  async () => {
    save(width(4))
    const { configuration, reported } = run()
    for (let count = 0; count < 100; count += 1) {
      // As editors do: in place, by rename, half a file first.
      const content = width(count === 99 ? 9 : 6 + (count % 2)) // none is the default
      if (count % 3 === 0) save(content)
      else if (count % 3 === 1) {
        save(content, `${file}.new`)
        renameSync(`${file}.new`, file)
      } else {
        truncateSync(file)
        save(content.slice(0, 6))
        save(content)
      }
      await pause(5)
    }
    await until(() => configuration.options.window.padding_x === 9)
    // All values ever active, and all problems ever reported. Half a file causes
    // at most a problem that was fixed later.
    expect([
      reported.widths.filter((one) => ![6, 7, 9].includes(one)),
      reported.problems.at(-1) ?? [],
      reported.notices,
    ]).toEqual([[], [], []])

    const stays = async (act: () => void, notice: RegExp, as = 9) => {
      reported.notices.length = 0
      act()
      await until(() => notice.test(reported.notices.at(-1) ?? ''))
      expect(configuration.options.window.padding_x).toBe(as)
    }
    await stays(
      () => truncateSync(file),
      new RegExp(
        String.raw`^config\.toml is empty\. Current settings stay active until you reload the ` +
          String.raw`configuration\.$`,
      ),
    )
    // another, so that it is seen to be read: what is gone is reported for a file that was there
    save(width(6))
    await until(() => configuration.options.window.padding_x === 6)
    await stays(() => unlinkSync(file), /^config\.toml was deleted\. /, 6)
    save(width(5), join(folder, 'other.toml'))
    renameSync(join(folder, 'other.toml'), file)
    await until(() => configuration.options.window.padding_x === 5)
    rmSync(dirname(file), { recursive: true })
    await pause(400)
    expect(configuration.options.window.padding_x).toBe(5)
    save(width(7))
    await until(() => configuration.options.window.padding_x === 7)
    await stays(() => unlinkSync(file), /^config\.toml was deleted\. /, 7)
    configuration.reload()
    expect([configuration.options, reported.notices.at(-1), reported.past.at(-1)]).toEqual([
      defaults,
      'config.toml was deleted. Using defaults.',
      reported.notices.at(-2),
    ])
  },
)

test('a mistake keeps everything, is reported once, and is forgotten once fixed', async () => {
  save(width(4))
  const { configuration, reported } = run()
  save('[ui\n')
  await until(() => reported.problems.length === 1)
  save('[ui\n# and more\n')
  await pause(600)
  save(width(3))
  await until(() => configuration.options.window.padding_x === 3)
  expect(reported.problems).toEqual([
    [
      'config.toml line 1, column 4: unexpected end of line, expected whitespace, . or ]. ' +
        'Current settings stay active.',
    ],
    [],
  ])
})

test('equal content does nothing', async () => {
  save(width(4))
  const { reported } = run()
  save(width(4))
  save('# a comment\n[window]\npadding_x = 4\n')
  await pause(500)
  expect(reported).toEqual({ widths: [], problems: [], notices: [], past: [] })
})

test('links are followed when the target, the link or the directory link changes', async () => {
  save(width(4), join(folder, 'dotfiles/one.toml'))
  save(width(5), join(folder, 'dotfiles/two.toml'))
  mkdirSync(dirname(file), { recursive: true })
  symlinkSync('../dotfiles/one.toml', file)
  const { configuration } = run()
  const has = (px: number) => until(() => configuration.options.window.padding_x === px)
  await has(4)
  save(width(6), join(folder, 'dotfiles/one.toml'))
  await has(6)
  unlinkSync(file)
  symlinkSync('../dotfiles/two.toml', file)
  await has(5)
  rmSync(dirname(file), { recursive: true })
  save(width(7), join(folder, 'dotfiles/vibeflow/config.toml'))
  symlinkSync('dotfiles/vibeflow', dirname(file))
  await has(7)
  save(width(9), join(folder, 'dotfiles/vibeflow/config.toml'))
  await has(9)
})

test('imports are watched, keep their last good values, and may appear later', async () => {
  save('import = ["look.toml"]\n')
  const { configuration, reported } = run()
  expect(configuration.problems.map(({ text }) => text.replaceAll(folder, 'DIR'))).toEqual([
    'imported file DIR/vibeflow/look.toml is missing.',
  ])
  const look = join(dirname(file), 'look.toml')
  save(width(4), look)
  await until(() => configuration.options.window.padding_x === 4)
  save('[ui', look)
  await until(() => reported.problems.length === 2)
  expect([configuration.options.window.padding_x, reported.problems.at(-1)]).toEqual([
    4,
    [
      'look.toml line 1, column 4: the file ends in the middle of a key. Its last valid version ' +
        'stays active. Imported by DIR/vibeflow/config.toml line 1.',
    ],
  ])
  save(width(5), look)
  await until(() => configuration.options.window.padding_x === 5)
  expect(reported.problems.at(-1)).toEqual([])
})

test("defaults < imports < file < -o, and a written default counts as the user's own", async () => {
  save(
    '[colors]\nforeground = "#333333"\nbackground = "#333333"\nselection = "#6699FF66"\n',
    join(dirname(file), 'look.toml'),
  )
  save('import = ["look.toml"]\n[colors]\nforeground = "#E5E5E5"\n')
  const document = overrideDocument('colors.background=#222222')
  const { configuration } = run({ overrides: 'problem' in document ? [] : [document] })
  const now = () => {
    const {
      colors: { foreground, background, selection, cursor },
      ownColors,
    } = configuration.options
    return [foreground, background, selection, cursor, ownColors]
  }
  const written = [
    ...['#E5E5E5FF', '#222222FF', '#6699FF66', '#E5E5E5FF'],
    ['background', 'foreground', 'selection'],
  ]
  expect(now()).toEqual(written)
  save('import = ["look.toml"]\n[colors]\nforeground = "grey"\nmenu_bg = "grey"\n')
  await until(() => configuration.problems.length === 2)
  expect(now()).toEqual(written) // a wrong one keeps what it was, and whose
})
