/**
 * Tests facts about one run of an agent, apart from its last reading: it loads before its first
 * prompt, it announces its exit, and rules that have seen its work will see it again.
 */
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import { Timeline } from '../../support/timeline.ts'

/** An agent whose rules know its prompt comes to the front, and prints. */
const loading = (works = false) => new Timeline({}).starts(works)
const changes = (line: Timeline) => line.view.history.map(({ at, to }) => `${to}@${at}`)
const screen = (state: 'working' | 'idle', digest = 1): Evidence => ({
  type: 'screen',
  state,
  rule: state,
  ...(state === 'idle' ? { digest } : {}),
})
const input = (kind: 'text' | 'command' | 'submit' | 'interrupt'): Evidence => ({
  type: 'input',
  input: kind,
})

test('silence while an agent loads asks for no one for 10 s', () => {
  expect(changes(loading().to(9_999))).toEqual(['working@0'])
  expect(changes(loading().to(10_000))).toEqual(['working@0', 'waiting@10000'])
})

test('an empty screen asks for no one however long, but the text after it does', () => {
  const blank = (at: number) => loading().to(at).apply({ type: 'screen', state: null, blank: true })
  expect(changes(blank(9_000).to(299_999))).toEqual(['working@0'])
  expect(changes(blank(9_000).to(300_000))).toEqual(['working@0', 'active@300000'])
  const asks = blank(9_000).to(20_000).output().apply({ type: 'screen', state: null })
  expect(changes(asks.to(24_000))).toEqual(['working@0', 'waiting@24000'])
})

test('an agent without prompt rules is judged by silence as usual', () => {
  const unknown = new Timeline({}).arm().output().to(4_000)
  expect(changes(unknown)).toEqual(['working@0', 'waiting@4000'])
})

test('sent input is work, and silence after it is judged as usual', () => {
  const line = loading().to(1_000).apply(input('submit')).output().to(5_000)
  expect(changes(line)).toEqual(['working@0', 'waiting@5000'])
})

test('a first prompt is idle, even when silence had asked for the user', () => {
  expect(changes(loading().to(1_000).apply(screen('idle')).to(2_500))).toEqual([
    'working@0',
    'idle@2500',
  ])
  expect(changes(loading().to(10_000).apply(screen('idle')).to(11_500))).toEqual([
    'working@0',
    'waiting@10000',
    'idle@11500',
  ])
})

test('an input box does not answer a sent prompt before work on it was seen', () => {
  const sent = () =>
    loading().to(1_000).apply(screen('idle')).to(3_000).apply(input('submit')).output()
  const box = (line: Timeline, at: number) => line.to(at).apply(screen('idle', 1)).shown
  expect([box(sent(), 3_500), box(sent(), 5_999), box(sent(), 6_000)]).toEqual([
    'working',
    'working',
    'waiting',
  ])
  const worked = sent().to(3_500).apply(screen('working')).to(4_000).apply(screen('idle', 2))
  expect(worked.to(4_500).shown).toBe('waiting')
})

test('a dialog answered before the first prompt is not a task', () => {
  const dialog: Evidence = { type: 'screen', state: 'waiting', kind: 'permission', rule: 'trust' }
  const line = loading().to(1_000).apply(dialog).to(2_000).apply(input('submit')).output()
  expect(line.to(3_000).apply(screen('idle')).to(6_000).apply(screen('idle')).shown).toBe('idle')
})

test('a dialog ends when the prompt replaces it: your turn, or idle after Esc', () => {
  const dialog: Evidence = { type: 'screen', state: 'waiting', kind: 'permission', rule: 'asks' }
  const over = (line: Timeline) => {
    const ended = line.apply(screen('idle'))
    const { kind } = ended.view
    const before = [ended.shown, kind]
    const after = ended.to(12_000)
    return [...before, after.shown, after.view.kind]
  }
  const first = () => loading().to(1_000).apply(dialog).to(5_000)
  expect(over(first())).toEqual(['waiting', 'permission', 'idle', undefined])
  const worked = loading().to(1_000).apply(screen('working')).to(2_000).apply(dialog).to(5_000)
  expect(over(worked)).toEqual(['waiting', 'permission', 'waiting', 'other'])
})

test('a prompt after work on the screen is your turn, after half a second', () => {
  const line = loading().play('@1000 screen:working @2000 screen:idle @2500')
  expect(changes(line)).toEqual(['working@0', 'waiting@2500'])
})

