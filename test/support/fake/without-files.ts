/**
 * A process that can open no more files: what happens to who needs a program then, as one line of
 * JSON. Run by test/attack/no-files.test.ts.
 */
import { closeSync, openSync } from 'node:fs'
import { powerSaveBlocker } from '../../../src/electron-shim/api/power-save-blocker.ts'
import { Selection } from '../../../src/electron-shim/api/clipboard.ts'
import { setEngine } from '../../../src/electron-shim/run.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { PathProbe } from '../../../src/host/files/path-probe.ts'

const looks = new PathProbe(systemClock, { programs: 2 })
const selection = new Selection('primary')
const outcomes = async () => [
  await Promise.all([looks.look('/'), looks.look('/'), looks.repository('/')]),
  await selection.readText(),
  await selection.writeText('x').then(
    () => 'written',
    () => 'refused',
  ),
  powerSaveBlocker.stop(powerSaveBlocker.start('prevent-app-suspension')),
]

setEngine({ options: { headless: false } } as Parameters<typeof setEngine>[0])
await import('node:fs/promises') // what is read with the first use
const used: number[] = []
try {
  for (;;) used.push(openSync('/dev/null', 'r'))
} catch {
  // none is left
}
const without = await outcomes()
await new Promise((resolve) => {
  setTimeout(resolve, 20)
}) // errors that no code caught arrive later
for (const file of used) closeSync(file)
process.stdout.write(JSON.stringify([without, await looks.look('/'), looks.lives]))
process.exit() // whatever timers there are
