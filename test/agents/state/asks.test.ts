/** Rows T1 and T2: ordinary programs that wait on the terminal. */
import { describe, expect, test } from 'vitest'
import type { AskEvidence, Evidence, ProcessEvidence } from '../../../src/agents/state/evidence.ts'
import { explainState } from '../../../src/agents/state/why.ts'
import { Timeline } from '../../support/timeline.ts'

const printed: Evidence = { type: 'output', inLine: true }
const front = (
  input?: ProcessEvidence['input'],
  foreground: ProcessEvidence['foreground'] = 'other',
): ProcessEvidence => ({ type: 'process', foreground, ...(input === undefined ? {} : { input }) })
const found = (asks: AskEvidence['asks'], line = 'Continue? '): AskEvidence => ({
  ...{ type: 'ask', asks, line, program: 'sh', reads: true, again: true },
})

/** A line is printed at 0, by a program that reads lines. */
const asking = (input: ProcessEvidence['input']) => new Timeline().apply(front(input), printed)
const wanted = ({ state }: Timeline) => state.asking.wanted
const kind = ({ view }: Timeline) => (view.shown === 'waiting' ? view.kind : view.shown)

describe('a look is wanted', () => {
  test.each([
    ['shown', 1_999, 2_000],
    ['hidden', 999, 1_000],
  ] as const)('once the terminal with %s input rests', (input, before, after) => {
    const line = asking(input)
    expect([wanted(line.to(before)), wanted(line.to(after))]).toEqual([false, true])
  })

  const never: readonly (readonly [string, readonly Evidence[]])[] = [
    ['a finished line', [front('shown'), { type: 'output', inLine: false }]],
    ['a program that reads single keys', [front(), printed]],
    ['an agent', [{ ...front('shown', 'tool'), tool: 'pi' }, printed]],
    ['an editor of an agent', [{ ...front('shown'), descends: true }, printed]],
    ['a full screen', [front('shown'), printed, { type: 'alt_screen', on: true }]],
    ['a program that has ended', [front('shown'), printed, { type: 'exit', code: 0 }]],
    ['text that was typed', [front('shown'), { type: 'input', input: 'text' }, printed]],
    [
      'a switched-off option',
      [front('shown'), printed, { type: 'config', configuration: { asks: false } }],
    ],
  ]
  test.each(never)('never for %s', (_, evidence) => {
    expect(wanted(new Timeline().apply(...evidence).to(60_000))).toBe(false)
  })

  test('for a line that is printed long after a key, or after Enter', () => {
    const late = new Timeline().apply(front('shown'), { type: 'input', input: 'text' })
    expect(wanted(late.to(301).apply(printed).to(2_301))).toBe(true)
    const sent = new Timeline().apply(front('shown'), { type: 'input', input: 'submit' }, printed)
    expect(wanted(sent.to(2_000))).toBe(true)
  })

  test('after 0.5 s and every 2 s while the program may ask later, and once otherwise', () => {
    const line = asking('shown').to(2_000).apply(found(null))
    expect([wanted(line.to(2_499)), wanted(line.to(2_500))]).toEqual([false, true])
    line.apply(found(null))
    expect([wanted(line.to(4_499)), wanted(line.to(4_500))]).toEqual([false, true])
    line.apply({ ...found(null), again: false })
    expect(wanted(line.to(600_000))).toBe(false)
    expect(wanted(line.apply(front('hidden')).to(600_001))).toBe(true)
  })
})

test('a hidden input is a password, certainly, with the line and the program', () => {
  const line = asking('hidden').to(1_000).apply(found('password', '[sudo] password for me: '))
  const { confidence, message, reason, rule, source, tool } = line.view
  expect([kind(line), confidence, message, rule, source, tool]).toEqual([
    ...['password', 'fact', '[sudo] password for me: ', 'T1', 'terminal', undefined],
  ])
  expect(reason).toBe('sh reads the terminal, which hides your input')
  expect(explainState(line.state, 4_000).short).toBe(
    'Waiting for 3 s: password: sh reads the terminal, which hides your input.',
  )
})

test('a question is likely, and counts after 2 s of rest', () => {
  const line = asking('hidden').to(1_000).apply(found('input'))
  expect(line.shown).toBe('active')
  line.apply(front('shown')).to(2_000).apply(found('input'))
  expect([kind(line), line.view.confidence]).toEqual(['input', 'likely'])
  expect(line.view.reason).toBe('sh reads the terminal after a line that ends like a question')
})

test('a program that can not be observed is silent', () => {
  const line = asking('hidden').to(1_000)
  line.apply({ ...found('password'), reads: false })
  expect(line.view.reason).toBe('sh is silent, and the terminal hides your input')
})

const ends: readonly (readonly [string, readonly Evidence[]])[] = [
  ['a key', [{ type: 'input', input: 'text' }]],
  ['a paste', [{ type: 'input', input: 'paste' }]],
  ['Enter', [{ type: 'input', input: 'submit' }]],
  ['Ctrl+C', [{ type: 'input', input: 'interrupt' }]],
  ['output', [{ type: 'output', inLine: false }]],
  ['a look that finds none', [found(null)]],
  ['the shell', [front(undefined, 'shell')]],
  ['an agent', [{ type: 'process', foreground: 'tool', tool: 'pi' }]],
  ['a program that reads single keys', [front()]],
  ['a full screen', [{ type: 'alt_screen', on: true }]],
  ['a prompt', [{ type: 'marker', mark: 'A' }]],
  ['the option', [{ type: 'config', configuration: { asks: false } }]],
  ['a restart', [{ type: 'restart' }]],
]
test.each(ends)('a question ends with %s', (_, evidence) => {
  const line = asking('shown').to(2_000).apply(found('input')).to(4_000)
  expect(line.shown).toBe('waiting')
  expect(line.apply(...evidence).to(4_100).shown).not.toBe('waiting')
})

