/** The terminal of a program that outlives vibeflow: its checkpoint and the output after it. */
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { seeded } from '../../../../src/build/test/fuzz-target.mjs'
import { checkpointMs, outputRestMs } from '../../../../src/core/session/flow/limits.ts'
import type { PastScreen, Pty, StartPty } from '../../../../src/core/session/ports.ts'
import type { Size } from '../../../../src/base/sizes/size.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { pictureHost } from '../../../../src/host/shadow/pictures.ts'
import type { Snapshot } from '../../../../src/terminal/index.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { FakePty } from '../../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../../support/frames/shadow.ts'

/** A program, and what its keeper has. */
class Kept {
  size: Size = { cols: 80, rows: 24 }
  printed: Uint8Array[] = []
  at = 0
  modes: Uint8Array = new Uint8Array(0)
  screen: PastScreen | null = null
  redrawn = 0
  written = 0

  checkpoint(at: number, modes: Uint8Array, _rest: boolean, screen?: PastScreen): void {
    ;[this.at, this.modes, this.screen] = [at, modes.slice(), screen ?? null]
    this.written += 1
  }
}

/** Starts the program in a session, or adopts it. */
/** @param later starts the program after the terminal */
function begin(kept: Kept, later = false) {
  const clock = new FakeClock()
  const output = Buffer.concat(kept.printed)
  const adopts = output.length > 0
  let pty: FakePty | undefined
  const start: StartPty = (launch, events, started) => {
    pty = new FakePty(7, launch, events)
    const made: FakePty & Pty = Object.assign(pty, {
      checkpoint: kept.checkpoint.bind(kept),
      redraw: () => {
        kept.redrawn += 1
      },
    })
    const past = {
      ...{ modes: kept.modes, at: kept.at, screen: kept.screen },
      read: function* (from = kept.at, to = output.length) {
        for (let at = from; at < to; at += 50_000)
          yield output.subarray(at, Math.min(to, at + 50_000))
      },
      before: { state: null, since: null, printedAt: null },
    }
    const outcome = { pty: made, directory: '/', silent: false, ...(adopts ? { past } : {}) }
    if (later) clock.after(10, () => started(outcome))
    else started(outcome)
    return () => undefined
  }
  const { port } = shadowsInPlace(clock, {
    ...pictureHost(),
    deflateLater: (bytes, done) => done(deflateSync(bytes)),
  })
  const session = new Session(
    {
      ...bashTab,
      ...(adopts ? { size: null, adopts: { size: kept.size, startedAt: 1 } } : { size: kept.size }),
    },
    { ...{ clock, start, shadow: port }, send: () => undefined, writeClipboard: () => undefined },
  )
  session.attach()
  const wait = async (ms: number) => {
    clock.advance(ms)
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
  }
  const print = (text: string) => {
    kept.printed.push(Buffer.from(text))
    pty?.print(text)
  }
  const resize = async (size: Size) => {
    kept.size = size
    session.program.resize(size)
    await wait(1_000)
  }
  const rows = async () => {
    await wait(100)
    const asked = { form: 'styled', scrollback: 20_000 } as const
    const taken = await session.delivery.shadow.questions.snapshot(asked)
    return new TextDecoder().decode(taken?.payload).trimEnd().split('\n')
  }
  return { print, resize, rows, session, wait }
}

type Made = ReturnType<typeof begin>

/** Prints lines as an agent does, which draws the last rows again for each step of its work. */
function work({ print }: Pick<Made, 'print'>, from: number, to: number): void {
  for (let line = from; line < to; line += 1) {
    const drawn = Array.from({ length: 9 }, (_, row) => `\x1b[2mstep ${row} of ${line}\x1b[m`)
    const step = `\x1b[8A\r\x1b[J${drawn.join('\r\n')}`
    print(
      `\x1b[38;5;${line % 200}mline ${line}\x1b[m\r\n${'\r\n'.repeat(8)}${step.repeat(16)}` +
        '\x1b[8A\r\x1b[J',
    )
  }
}

function fakeOf({ session }: Made): FakePty {
  const { pty } = session.program
  if (!(pty instanceof FakePty)) throw new Error('nothing runs')
  return pty
}

/** More output than a session keeps. */
const lines = 500

it('an adopted program has all rows of its history and its screen', async () => {
  const kept = new Kept()
  const first = begin(kept)
  first.print('\x1b]0;the title\x07\x1b[?2004h')
  work(first, 0, lines)
  first.print('\x1b]0;another\x07')
  await first.wait(outputRestMs)
  work(first, lines, lines + 5)
  first.print('\x1b[?1h\x1b[3mprompt ')
  const shown = await first.rows()
  expect(first.session.delivery.history.start).toBeGreaterThan(0)
  expect(shown.length).toBeGreaterThan(lines)
  const second = begin(kept)
  expect(await second.rows()).toEqual(shown)
  const modes = (of: Made) => Buffer.from(of.session.delivery.history.modes()).toString()
  for (const mode of ['\x1b[?2004h', '\x1b[?1h']) expect(modes(second)).toContain(mode)
  await second.wait(1_000)
  expect(second.session.view().title).toBe('another')
  expect(kept.redrawn).toBe(0)
})

