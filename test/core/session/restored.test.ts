/** What a tab of the last run keeps until it is used: its output, the date of that, and a title. */
import { expect, it } from 'vitest'
import type { ResumeHint } from '../../../src/core/resume/hint.ts'
import { Session } from '../../../src/core/session/session.ts'
import { feedDelayMs } from '../../../src/core/shadow/limits.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

const hint: ResumeHint = {
  agent: 'Claude Code',
  program: 'claude',
  args: ['--resume', 'a1'],
  directory: '/srv',
  session: 'a1',
  title: 'Mend the parser',
  process: null,
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

it('comes back under one dated line, however often it is not used', () => {
  const { kept, pty } = make()
  pty.print('$ ')
  expect(kept()).toEqual(['old$ ', '2026-11-22 18:04'])
  expect(kept(0)).toEqual(['', undefined])
})

for (const [what, use] of [
  ['something is typed', ({ session }) => session.input('keys', encode('ls\r'))],
  ['something is pasted', ({ session }) => session.paste(encode('ls'), { total: 2, last: true })],
  ['a command runs', ({ pty }) => pty.print('\x1b]133;C\x07')],
  ['its shell is started anew', ({ session }) => session.restart()],
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

it('does not come back after its history was cleared', () => {
  const { kept, session } = make()
  session.clearScrollback()
  expect(kept()[0]).not.toContain('old')
})

it('has the title of what can be resumed until that is taken or declined', () => {
  const { clock, pty, session } = make(hint)
  pty.print('\x1b]0;~\x07')
  clock.advance(1_000)
  expect(session.view()).toMatchObject({ title: 'Mend the parser', resume: {} })
  expect(session.restorable().resume?.title).toBe('Mend the parser')
  session.declineResume()
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
      sizeBefore: { cols: 129, rows: 30 },
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
  const taken = await session.shadow.snapshot({ form: 'text', scrollback: 100 })
  expect(new TextDecoder().decode(taken!.payload)).toContain('xktail')
})
