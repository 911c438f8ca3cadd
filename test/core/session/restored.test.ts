/**
 * Tests what a tab of the last run keeps until it is used: its output, the date of that output, and
 * a title.
 */
import { describe, expect, it } from 'vitest'
import type { ResumeHint } from '../../../src/agents/resume/hint.ts'
import { printedSizesMax } from '../../../src/core/session/flow/limits.ts'
import type { SessionOptions } from '../../../src/core/session/session-ports.ts'
import { noWindowFacts } from '../../../src/core/session/window-facts.ts'
import { resizeIntervalMs } from '../../../src/core/session/terminal-size.ts'
import { Session } from '../../../src/core/session/session.ts'
import { feedDelayMs } from '../../../src/core/worker/limits.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

const hint: ResumeHint = {
  agent: 'claude',
  program: '/usr/bin/claude',
  directory: '/srv',
  session: 'a1',
  title: 'Mend the parser',
  process: { pid: 7, startTime: 9 },
}
const encode = (text: string) => new TextEncoder().encode(text)

function make(resume: ResumeHint | null = null) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const session = new Session(
    {
      ...bashTab,
      directory: '/srv',
      restoredOutput: [encode('old$ ')],
      savedAt: '2026-11-22 18:04',
      word: 'restored',
      resume,
    },
    { clock, start, send: () => undefined, writeClipboard: () => undefined },
  )
  session.attach()
  const kept = (lines?: number) => {
    const { restoredOutput, savedAt } = session.restorable(lines)
    return [Buffer.concat(restoredOutput).toString(), savedAt] as const
  }
  return { clock, kept, pty: ptys[0]!, session }
}

it('returns under one dated line, however often it is not used', () => {
  const { kept, pty } = make()
  pty.print('$ ')
  expect(kept()).toEqual(['old$ ', '2026-11-22 18:04'])
  expect(kept(0)).toEqual(['', undefined])
})

for (const [what, use] of [
  ['something is typed', ({ session }) => session.input.type('keys', encode('ls\r'))],
  [
    'something is pasted',
    ({ session }) => session.input.paste(encode('ls'), { total: 2, last: true }),
  ],
  ['a command runs', ({ pty }) => pty.print('\x1b]133;C\x07')],
  ['its shell is started anew', ({ session }) => session.program.restart()],
] as readonly (readonly [string, (made: ReturnType<typeof make>) => void])[])
  it(`is kept with the line and what followed once ${what}`, () => {
    const made = make()
    made.pty.print('new')
    use(made)
    const [text, savedAt] = made.kept()
    expect(text).toContain('old$ ')
    expect(text).toContain('\x1b[2m── restored (saved 2026-11-22 18:04) ──\x1b[m\r\n')
    expect(text).toContain('new')
    expect(savedAt).toBe(undefined)
  })

it('does not return after its history was cleared', () => {
  const { kept, session } = make()
  session.delivery.clearScrollback()
  expect(kept()[0]).not.toContain('old')
})

it('has the title of a resumable session until that is accepted or declined', () => {
  const { clock, pty, session } = make(hint)
  pty.print('\x1b]0;~\x07')
  clock.advance(1_000)
  expect(session.view()).toMatchObject({ title: 'Mend the parser', resume: {} })
  expect(session.restorable().resume?.title).toBe('Mend the parser')
  session.resuming.decline()
  expect(session.view().title).toBe('~')
})

// A shell that edits a line longer than the screen prints where each row of it ends.
it('is laid out at the size that it was printed at, and then at the present one', async () => {
  const long = 'x'.repeat(128)
  const clock = new FakeClock()
  const { start } = fakeStart()
  const session = new Session(
    {
      ...bashTab,
      directory: '/srv',
      restoredOutput: [encode(`${long}k \rtail\r\n$ `)],
      sizesBefore: [{ at: 0, cols: 129, rows: 30 }],
      word: 'restored',
    },
    {
      clock,
      start,
      send: () => undefined,
      writeClipboard: () => undefined,
      shadow: shadowsInPlace(clock).port,
    },
  )
  clock.advance(10 * feedDelayMs)
  const taken = await session.delivery.shadow.questions.snapshot({ form: 'text', scrollback: 100 })
  expect(new TextDecoder().decode(taken!.payload)).toContain('xktail')
})

