/**
 * What a verb of a package costs: start to end of `vibeflow ls`, from the AppImage and from the
 * deb's tree in artifacts/release, whichever is there (`npm run package -- appimage deb`). Wanted:
 * under 150 ms. VIBEFLOW_BENCH_STARTS (20).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Bench } from './parts/bench.ts'
import { makeFolder } from './parts/contestants.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'

export const name = 'verbs of packages'

const release = resolve(import.meta.dirname, '../../artifacts/release')

export function run({ log, measure }: Bench): void {
  const files = existsSync(release) ? readdirSync(release) : []
  const packed = (end: string) => files.filter((file) => file.endsWith(end))
  const { folder: home, remove } = makeFolder()
  const commands = [
    ...packed('.AppImage').map((file) => [file, join(release, file)] as const),
    ...packed('.deb').map((file) => [file, unpacked(join(release, file), home)] as const),
  ]
  if (commands.length === 0) log('no package in artifacts/release, left out')
  const rows = commands.map(([what, command]) => {
    const times: number[] = []
    for (let start = setting('VIBEFLOW_BENCH_STARTS', 20); start > 0; start -= 1) {
      const began = performance.now()
      const { status, stderr } = spawnSync(command, ['ls'], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: join(home, 'run') },
      })
      times.push(performance.now() - began)
      if (status !== 0) throw new Error(`${what} ls ended with ${status}: ${stderr}`)
    }
    measure(`${what} ls`, median(times), 'ms')
    return [what, median(times).toFixed(0), percentile(times, 0.95).toFixed(0)]
  })
  remove()
  log(table([['vibeflow ls', 'median ms', '95 % ms'], ...rows]))
}

/** Its command, as it lies in the tree of the stand-in's deb or of Electron's. */
function unpacked(file: string, home: string): string {
  const folder = join(home, 'deb')
  spawnSync('dpkg-deb', ['--extract', file, folder])
  const [first = ''] = ['usr/bin/vibeflow', 'opt/vibeflow/vibeflow']
    .map((place) => join(folder, place))
    .filter(existsSync)
  return first
}
