/**
 * Measures a verb of a package: start to end of `vibeflow ls`, from the AppImage and from the deb's
 * tree in artifacts/release, if they exist (`npm run package -- appimage deb`). The target is under
 * 150 ms. The AppImage is measured alone, and while another program runs from it, which is the case
 * whenever there is a session to list. VIBEFLOW_BENCH_STARTS (20).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './parts/bench.ts'
import { makeFolder } from './parts/contestants.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'

export const name = 'verbs of packages'

const release = resolve(import.meta.dirname, '../../artifacts/release')

export async function run({ log, measure }: Bench): Promise<void> {
  const files = existsSync(release) ? readdirSync(release) : []
  const packed = (end: string) => files.filter((file) => file.endsWith(end))
  const { folder: home, remove } = makeFolder()
  const runtime = join(home, 'run')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: runtime }
  const rows: string[][] = []
  const take = (what: string, command: string) => {
    const times: number[] = []
    for (let start = setting('VIBEFLOW_BENCH_STARTS', 20); start > 0; start -= 1) {
      const began = performance.now()
      const { status, stderr } = spawnSync(command, ['ls'], { encoding: 'utf8', env })
      times.push(performance.now() - began)
      if (status !== 0) throw new Error(`${what} ls ended with ${status}: ${stderr}`)
    }
    measure(`${what} ls`, median(times), 'ms')
    rows.push([what, median(times).toFixed(0), percentile(times, 0.95).toFixed(0)])
  }
  for (const file of packed('.deb')) take(file, unpacked(join(release, file), home))
  for (const file of packed('.AppImage')) {
    const command = join(release, file)
    take(`${file}, alone`, command)
    const other = spawn(command, ['run', '--', 'cat'], { stdio: ['pipe', 'ignore', 'ignore'], env })
    while (readdirSync(runtime).length === 0) await sleep(50)
    take(`${file}, beside another program of it`, command)
    const ended = once(other, 'exit')
    other.kill()
    await ended
  }
  if (rows.length === 0) log('no package in artifacts/release, left out')
  remove()
  log(table([['vibeflow ls', 'median ms', '95 % ms'], ...rows]))
}

/** Returns the command in the tree of the deb, which is built on the shim or on Electron. */
function unpacked(file: string, home: string): string {
  const folder = join(home, 'deb')
  spawnSync('dpkg-deb', ['--extract', file, folder])
  const [first = ''] = ['usr/bin/vibeflow', 'opt/vibeflow/vibeflow']
    .map((place) => join(folder, place))
    .filter(existsSync)
  return first
}