test('the prompt that Esc is for is your turn sooner, and only soon after Esc', () => {
  const esc = 'screen:working @2000 input:interrupt'
  const soon = loading().play(`@1000 ${esc} @2600 screen:idle @2850`)
  expect(changes(soon)).toEqual(['working@0', 'waiting@2850'])
  const late = loading().play(`@1000 ${esc} @5001 screen:idle @5500 @5501`)
  expect(changes(late)).toEqual(['working@0', 'waiting@5501'])
  const again = loading().play(`@1000 ${esc} @2600 screen:idle @2849 screen:working @9000`)
  expect(changes(again)).toEqual(['working@0'])
})

test('the end of a full screen does not count as Esc', () => {
  const line = loading().play('@1000 screen:working @2000')
  line.apply({ type: 'alt_screen', on: true }).apply({ type: 'alt_screen', on: false })
  expect(changes(line.play('@2100 screen:idle @2599 @2600'))).toEqual(['working@0', 'waiting@2600'])
})

test('a command that is an agent does not stay at work when its reports end', () => {
  const line = new Timeline({}).osc('133;C').to(500).arm().to(600).osc('7501;state=idle:app=one')
  const typed = line.to(5_000).apply(input('interrupt')).to(5_100).osc('7501;state=clear:app=one')
  expect([typed.shown, typed.to(6_000).shown]).toEqual(['active', 'active'])
})

test('output after Esc, ^C or the end of a full screen does not count as work for 3 s', () => {
  const rested = () => new Timeline({}).arm().output().to(4_000)
  const left = (line: Timeline, ms: number) => line.to(5_000 + ms).output().shown
  const goodbyes: readonly ((line: Timeline) => Timeline)[] = [
    (line) => line.apply(input('interrupt')),
    (line) => line.apply({ type: 'alt_screen', on: true }).apply({ type: 'alt_screen', on: false }),
  ]
  for (const goodbye of goodbyes) {
    const at = () => goodbye(rested().to(5_000))
    expect([left(at(), 0), left(at(), 3_000), left(at(), 3_001)]).toEqual([
      'waiting',
      'waiting',
      'working',
    ])
  }
  const sent = rested().play('@5000 input:interrupt @5400 input:submit output')
  expect(sent.shown).toBe('working')
})

test('output at the first prompt, or while the user types, does not count as work', () => {
  const idle = () => loading().to(1_000).apply(screen('idle')).to(3_000)
  const typed = () => idle().apply(input('text')).to(4_000).output()
  expect([idle().output().shown, typed().shown]).toEqual(['idle', 'idle'])
  expect(typed().apply(input('submit')).output().to(4_100).shown).toBe('working')
  const unknown = new Timeline({}).arm().output().to(4_000).apply(input('text')).to(4_300).output()
  expect(unknown.shown).toBe('working')
})

test('output alone is not work where a rule has seen its work, except after a submit', () => {
  const rested = () =>
    loading().to(1_000).apply(screen('working')).to(2_000).apply(screen('idle')).to(9_000)
  expect(rested().output().shown).toBe('waiting')
  const sent = (ms: number) =>
    rested()
      .apply(input('submit'))
      .to(9_000 + ms)
      .output().shown
  expect([sent(10), sent(1_000), sent(1_001)]).toEqual(['working', 'working', 'waiting'])
  expect(rested().apply(screen('working')).to(9_100).shown).toBe('working')
  // another run of it is another release, perhaps
  const again = rested().apply({
    type: 'process',
    foreground: 'tool',
    tool: 'one',
    pid: 10,
    startTime: 2,
  })
  expect(again.output().to(9_100).shown).toBe('working')
})

/** An idle title that comes before the first prompt, as the program's only title or not. */
const titled = (...before: readonly ('working' | 'idle')[]) => {
  const line = loading()
  for (const [at, state] of before.entries())
    line.to(200 * (at + 1)).apply({ type: 'signal', source: 'title', state, rule: state })
  return line.to(1_000)
}
const dialog: Evidence = { type: 'screen', state: 'waiting', kind: 'permission', rule: 'asks' }

