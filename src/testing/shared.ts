/**
 * Parts shared by all terminals of this process: worker threads, foreground poller, and the
 * directory of homes. Created with the first terminal. Nothing in it keeps the process alive.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shippedAgents } from '../agents/rules/shipped.ts'
import { defaults } from '../core/config/table.ts'
import { Tools } from '../agents/process/match.ts'
import type { StartPty } from '../core/session/ports.ts'
import { systemClock } from '../host/clock.ts'
import { integrationScripts } from '../host/pty/integration-scripts.ts'
import { PathProbe } from '../host/files/path-probe.ts'
import { RealPaths } from '../host/files/real-paths.ts'
import { Poller } from '../host/proc/poller.ts'
import { SystemProcReader } from '../host/proc/reader.ts'
import { makeStartPty } from '../host/pty/start-pty.ts'
import { shadowPool, type ShadowPool } from '../host/shadow/pool.ts'
import { Guardian } from './program/guardian.ts'

/** Concurrent checks of paths: many terminals may start together. */
const looksAtOnce = 4

export interface Shared {
  readonly start: StartPty
  readonly looks: PathProbe
  readonly poller: Poller
  readonly pool: ShadowPool
  readonly guardian: Guardian
  /** Returns a new empty directory, removed when this process ends. */
  readonly newHome: () => string
}

let made: Shared | null = null

export function shared(): Shared {
  made ??= make()
  return made
}

function make(): Shared {
  const looks = new PathProbe(systemClock, { programs: looksAtOnce })
  looks.prepare()
  const realPaths = new RealPaths(looks, () => poller.reconsider())
  const poller: Poller = new Poller(
    systemClock,
    new SystemProcReader((path) => realPaths.at(path)),
    new Tools(defaults.ai.tools, shippedAgents()),
    defaults.ai.foreground_check_interval_ms,
  )
  const pool = shadowPool({
    file: join(import.meta.dirname, 'shadow-worker.js'),
    clock: systemClock,
    crashed: (text) => process.emitWarning(text, 'VibeflowWarning'),
  })
  const homes = mkdtempSync(join(tmpdir(), 'vibeflow-testing-'))
  let count = 0
  return {
    start: makeStartPty(systemClock, looks, integrationScripts(import.meta.dirname)),
    looks,
    poller,
    pool,
    guardian: new Guardian(homes),
    newHome: () => {
      const home = join(homes, String(++count))
      mkdirSync(home, { mode: 0o700 })
      return home
    },
  }
}
