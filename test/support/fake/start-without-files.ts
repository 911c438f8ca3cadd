/**
 * Starts a program with 0 to 12 free file descriptors, and again with many. Prints the problems of
 * the first starts and of the last as one line of JSON. Run by test/attack/no-files.test.ts.
 */
import { closeSync, openSync } from 'node:fs'
import { childEnvironment } from '../../../src/core/session/launch/environment.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { PathProbe } from '../../../src/host/files/path-probe.ts'
import { makeStartPty } from '../../../src/host/pty/start-pty.ts'

const looks = new PathProbe(systemClock, { programs: 2 })
if (process.argv[2] === 'prepared') {
  looks.prepare()
  await looks.look('/')
}
const start = makeStartPty(systemClock, looks)
const launch = {
  program: '/bin/true',
  args: [],
  directory: '/',
  environment: childEnvironment(process.env, { term: 'xterm-256color', version: '1.0' }),
  size: { cols: 80, rows: 24 },
}
const events = { output: () => undefined, exit: () => undefined }
const startOne = () =>
  new Promise<string | null>((resolve) => {
    start(launch, events, (outcome) => resolve('problem' in outcome ? outcome.problem : null))
  })

await startOne() // what is read with the first use
const used: number[] = []
const problems = new Set<string>()
for (let free = 0; free <= 12; free += 1) {
  try {
    for (;;) used.push(openSync('/dev/null', 'r'))
  } catch {
    // none is left
  }
  for (const file of used.splice(0, free)) closeSync(file)
  const problem = await startOne()
  if (problem !== null) problems.add(problem)
}
for (const file of used) closeSync(file)
process.stdout.write(JSON.stringify([[...problems], await startOne()]))
process.exit()