test("a title that never reports work does not hide the screen's later states", () => {
  const line = titled('idle').apply(screen('working')).to(2_000)
  expect(line.shown).toBe('working')
  line.apply(dialog).to(3_000).apply(input('submit')).apply(screen('working')).to(4_000)
  expect(line.shown).toBe('working')
  // its words change while it works
  line.apply({ type: 'signal', source: 'title', state: 'idle', rule: 'idle' }).to(5_000)
  expect(line.shown).toBe('working')
  expect(line.apply(screen('idle', 2)).to(5_500).shown).toBe('waiting')
})

test('a title that has reported work outvotes the screen, whichever is later', () => {
  const line = titled('idle').apply(input('submit')).apply(title('working')).to(2_000)
  line.apply(title('idle')).to(3_000).apply(screen('working')).to(4_000)
  expect(line.view).toMatchObject({ shown: 'waiting', kind: 'other', source: 'title' })
})

test('an idle title of before a submit does not hide the work on the screen after it', () => {
  const rested = () =>
    titled('idle').apply(input('submit')).apply(title('working')).to(2_000).apply(title('idle'))
  const line = rested().to(5_000).apply(input('submit')).to(5_200).apply(screen('working'))
  expect(line.to(5_300).shown).toBe('working')
  expect(line.to(20_000).apply(screen('idle')).to(20_500).view).toMatchObject({
    ...{ shown: 'waiting', kind: 'other', source: 'screen' },
  })
  const before = rested().to(4_900).apply(screen('working')).to(5_000).apply(input('submit'))
  expect(before.to(5_500).shown).toBe('waiting')
})

const title = (state: 'working' | 'waiting' | 'idle'): Evidence => ({
  type: 'signal',
  source: 'title',
  state,
  rule: state,
  ...(state === 'waiting' ? { kind: 'permission' } : {}),
})

test('a title that turns idle after work means your turn, once it is stable', () => {
  const line = titled('idle').apply(input('submit')).apply(title('working')).to(2_000)
  expect(line.apply(title('idle')).to(2_499).shown).toBe('working')
  expect(line.to(2_600).view).toMatchObject({ shown: 'waiting', kind: 'other' })
  // it is set again, as it was
  expect(line.apply(title('idle')).to(9_000).shown).toBe('waiting')
  // an idle title before any report of work does not count as an answer
  expect(line.apply(input('submit')).output().to(9_200).shown).toBe('working')
  expect(line.apply(title('idle')).to(9_900).shown).toBe('working')
})

test("a title's question ends when the title is idle, and a screen's does not", () => {
  const asked = () => titled('idle').apply(input('submit')).apply(title('working')).to(2_000)
  const line = asked().apply(title('waiting')).to(3_000)
  expect(line.view).toMatchObject({ shown: 'waiting', kind: 'permission' })
  expect(line.apply(title('idle')).to(4_000).view).toMatchObject({
    shown: 'waiting',
    kind: 'other',
  })
  const below = asked().apply(dialog).apply(title('idle')).to(4_000)
  expect(below.view).toMatchObject({ shown: 'waiting', kind: 'permission', source: 'screen' })
  expect(below.apply(screen('idle')).to(6_000).view).toMatchObject({ kind: 'other' })
})

test("a title's question has its kind from the screen, whichever is first", () => {
  const form: Evidence = { type: 'screen', state: 'waiting', kind: 'question', rule: 'form' }
  const asked = () => titled('idle').apply(input('submit')).apply(title('working')).to(2_000)
  const question = { shown: 'waiting', kind: 'question', source: 'screen' }
  const later = asked().apply(title('waiting')).to(2_200).apply(form)
  expect([later.view.kind, later.to(2_300).view]).toMatchObject(['permission', question])
  expect(later.apply(title('waiting')).to(9_000).view).toMatchObject(question)
  expect(asked().apply(form).to(2_050).apply(title('waiting')).to(3_000).view).toMatchObject(
    question,
  )
  expect(later.apply(title('working')).to(9_100).shown).toBe('working')
})

test('a question hidden by the title at work counts when the title turns idle', () => {
  const line = titled('idle').apply(input('submit')).apply(title('working')).to(2_000)
  expect(line.apply(dialog).to(3_000).shown).toBe('working')
  expect(line.output().apply(title('idle')).to(3_600).view).toMatchObject({
    shown: 'waiting',
    kind: 'permission',
    source: 'screen',
  })
})