test('it does not end with the mouse, focus, or time', () => {
  const line = asking('shown').to(2_000).apply(found('input'))
  line.apply({ type: 'input', input: 'mouse' }, { type: 'focus', on: true }, { type: 'resize' })
  expect(line.to(86_400_000).shown).toBe('waiting')
})

test('a password that is typed in pauses does not blink', () => {
  const line = asking('hidden').to(1_000).apply(found('password'))
  for (let at = 2_000; at <= 20_000; at += 3_000) {
    line.to(at).apply({ type: 'input', input: 'text' })
    expect([line.to(at + 100).shown, wanted(line.to(at + 2_900))]).toEqual(['active', false])
  }
  expect(wanted(line.to(25_100))).toBe(true)
})

test('a look that a key or output has overtaken does not count', () => {
  const line = asking('hidden').to(1_000).apply({ type: 'input', input: 'submit' })
  expect(line.apply(found('password')).shown).toBe('active')
})

test('a repeated question keeps its age, and a different line is a new question', () => {
  const line = asking('shown').to(2_000).apply(found('input')).to(4_000).apply(found('input'))
  expect(line.view.since).toBe(2_000)
  line.to(6_000).apply(found('input', 'Really? '))
  expect([line.view.since, line.view.message]).toEqual([6_000, 'Really? '])
})

test('a program with reports of its own shows passwords, and no likely question', () => {
  const reported = (input: ProcessEvidence['input']) =>
    asking(input).osc('7501;state=working:app=deploy', 'other').apply(printed)
  expect(reported('shown').to(2_000).apply(found('input')).shown).toBe('working')
  expect(kind(reported('hidden').to(1_000).apply(found('password')))).toBe('password')
})

test('a command that asked works again, however long it asked', () => {
  const line = new Timeline().osc('133;C', 'other').apply(front('shown'), printed).to(2_000)
  line.apply(found('input')).to(90_000)
  expect(line.shown).toBe('waiting')
  line.apply({ type: 'input', input: 'submit' })
  expect([line.to(90_100).shown, line.to(120_001).shown]).toEqual(['working', 'active'])
})

test('an acknowledged question stays quiet until another one', () => {
  const line = asking('shown').to(2_000).apply(found('input'))
  line.to(3_000).apply({ type: 'user', action: 'acknowledge' })
  expect(line.to(4_000).apply(found('input')).shown).toBe('active')
  expect(line.apply(printed).to(6_000).apply(found('input')).to(6_100).shown).toBe('waiting')
})

test('typed text stays so however late it is echoed, until Enter or another program', () => {
  const ends: readonly Evidence[] = [
    { type: 'input', input: 'submit' },
    { type: 'input', input: 'interrupt' },
    { type: 'marker', mark: 'A' },
    { type: 'process', foreground: 'shell' },
  ]
  for (const end of ends) {
    const line = asking('shown').apply({ type: 'input', input: 'text' }).to(900).apply(printed)
    line.to(9_000).apply({ type: 'resize' }, printed)
    expect([line.state.asking.drafted, line.state.asking.unsent]).toEqual([false, true])
    expect(line.apply(end).state.asking.unsent).toBe(false)
  }
})

test('a line is safe and short', () => {
  const line = asking('shown').to(2_000)
  line.apply(found('input', `a\u202eb\u0007${'x'.repeat(9_000)}? `))
  expect([line.view.message?.slice(0, 3), line.view.message?.length]).toEqual(['abx', 256])
})

test('a question of a program that works at some looks stays the same one', () => {
  const line = asking('shown').to(2_000).apply(found('input'))
  const { episode, since } = line.state.ask ?? {}
  line.to(3_000).apply({ type: 'user', action: 'snooze', until: 600_000 })
  for (let at = 4_000; at < 30_000; at += 4_000) {
    line
      .to(at)
      .apply(found(null))
      .to(at + 100)
    expect(line.shown).toBe('active')
    line
      .to(at + 2_000)
      .apply(found('input'))
      .to(at + 2_100)
    expect([line.shown, line.state.ask?.episode, line.state.ask?.since]).toEqual([
      ...['waiting', episode, since],
    ])
    expect(line.state.snoozedUntil).toBe(600_000)
  }
  line.apply({ type: 'user', action: 'acknowledge' }).to(32_000).apply(found(null))
  expect(line.to(34_000).apply(found('input')).to(34_100).shown).toBe('active')
})

test.each<readonly [string, readonly Evidence[]]>([
  ['output', [printed]],
  ['a key', [{ type: 'input', input: 'submit' }]],
  ['another program', [front(undefined, 'shell'), front('shown')]],
  ['a mark', [{ type: 'marker', mark: 'A' }]],
])('after %s the same line is a new question', (_, evidence) => {
  const line = asking('shown').to(2_000).apply(found('input')).to(4_000).apply(found(null))
  const { episodes } = line.state
  line
    .apply(...evidence)
    .to(7_000)
    .apply(found('input'))
  expect(line.state.ask?.episode).toBeGreaterThan(episodes)
})

test('a hidden input of a program that may wait for something else is likely a password', () => {
  const line = asking('hidden')
    .to(1_000)
    .apply({ ...found('password'), reads: false, polls: true })
  expect([kind(line), line.view.confidence, line.view.rule]).toEqual(['password', 'likely', 'T1'])
  const claimed = asking('hidden').osc('7501;state=working:app=deploy', 'other').apply(printed)
  claimed.to(1_000).apply({ ...found('password'), reads: false, polls: true })
  expect(claimed.shown).toBe('working')
})
