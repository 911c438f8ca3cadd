/** Windows on their way to the disk and back, in a folder of its own for each test. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import { RecentOutput } from '../../../src/core/session/flow/recent-output.ts'
import type { RestorableTab } from '../../../src/core/session/session-ports.ts'
import {
  SessionKeeper,
  type LiveTab,
  type LiveWindow,
} from '../../../src/host/state/restore/session-keeper.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { asSession } from '../../support/windows/ids.ts'

export let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'session-')), 'session')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

export class FakeTab implements LiveTab {
  readonly history = new RecentOutput()
  readonly delivery = { history: this.history }
  readonly id: ReturnType<typeof asSession>
  readonly #facts: Partial<RestorableTab>

  constructor(id: string, facts: Partial<RestorableTab> = {}) {
    this.id = asSession(id)
    this.#facts = facts
  }

  print(text: string): this {
    this.history.push(new TextEncoder().encode(text))
    return this
  }
  restorable(lines: number): RestorableTab {
    return {
      command: { program: '/bin/bash', args: [] },
      isUserShell: true,
      directory: '/srv',
      name: null,
      title: null,
      muted: false,
      resume: null,
      ...this.#facts,
      ...this.history.whole(lines),
    }
  }
}

export function run(session: Partial<Options['session']> = {}) {
  const clock = new FakeClock()
  const reported: string[] = []
  const state = {
    windows: [] as LiveWindow[],
    options: { ...defaults.session, ...session },
  }
  const keeper = new SessionKeeper(folder, {
    clock,
    windows: () => state.windows,
    options: () => state.options,
    failed: (problem) => reported.push(problem),
  })
  const take = (wanted = true) => {
    const { windows, problem } = keeper.take(wanted)
    const text = ({ restoredOutput }: RestorableTab) =>
      restoredOutput.map((bytes) => new TextDecoder().decode(bytes)).join('')
    return (
      problem ??
      windows.map(({ active, tabs }) => [
        active,
        ...tabs.map((tab) => [
          tab.isUserShell ? 'shell' : tab.command.program,
          tab.directory,
          tab.name,
          text(tab),
        ]),
      ])
    )
  }
  /** So much later, with what is saved then on the disk. */
  const later = async (ms: number) => {
    clock.advance(ms)
    await expect.poll(() => keeper.saving, { interval: 2 }).toBe(false)
  }
  return { clock, keeper, later, state, take, reported }
}

/** Names of the files in the folder, without the older index. */
export const kept = () =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name !== 'session.before.json')
        .sort()
    : []

/** Returns the index without its checksum, to be written again with changes. */
export const indexText = (name = 'session.json') =>
  readFileSync(join(folder, name), 'utf8').replace(/,"sum":"[0-9a-f]+"\}$/, '}')

export const refused = (reason: string, aside = `${folder}.damaged`) =>
  `Tabs may be missing or out of date: ${join(folder, 'session.json')} is ${reason}` +
  `. The saved data was moved to ${aside}.`

export const hint: NonNullable<RestorableTab['resume']> = {
  agent: 'claude',
  program: '/usr/bin/claude',
  directory: '/srv/api',
  session: 'a1',
  process: { pid: 7, startTime: 9 },
}