// Codex starts its MCP servers under the spinner of its title
test("work that only a title reported while loading is not the user's turn", () => {
  expect(changes(titled('idle', 'working').apply(title('idle')).to(9_000))).toEqual([
    ...['working@0', 'idle@300', 'working@500', 'idle@1500'],
  ])
  const line = titled('working').apply(screen('idle')).to(3_000).apply(title('idle'))
  expect(line.to(3_200).apply(screen('idle')).to(9_000).shown).toBe('idle')
  // work that lasts this long is a task from the command line
  const task = titled('working').to(11_000).output().apply(title('idle'))
  expect(task.to(11_600).view).toMatchObject({ shown: 'waiting', source: 'title' })
})

// Claude Code where its terminal has a progress bar
test('progress that ends with the title reverts neither your turn nor a question', () => {
  const progress = (state: 'working' | 'idle'): Evidence => ({
    type: 'signal',
    source: 'osc9_4',
    state,
    rule: state,
  })
  const sent = () => titled('idle').apply(progress('idle')).apply(input('submit'))
  const works = () => sent().apply(title('working'), progress('working')).to(2_000)
  const your = { shown: 'waiting', kind: 'other' }
  const together = works().output().apply(title('idle'), progress('idle'))
  expect(together.to(2_400).shown).toBe('working')
  expect(together.to(4_000).view).toMatchObject(your)
  const later = works().output().apply(title('idle')).to(3_000).apply(progress('idle'))
  expect(later.to(4_000).view).toMatchObject(your)
  const asks = works().output().apply(title('idle'), dialog).to(3_000).apply(progress('idle'))
  expect(asks.to(4_000).view).toMatchObject({ shown: 'waiting', kind: 'permission' })
  // without a task from the user it has only loaded
  expect(titled('idle').apply(progress('idle')).to(3_000).shown).toBe('idle')
})

/** An agent that a shell with marks has run, and the code that it ended with. */
const ended = (exitCode: number, between: Evidence[] = [], waitMs = 0) => {
  const line = new Timeline({})
    .apply({ type: 'marker', mark: 'C' })
    .apply({ type: 'process', foreground: 'tool', tool: 'one', pid: 9, startTime: 1 })
  line.to(1_000)
  for (const evidence of between) line.apply(evidence)
  return line
    .to(1_000 + waitMs)
    .apply({ type: 'process', foreground: 'shell' })
    .apply({ type: 'marker', mark: 'D', exitCode, foreground: 'shell' })
    .apply({ type: 'marker', mark: 'A', foreground: 'shell' })
    .to(2_000 + waitMs)
}

test.each([
  ['after Ctrl+C and is not failed', 'interrupt', 3_000, 1, 'idle'],
  ['long after Ctrl+C', 'interrupt', 3_001, 1, 'error'],
  ['after other keys', 'text', 500, 1, 'error'],
  ['after Ctrl+C, killed', 'interrupt', 500, 139, 'error'],
] as const)('an agent ends with a failure %s', (_, key, waitMs, exitCode, state) => {
  expect(ended(exitCode, [input(key)], waitMs).shown).toBe(state)
})

test('an agent that exited with an error at a prompt is red until seen', () => {
  const line = ended(1)
  expect(line.view).toMatchObject({ shown: 'error', source: 'shell' })
  expect(line.view.history.at(-1)?.reason).toBe('one exited with code 1')
  line.apply({ type: 'marker', mark: 'A', foreground: 'shell' }).to(600_000)
  expect(line.view.shown).toBe('error')
  line.apply(input('text')).to(602_999)
  expect(line.view.shown).toBe('error')
  line.to(603_000)
  expect(line.view.shown).toBe('idle')
})

test('the next command ends the red immediately', () => {
  expect(ended(1).apply({ type: 'marker', mark: 'C' }).to(2_200).view.shown).toBe('working')
})

for (const [code, what] of [
  [0, 'has ended well'],
  [130, 'was left by Ctrl+C'],
  [148, 'was stopped by Ctrl+Z'],
] as const)
  test(`an agent that ${what} is idle at its prompt`, () => {
    expect(ended(code).view.shown).toBe('idle')
  })

test("an error of the program after an agent is not the agent's", () => {
  expect(ended(2, [{ type: 'process', foreground: 'other' }]).view.shown).toBe('idle')
  expect(
    ended(0)
      .apply({ type: 'marker', mark: 'C' })
      .apply({ type: 'marker', mark: 'D', exitCode: 1, foreground: 'shell' })
      .to(4_000).view.shown,
  ).toBe('idle')
})