// A picture takes as many rows as its pixels need.
it('is laid out for the cell that it was printed for', async () => {
  const picture = Buffer.alloc(3 * 36).toString('base64')
  const texts: string[] = []
  let kept: Pick<SessionOptions, 'restoredOutput' | 'cellBefore'> = {}
  for (const cell of [{ width: 9, height: 18 }, null, null]) {
    const clock = new FakeClock()
    const { start, ptys } = fakeStart()
    const session = new Session(
      { ...bashTab, directory: '/srv', ...kept },
      {
        clock,
        start,
        send: () => undefined,
        writeClipboard: () => undefined,
        shadow: shadowsInPlace(clock).port,
      },
    )
    if (cell !== null) {
      session.delivery.shownIn({ ...noWindowFacts, cell })
      ptys[0]!.print(`\x1b_Ga=T,f=24,s=1,v=36;${picture}\x1b\\end`)
    }
    clock.advance(10 * feedDelayMs)
    const taken = await session.delivery.shadow.questions.snapshot({
      form: 'text',
      scrollback: 100,
    })
    texts.push(new TextDecoder().decode(taken!.payload).trimEnd())
    kept = session.restorable()
  }
  expect(texts).toEqual(['\n end', '\n end', '\n end'])
})

describe('output printed at several sizes', () => {
  // As bash does at a line that is wrapped: the cursor goes up a row, by the columns of then.
  const wrapped = `${'a'.repeat(40)}${'b'.repeat(20)}\x1b[A\r>\r\n\n`
  const whole = `>${'a'.repeat(39)}\n${'b'.repeat(20)}`

  function laidOut(kept?: Pick<SessionOptions, 'restoredOutput' | 'sizesBefore'>) {
    const clock = new FakeClock()
    const { start, ptys } = fakeStart()
    const session = new Session(
      { ...bashTab, size: { cols: 80, rows: 10 }, ...kept, word: 'reopened' },
      {
        clock,
        start,
        send: () => undefined,
        writeClipboard: () => undefined,
        shadow: shadowsInPlace(clock).port,
      },
    )
    const resize = (cols: number) => {
      session.program.resize({ cols, rows: 10 })
      clock.advance(resizeIntervalMs)
    }
    const text = async () => {
      clock.advance(10 * feedDelayMs)
      const taken = await session.delivery.shadow.questions.snapshot({
        form: 'text',
        scrollback: 10_000,
      })
      return new TextDecoder().decode(taken!.payload).trimEnd()
    }
    return { pty: ptys[0]!, resize, session, text }
  }

  it('returns as it was shown there', async () => {
    const first = laidOut()
    first.resize(40)
    first.pty.print(wrapped)
    first.resize(100)
    first.pty.print('\r\nbetween\r\n')
    first.resize(40)
    first.pty.print(wrapped)
    first.resize(80)
    const before = await first.text()
    expect(before.split(whole)).toHaveLength(3)
    const second = laidOut(first.session.restorable())
    const rule = '── reopened ──'
    expect(await second.text()).toBe(`${before}\n\n${rule}`)
    // and once more, with the output after it
    second.session.input.type('keys', encode('ls'))
    second.resize(40)
    second.pty.print(wrapped)
    second.resize(80)
    const again = await second.text()
    expect(await laidOut(second.session.restorable()).text()).toBe(`${again}\n\n${rule}`)
  })

  it('returns with its newest lines as they were shown there', async () => {
    const first = laidOut()
    first.pty.print('old\r\n'.repeat(20))
    first.resize(40)
    first.pty.print(wrapped)
    first.resize(100)
    first.pty.print('end')
    const second = laidOut(first.session.restorable(2))
    expect(await second.text()).toContain(whole)
    expect(await second.text()).not.toContain('old')
  })

  it('keeps its text through more sizes than are remembered', async () => {
    const first = laidOut()
    first.resize(40)
    first.pty.print(wrapped)
    for (let count = 0; count < 3 * printedSizesMax; count += 1) {
      first.resize(41 + (count % 60))
      first.pty.print('\r$ ')
    }
    first.resize(80)
    first.pty.print('end')
    const kept = first.session.restorable()
    expect(kept.sizesBefore).toHaveLength(printedSizesMax)
    expect(await laidOut(kept).text()).toContain(whole)
  })

  it('returns after output that has left the ring', async () => {
    const first = laidOut()
    for (let cols = 40; cols < 60; cols += 1) {
      first.resize(cols)
      first.pty.print(`${cols}${'\r\nline'.repeat(20_000)}\r\n`)
    }
    first.resize(40)
    first.pty.print(wrapped)
    first.resize(80)
    const kept = first.session.restorable()
    expect(kept.sizesBefore![0]).toMatchObject({ at: 0, cols: 51 })
    expect(await laidOut(kept).text()).toContain(whole)
  })

  it('does not need offsets that are right', async () => {
    const size = { cols: 40, rows: 10 }
    for (const ats of [[500], [0, 10, 9_999_999], [0, 59, 60, 61, 62, 63, 64, 65, 66, 67]]) {
      const sizesBefore = ats.map((at) => ({ at, ...size, cols: 40 + (at % 50) }))
      const { text } = laidOut({ restoredOutput: [encode('one\r\ntwo')], sizesBefore })
      expect(await text()).toBe('one\ntwo\n── reopened ──')
    }
  })
})