it('an adopted program has its images', async () => {
  const kept = new Kept()
  const first = begin(kept)
  first.print('\x1b_Ga=T,f=24,s=1,v=1;AAAA\x1b\\')
  for (let count = 0; count < 30; count += 1) first.print('\r'.repeat(50_000))
  await first.wait(outputRestMs)
  const second = begin(kept, true)
  await second.wait(10)
  await second.wait(100)
  const asked = { form: 'json', scrollback: 0 } as const
  const taken = await second.session.delivery.shadow.questions.snapshot(asked)
  const { images } = JSON.parse(new TextDecoder().decode(taken?.payload)) as Snapshot
  expect(images).toHaveLength(1)
})

it('an adopted program that never rested has all rows', async () => {
  const kept = new Kept()
  const first = begin(kept)
  for (let line = 0; line < lines; line += 1) {
    work(first, line, line + 1)
    await first.wait(checkpointMs / 200)
  }
  expect(await begin(kept).rows()).toEqual(await first.rows())
})

it('a program that rests right after a checkpoint of its activity has all rows', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, lines)
  for (let ms = 0; ms < checkpointMs - 1_000; ms += 1_000) {
    await first.wait(1_000)
    first.print('\r-')
  }
  await first.wait(1_000)
  expect(kept.screen).not.toBeNull()
  await first.wait(outputRestMs)
  expect(await begin(kept).rows()).toEqual(await first.rows())
})

it('a program that is adopted again and again keeps its rows', async () => {
  const kept = new Kept()
  let now = begin(kept)
  for (let from = 0; from < 3 * lines; from += lines) {
    work(now, from, from + lines)
    await now.wait(outputRestMs)
    const next = begin(kept)
    expect(await next.rows()).toEqual(await now.rows())
    now = next
  }
  expect((await now.rows()).length).toBeGreaterThanOrEqual(3 * lines)
})

it('an adopted program has the newest rows of a history that is too long to save', async () => {
  const kept = new Kept()
  kept.size = { cols: 200, rows: 24 }
  const first = begin(kept)
  const row = (line: number) => `line ${line} ${'-'.repeat(180)}`
  for (let line = 0; line < 6_000; line += 1) first.print(`${row(line)}\r\n`)
  // it draws its last row again for longer than its output is kept
  for (let step = 0; step < 12_000; step += 1) first.print(`\r${row(step)}`)
  await first.wait(outputRestMs)
  const shown = await first.rows()
  const after = await begin(kept).rows()
  expect(shown.length).toBeGreaterThan(6_000)
  expect(after.length).toBeGreaterThan(3_500)
  expect(after).toEqual(shown.slice(-after.length))
})

it('an adopted program has all rows if its images are older than its kept output', async () => {
  const kept = new Kept()
  const first = begin(kept)
  first.print('\x1b_Ga=T,f=24,s=1,v=1;AAAA\x1b\\')
  await first.wait(100)
  work(first, 0, lines)
  await first.wait(outputRestMs)
  const shown = await first.rows()
  expect(shown.length).toBeGreaterThanOrEqual(lines)
  expect(await begin(kept).rows()).toEqual(shown)
})

it('an adopted program is laid out for the size of its checkpoint, then for its own', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, lines)
  first.print(`${'long '.repeat(60)}\r\n`)
  await first.wait(outputRestMs)
  await first.resize({ cols: 50, rows: 30 })
  first.print('later\r\n')
  const second = begin(kept)
  expect(await second.rows()).toEqual(await first.rows())
  expect(second.session.program.terminal.size).toEqual({ cols: 50, rows: 30 })
})

it('the modes that a command left are put back after its adoption', async () => {
  const kept = new Kept()
  const first = begin(kept)
  first.print('\x1b]133;A\x07$ \x1b]133;B\x07')
  work(first, 0, lines)
  first.print('\x1b]133;A\x07$ \x1b]133;B\x07less\r\n\x1b]133;C\x07\x1b[?1049h\x1b[?1000hpage')
  await first.wait(outputRestMs)
  expect(kept.screen).not.toBeNull()
  const second = begin(kept)
  fakeOf(second).readBy = { group: 7, canonical: true }
  second.print('\x1b]133;D;137\x07')
  await second.wait(100)
  const modes = Buffer.from(second.session.delivery.history.modes()).toString()
  for (const mode of ['47h', '1049h', '1000h']) expect(modes).not.toContain(`\x1b[?${mode}`)
  expect((await second.rows()).join('\n')).toContain(`line ${lines - 1}`)
})