describe('silence', () => {
  const nothing: Evidence = { type: 'screen', state: null }
  /** A task whose work a rule has recognized, and then a screen that no rule knows. */
  const still = (line = loading()) =>
    line
      .play('@1000 screen:idle @3000 input:submit output @3500 screen:working @5000')
      .output()
      .apply(nothing)

  test('is not your turn while rules recognize the work and the prompt of the agent', () => {
    expect(changes(still().to(30_000)).slice(2)).toEqual(['working@3000'])
    const answered = still().to(20_000).apply(screen('idle'))
    expect([answered.to(20_499).shown, answered.to(20_500).shown]).toEqual(['working', 'waiting'])
    const asked = still().to(20_000).apply(dialog).to(20_100)
    expect(asked.view).toMatchObject({ shown: 'waiting', kind: 'permission' })
    // an answer is not a draft
    asked.apply(input('text')).to(21_000).apply(screen('working')).to(22_000).output()
    expect(asked.apply(nothing).to(40_000).shown).toBe('working')
  })

  test('ends work after the stale time, without asking for you', () => {
    expect(changes(still().to(120_000)).slice(2)).toEqual(['working@3000', 'active@35000'])
  })

  test('is your turn when no rule has recognized work since the submit, or the prompt ever', () => {
    const menu = still().to(9_000).apply(screen('idle')).to(12_000).apply(input('submit')).output()
    expect(menu.apply(nothing).to(16_000).view).toMatchObject({ shown: 'waiting', rule: 'H3' })
    const unprompted = new Timeline({}).arm().play('output @1000 screen:working @2000')
    expect(unprompted.output().apply(nothing).to(60_000).shown).toBe('waiting')
    const signal: Evidence = { type: 'signal', source: 'title', state: 'working' }
    const titleAlone = loading().play('@1000 screen:idle @3000 input:submit').apply(signal)
    titleAlone
      .to(4_000)
      .apply({ ...signal, state: null })
      .output()
      .to(60_000)
    expect(titleAlone.shown).toBe('waiting')
  })

  test('is your turn at a prompt, and over a draft that may hide the prompt', () => {
    const local = loading().play('@1000 screen:idle @3000 input:submit @3100').output()
    expect(local.apply(screen('idle')).to(7_100).shown).toBe('waiting')
    expect(still().to(5_100).apply(input('text')).to(9_000).shown).toBe('waiting')
  })

  test('is not your turn over a draft in a prompt that a rule recognizes with text in it', () => {
    const box = (text: number): Evidence => ({
      ...{ type: 'screen', state: 'idle', rule: 'idle' },
      ...{ digest: text + 1, box: text },
    })
    const drafted = (text: number) => {
      const line = loading().to(1_000).apply(box(0)).to(2_000).apply(input('text'), box(text))
      const works = still(line).to(5_100).apply(input('text')).apply(screen('working')).to(6_000)
      return works.apply(nothing).to(34_000)
    }
    expect([drafted(7).shown, drafted(0).shown]).toEqual(['working', 'waiting'])
    // many rows may hide it again
    const line = loading().to(1_000).apply(box(0)).to(2_000).apply(input('text'), box(7))
    const pasted = still(line).to(5_100).apply({ type: 'input', input: 'paste' }).to(9_000)
    expect(pasted.shown).toBe('waiting')
  })
})

test.each([
  ['an emitted question', '1338;state=waiting;tool=deploy', 'active'],
  ['one with a message', '7501;state=blocked:app=deploy:msg=UT8=:instead=1338', 'active'],
  ["a hook's", '1338;state=waiting;tool=claude;hook=7', 'waiting'],
  ["a program's own", '7501;state=blocked:app=deploy', 'waiting'],
])('Enter ends %s', (_, report, after) => {
  const front: Evidence = { type: 'process', foreground: 'other' }
  const line = new Timeline().apply(front).osc(report).to(400).apply(input('submit'))
  expect(line.shown).toBe('waiting') // the key was meant for the screen before
  line.to(1_000).apply(input('text'))
  expect(line.shown).toBe('waiting')
  expect(line.apply(input('submit')).to(1_500).shown).toBe(after)
})
