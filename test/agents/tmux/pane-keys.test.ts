/** A key for a pane: whatever happens, its programs print again, and none goes to another. */
import { describe, expect, it } from 'vitest'
import { holdMsMax, keyUnreadMs, paneQuietMs } from '../../../src/agents/tmux/limits.ts'
import { PaneKeys } from '../../../src/agents/tmux/pane-keys.ts'
import { inputFormat, parseInput } from '../../../src/agents/tmux/panes.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

const good = '%1 /dev/pts/7 1700000000 90 0 0 0 0 4'
const key = Uint8Array.of(0x31)

function make() {
  const clock = new FakeClock()
  const pane = {
    ...{ printed: 0, line: good as string | null, answers: true, said: 'sent\n' as string | null },
    ...{
      read: '1',
      written: '1',
      isPrinting: false,
      isStopped: false,
      lives: true,
      unread: '',
      held: 0,
      released: 0,
    },
    ran: [] as (readonly string[])[],
  }
  const keys = new PaneKeys({
    clock,
    pane: 1,
    pid: () => 90,
    leader: () => 90,
    gone: () => undefined,
    printed: () => pane.printed,
    input: () =>
      pane.answers
        ? Promise.resolve(pane.line === null ? null : parseInput(pane.line, 1))
        : new Promise(() => undefined),
    connection: () => ({
      send: () => undefined,
      close: () => undefined,
      run: (words) => {
        pane.ran.push(words)
        return Promise.resolve(pane.said)
      },
      terminal: () => ({
        isForeground: () => pane.lives,
        use: () => ({ read: pane.read, written: pane.written }),
        get isStopped() {
          return pane.isStopped
        },
        hold: () => (pane.held += 1) > 0,
        get isPrinting() {
          return pane.isPrinting
        },
        takeUnread: () => {
          const taken = new TextEncoder().encode(pane.unread)
          pane.unread = ''
          return taken
        },
        release: () => {
          pane.released += 1
        },
      }),
    }),
  })
  /** Its outcome, with time passing. */
  const after = async <T>(
    promise: Promise<T>,
    ms: number,
    step = () => {},
  ): Promise<T | 'late'> => {
    let outcome: T | 'late' = 'late'
    void promise.then((value) => {
      outcome = value
    })
    for (let at = 0; at < ms + 20; at += 1) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      if (at === paneQuietMs / 2) step()
      clock.advance(1)
    }
    return outcome
  }
  return { clock, pane, keys, after, hold: (step?: () => void) => after(keys.hold(), 40, step) }
}

it('does not touch a pane whose output the user has stopped', async () => {
  const { clock, pane, hold } = make()
  pane.isStopped = true
  expect(await hold()).toMatchObject({ why: expect.stringContaining('(Ctrl+S)') })
  expect([pane.held, pane.released, clock.timers]).toEqual([0, 1, 0])
})

describe('a held pane', () => {
  it('gets the key, and is released once', async () => {
    const { clock, pane, keys, after, hold } = make()
    expect(await hold()).toBe('held')
    const written = keys.write(key)
    pane.read = '2'
    expect(await after(written, 10)).toBe('written')
    keys.release()
    keys.release()
    expect([pane.ran[0], pane.held, pane.released, clock.timers]).toEqual([
      [
        ...['if-shell', '-F', '-t', '%1'],
        `#{&&:#{==:${inputFormat},90 0 0 0 0 4},#{<:#{T:#{l:%s}},1700000002}}`,
        'set-option -p -t %1 @vibeflow-answers 5 ; send-keys -t %1 -H 31 ; display-message -p sent',
        '',
      ],
      1,
      1,
      0,
    ])
  })

  it.each([
    ['printed', 'output came', (pane: ReturnType<typeof make>['pane']) => (pane.printed = 1)],
    ['printed', 'something was written', (pane) => (pane.written = '2')],
    ['printed', 'it is about to print', (pane) => (pane.isPrinting = true)],
    ['gone', 'another program is there', (pane) => (pane.line = good.replace('90', '91'))],
    ['copy mode', 'copy mode began', (pane) => (pane.line = good.replace('90 0 0', '90 0 1'))],
    ['gone', 'it is gone', (pane) => (pane.line = null)],
    ['printed', 'tmux does not answer', (pane) => (pane.answers = false)],
    ['ended', 'its program is not in front', (pane) => (pane.lives = false)],
  ] as [string, string, (pane: ReturnType<typeof make>['pane']) => unknown][])(
    'is released: %s, where %s',
    async (what, _, act) => {
      const { clock, pane, keys, after } = make()
      const held = await after(keys.hold(), 40, () => act(pane))
      clock.advance(holdMsMax)
      const outcome = held === 'late' ? 'printed' : typeof held === 'string' ? held : held.why
      const words = { gone: 'has changed', ended: 'exited' }[what] ?? what
      expect(outcome).toContain(words)
      expect([pane.released, clock.timers, pane.ran]).toEqual([1, 0, []])
      expect(await after(keys.write(key), 1)).toBe('printed')
      expect(pane.ran).toEqual([])
    },
  )

  it.each([
    ['full', 'nobody reads it', { unread: '1' }, []],
    ['printed', 'it prints first', { unread: '1', isPrinting: true }, []],
    ['written', 'it prints what it read', { isPrinting: true }, []],
    ['ended', 'its program ends first', { unread: '1', lives: false }, []],
    ['written', 'its program reads it and ends', { lives: false }, []],
    ['full', 'others have sent something', { unread: 'ab1c' }, ['61', '62', '63']],
  ] as const)('takes a key back: %s, where %s', async (what, _, change, back) => {
    const { pane, keys, after, hold } = make()
    expect(await hold()).toBe('held')
    const written = keys.write(key)
    Object.assign(pane, change)
    const outcome = await after(written, keyUnreadMs)
    if (typeof outcome === 'string') expect(outcome).toBe(what)
    else expect(outcome.why).toContain('exited')
    expect(pane.ran.slice(1).map((words) => words.slice(4))).toEqual(
      back.length === 0 ? [] : [back],
    )
  })

  it('removes no input of the user where tmux has sent nothing', async () => {
    const { pane, keys, after, hold } = make()
    await hold()
    pane.said = ''
    pane.unread = '1'
    const written = await after(keys.write(key), 10)
    expect([written, pane.unread]).toEqual([{ why: expect.stringContaining('Not sent: ') }, '1'])
  })
})

it('a line of another pane, a forged or a truncated one is ignored', () => {
  for (const line of ['', good.replace('%1', '%2'), `${good} 1`, good.slice(0, -4), `x${good}`])
    expect(parseInput(line, 1)).toBe(null)
  expect(parseInput(good, 1)).toEqual({
    ...{ terminal: '/dev/pts/7', words: '90 0 0 0 0 4', pid: 90, problem: null },
    ...{ answers: 4, seconds: 1_700_000_000 },
  })
})