it('queries after an adoption are answered, those before are not', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, lines)
  first.print('\x1b[c')
  await first.wait(outputRestMs)
  const second = begin(kept)
  await second.wait(100)
  const pty = fakeOf(second)
  expect(pty.written).toBe('')
  second.print('\x1b[6n')
  await second.wait(100)
  expect(pty.written).toMatch(/^\x1b\[\d+;\d+R$/)
})

it('lines that the user has cleared do not return with the program', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, lines)
  await first.wait(outputRestMs)
  first.session.delivery.clearScrollback()
  await first.wait(0)
  const rows = await begin(kept).rows()
  expect(rows).toEqual(await first.rows())
  expect(rows.length).toBeLessThanOrEqual(24)
})

it('lines cleared after little output do not return with the program', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, 30)
  await first.wait(outputRestMs)
  first.session.delivery.clearScrollback()
  await first.wait(0)
  first.print('later\r\n')
  const shown = await first.rows()
  expect(shown.join('\n')).not.toContain('line 3\x1b')
  expect(await begin(kept).rows()).toEqual(shown)
})

it('lines that the user has cleared after an adoption do not return with the program', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, lines)
  await first.wait(outputRestMs)
  const second = begin(kept)
  await second.wait(100)
  second.session.delivery.clearScrollback()
  await second.wait(0)
  const rows = await begin(kept).rows()
  expect(rows).toEqual(await second.rows())
  expect(rows.length).toBeLessThanOrEqual(24)
})

it('cleared lines of a terminal that has an image since do not return', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, lines)
  await first.wait(outputRestMs)
  first.print('\x1b_Ga=T,f=24,s=1,v=1;AAAA\x1b\\')
  await first.wait(outputRestMs)
  first.session.delivery.clearScrollback()
  await first.wait(0)
  expect((await begin(kept).rows()).join('\n')).not.toContain('line 100\x1b')
})

it('an adopted terminal equals the one before at random moments', async () => {
  const random = seeded(44)
  const below = (end: number) => Math.floor(random() * end)
  for (let run = 0; run < 4; run += 1) {
    const kept = new Kept()
    const first = begin(kept)
    work(first, 0, lines)
    for (let step = below(12); step > 0; step -= 1) {
      const kind = below(6)
      if (kind === 0) await first.wait(outputRestMs)
      else if (kind === 1) await first.resize({ cols: 40 + below(80), rows: 10 + below(30) })
      else if (kind === 2) first.print(`\x1b[?1049h\x1b[2Jpage ${step}`)
      else if (kind === 3) first.print('\x1b[?1049l')
      else work(first, step, step + below(200))
    }
    await first.wait(outputRestMs)
    first.print('unfinished \x1b[3')
    const second = begin(kept)
    expect(await second.rows()).toEqual(await first.rows())
    for (const one of [first, second]) one.print('1mred\x1b[m\x1b[?1049l\x1b[?6lend\r\n')
    expect(await second.rows()).toEqual(await first.rows())
  }
})

it('a checkpoint is taken again after much output, or output at another size', async () => {
  const kept = new Kept()
  const first = begin(kept)
  const printed = async (text: string) => {
    first.print(text)
    await first.wait(outputRestMs)
    return kept.screen?.at
  }
  work(first, 0, lines)
  const at = await printed('first\r\n')
  expect(at).toBe(Buffer.concat(kept.printed).length)
  expect(await printed('little\r\n')).toBe(at)
  expect(await printed('much\r\n'.repeat(4_000))).toBe(Buffer.concat(kept.printed).length)
  await first.resize({ cols: 60, rows: 24 })
  expect(await printed('wide\r\n')).toBe(Buffer.concat(kept.printed).length)
  await printed('last\r\n')
  expect(await begin(kept).rows()).toEqual(await first.rows())
})

it.each([3, lines])('%s rows and output at another size are laid out as before', async (rows) => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, rows)
  await first.wait(outputRestMs)
  await first.resize({ cols: 50, rows: 24 })
  first.print(`\r\n${'a long row '.repeat(10)}\x1b[2A\rup\r\n\n\n`)
  await first.resize({ cols: 80, rows: 24 })
  first.print('back\r\n')
  await first.wait(outputRestMs)
  expect(await begin(kept).rows()).toEqual(await first.rows())
})

it('a program that is started again has a checkpoint with the rows before it', async () => {
  const kept = new Kept()
  const first = begin(kept)
  work(first, 0, lines)
  await first.wait(outputRestMs)
  fakeOf(first).end({ code: 0, signal: null })
  await first.wait(100)
  first.session.program.restart()
  await first.wait(100)
  Object.assign(kept, { screen: null, printed: [] })
  first.print('again\r\n')
  await first.wait(outputRestMs)
  expect(await begin(kept).rows()).toEqual(await first.rows())
})
