/**
 * An app that can be killed: `app.ts SOCKET PROGRAM COUNT COMMAND` starts programs in a keeper,
 * reads them, moves their checkpoints as a session does, and prints a line when all have started.
 * With `SCREENS`, its checkpoints have screens.
 */
import { systemClock } from '../../../src/host/clock.ts'
import { PathProbe } from '../../../src/host/files/path-probe.ts'
import { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { makeStartPty } from '../../../src/host/pty/start-pty.ts'
import type { PastScreen, Pty } from '../../../src/core/session/ports.ts'

const [socket = '', program = '', count = '1', command = ''] = process.argv.slice(2)
const keeper = new Keeper({ socket, program, failed: (text) => process.stderr.write(text) })
keeper.setHangUp(process.env['HANG_UP'] === '1')
const looks = new PathProbe(systemClock, { programs: 1 })
const start = makeStartPty(systemClock, looks, null, keeper)
const kept = 1_048_576
const utf8 = (text: string) => new TextEncoder().encode(text)
/** A screen that shows whether it is whole, if the test asks for screens. */
const screenAt = (at: number): PastScreen | undefined =>
  process.env['SCREENS'] === undefined
    ? undefined
    : { at, size: { cols: 80, rows: 24 }, bytes: utf8(`${at} `.repeat(50_000)) }
let started = 0
for (let number = 0; number < Number(count); number += 1) {
  let [printed, checkpoint, checkpoints] = [0, 0, 0]
  let pty: Pty | null = null
  start(
    {
      program: '/bin/sh',
      args: ['-c', command],
      directory: '/',
      environment: { PATH: '/usr/bin:/bin', TERM: 'xterm-256color' },
      size: { cols: 80, rows: 24 },
      keep: { id: `session${number}`, facts: `facts of ${number}` },
    },
    {
      output: (bytes) => {
        printed += bytes.length
        if (printed - checkpoint < 2 * kept) return
        checkpoint = printed - kept
        pty?.checkpoint?.(checkpoint, utf8(`at ${checkpoint}`), false, screenAt(printed))
        if ((checkpoints += 1) === 2) process.stdout.write('two checkpoints\n')
      },
      exit: () => undefined,
    },
    (outcome) => {
      if ('problem' in outcome) throw new Error(outcome.problem)
      pty = outcome.pty
      if ((started += 1) === Number(count)) process.stdout.write('started\n')
    },
  )
}
