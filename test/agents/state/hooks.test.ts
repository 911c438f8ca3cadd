/**
 * Tests reports of hooks against the screen's content (X10, and X5 of hooks), and reports of hooks
 * that overtake each other.
 */
import { describe, expect, test } from 'vitest'
import { polling } from '../../../src/agents/state/claim.ts'
import type { StateOptions } from '../../../src/agents/state/configuration.ts'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import { Timeline } from '../../support/timeline.ts'

const screen = (
  state: Extract<Evidence, { type: 'screen' }>['state'],
  rule = `${state}_rule`,
): Evidence => ({
  type: 'screen',
  state,
  ...(state === 'waiting' ? { kind: 'permission' } : {}),
  ...(state === null ? {} : { rule }),
})
const esc: Evidence = { type: 'input', input: 'interrupt' }
const submit: Evidence = { type: 'input', input: 'submit' }
const changes = (line: Timeline) => line.view.history.map(({ at, to }) => `${to}@${at}`)

/** A foreground agent whose hook reported working at 0; its process started at tick 1000. */
const hooked = (
  dialect: '7501' | '1338' = '7501',
  state = 'working',
  configuration: Partial<StateOptions> = {},
) => {
  const line = new Timeline(configuration).arm('qwen')
  return dialect === '7501'
    ? line.osc(`7501;state=${state}:app=qwen:hook=1000`)
    : line.osc(`1338;state=${state};tool=qwen;hook=1000`)
}
const says = (line: Timeline, state: string, tick: number) =>
  line.osc(`7501;state=${state}:app=qwen:hook=${tick}`)

test.each(['7501', '1338'] as const)(
  'a dialog that the hooks of %s do not report is shown while it is open',
  (dialect) => {
    const line = hooked(dialect).to(1_000).apply(screen('waiting'))
    expect([line.to(1_099).shown, line.to(1_100).shown]).toEqual(['working', 'waiting'])
    expect(line.view).toMatchObject({
      kind: 'permission',
      source: 'screen',
      rule: 'X10',
      confidence: 'likely',
      reason:
        'the screen shows a dialog (rule waiting_rule) that is newer than the last hook report',
    })
    expect([line.to(60_000).shown, line.apply(screen(null)).to(60_200).shown]).toEqual([
      'waiting',
      'working',
    ])
    expect(line.view.rule).toBe('X1')
    expect(line.view.history.at(-1)).toMatchObject({ rule: 'X10' })
  },
)

describe('while the program reports itself', () => {
  const own = (state: string, configuration: Partial<StateOptions> = {}) =>
    new Timeline(configuration).arm('qwen').osc(`7501;state=${state}:app=qwen`)
  const neutral = () => new Timeline().arm('qwen').osc('1338;state=active;tool=qwen')
  const quoted: Evidence = {
    ...screen('waiting'),
    type: 'screen',
    state: 'waiting',
    atPrompt: true,
  }

  test.each(['done', 'idle', 'working', 'error'])(
    'a dialog on the screen counts against %s while it is shown',
    (state) => {
      const line = own(state).to(1_000).apply(screen('waiting'))
      expect([line.to(1_099).shown, line.to(1_100).shown]).toEqual([state, 'waiting'])
      expect(line.view).toMatchObject({ kind: 'permission', rule: 'X10', confidence: 'likely' })
      expect(line.view.reason).toContain('that is newer than the last report')
      expect([line.to(60_000).shown, line.apply(screen(null)).to(60_200).shown]).toEqual([
        'waiting',
        state === 'working' ? 'working' : expect.not.stringMatching('waiting'),
      ])
    },
  )

  test('nothing else on the screen counts, even with hooks', () => {
    for (const line of [own('done'), own('idle'), own('working'), neutral()])
      for (const state of ['working', 'idle', 'error', 'ignore', null] as const) {
        const { shown } = line
        line.to(line.state.now + 200).apply(screen(state))
        expect(line.to(line.state.now + 2_000).shown).toBe(shown)
      }
    const both = hooked('1338').osc('7501;state=done:app=qwen').to(1_000).apply(submit)
    expect(both.apply(screen('working')).to(2_000).shown).toBe('done')
  })

  test('a dialog next to its prompt is printed text, except after hooks', () => {
    expect(own('done').to(1_000).apply(quoted).to(10_000).shown).toBe('done')
    expect(own('working').to(1_000).apply(quoted).to(10_000).shown).toBe('working')
    expect(hooked().to(1_000).apply(quoted).to(2_000).shown).toBe('waiting')
    const line = own('working').to(1_000).apply(screen('waiting')).to(2_000)
    expect([line.shown, line.apply(quoted).to(2_200).shown]).toEqual(['waiting', 'working'])
  })

  test('a dialog ends with a newer report that the screen confirms', () => {
    const line = own('done').apply(screen('waiting')).to(1_000).osc('7501;state=working:app=qwen')
    expect([line.to(1_399).shown, line.to(1_400).shown]).toEqual(['waiting', 'working'])
    expect(line.view.history.at(-1)?.reason).toBe('a newer report disagrees with the screen')
    const stays = own('done').apply(screen('waiting')).to(1_000).osc('7501;state=idle:app=qwen')
    expect(stays.to(1_250).apply(screen('waiting')).to(5_000).shown).toBe('waiting')
  })

  test('a dialog that the program reports too is one alarm, and its end is not read late', () => {
    const line = own('working').apply(screen('waiting')).to(1_000)
    line.apply({ type: 'user', action: 'mark_seen' })
    line.osc('7501;state=blocked:app=qwen:kind=permission').to(2_000)
    expect(line.view).toMatchObject({ shown: 'waiting', source: 'osc7501', seen: true })
    line.osc('7501;state=working:app=qwen').apply(screen('waiting')).to(2_900)
    expect(line.apply(screen('working')).to(9_000).shown).toBe('working')
    expect(changes(line)).toEqual(['working@0', 'waiting@100', 'working@2000'])
  })

  test('a report of neutral, and a session that the program owns, hide its screen', () => {
    expect(neutral().to(1_000).apply(screen('waiting')).to(9_000).shown).toBe('active')
    const session = own('done', { explicitScope: 'session' }).to(1_000).apply(screen('waiting'))
    expect(session.to(2_000).shown).toBe('done')
  })
})

test('titles, output activity do not count against hooks', () => {
  const line = hooked().to(1_000)
  line.apply({ type: 'signal', source: 'title', state: 'waiting', kind: 'permission' })
  expect(line.output().to(20_000).shown).toBe('working')
  expect(hooked('7501', 'done').to(1_000).apply(screen('working')).to(9_000).shown).toBe('done')
  expect(hooked('7501', 'done').to(1_000).apply(screen('idle')).to(9_000).shown).toBe('done')
})

test('a report that comes while the dialog is open does not hide it', () => {
  const line = hooked().apply(screen('waiting')).to(1_000)
  says(line, 'working', 1_100) // of another tool that runs at the same time
  line.to(1_250).apply(screen('waiting')).to(5_000)
  expect(changes(line)).toEqual(['working@0', 'waiting@100'])
})

test('a report that is newer than the last look at the screen counts', () => {
  const line = hooked().apply(screen('waiting')).to(1_000)
  says(line, 'working', 1_100)
  expect([line.to(1_399).shown, line.to(1_400).shown]).toEqual(['waiting', 'working'])
  expect(line.view.history.at(-1)?.reason).toBe('a newer hook report disagrees with the screen')
  // what was read before the report is not believed afterwards
  expect(line.to(60_000).shown).toBe('working')
  expect(line.apply(screen('waiting')).to(61_000).shown).toBe('waiting')
})

test('an approved dialog counts as work immediately', () => {
  const line = hooked().apply(screen('waiting')).to(1_000).apply(submit).apply(screen('working'))
  expect(line.shown).toBe('working')
})

test('a hook that reports a dialog already seen raises no second alarm', () => {
  const line = hooked()
    .apply(screen('waiting'))
    .to(1_000)
    .apply({ type: 'user', action: 'mark_seen' })
  says(line, 'blocked:kind=permission', 1_100)
  line.to(2_000)
  expect(line.view).toMatchObject({ shown: 'waiting', source: 'osc7501', seen: true })
  expect(changes(line)).toEqual(['working@0', 'waiting@100'])
  // and then the dialog on the screen is the same one
  line.apply(screen('waiting')).to(3_000)
  expect(line.view.source).toBe('osc7501')
})

test('a dialog that the user acknowledged on the screen returns as seen', () => {
  const line = hooked().apply(screen('waiting')).to(1_000)
  line.apply({ type: 'user', action: 'acknowledge' })
  expect(line.shown).toBe('working')
  line.to(2_000).apply(screen('waiting')).to(3_000)
  expect(line.view).toMatchObject({ shown: 'waiting', seen: true })
})

test('the prompt after Esc ends the reports of hooks', () => {
  const line = hooked()
    .apply(screen('working'))
    .to(2_000)
    .apply(esc)
    .to(2_200)
    .apply(screen('idle'))
  expect([line.to(2_449).shown, line.to(2_450).shown]).toEqual(['working', 'idle'])
  expect(line.view).toMatchObject({
    rule: 'X5',
    reason: 'interrupted; back at its prompt',
  })
  // where no rule has seen its work, a prompt needs longer
  const unseen = hooked().to(2_000).apply(esc).to(2_200).apply(screen('idle'))
  expect([unseen.to(3_699).shown, unseen.to(3_700).shown]).toEqual(['working', 'idle'])
})

test('a prompt that was there before Esc, or with no Esc, ends nothing', () => {
  const before = hooked().apply(screen('idle')).to(2_000).apply(esc).apply(screen('idle')).output()
  expect(before.to(5_900).shown).toBe('working')
  const unasked = hooked().apply(screen('working')).to(2_000).apply(screen('idle'))
  expect(unasked.to(60_000).shown).toBe('working')
  const own = new Timeline().arm('qwen').osc('7501;state=working:app=qwen').to(1_000)
  expect(own.apply(esc).to(1_200).apply(screen('idle')).output().to(5_000).shown).toBe('working')
})

test('a hook started before Esc does not bring work back for long', () => {
  const line = hooked()
    .apply(screen('working'))
    .to(2_000)
    .apply(esc)
    .to(2_100)
    .apply(screen('idle'))
  expect(line.to(2_700).shown).toBe('idle')
  says(line, 'working', 1_190)
  line.to(2_900).apply(screen('idle'))
  expect([line.shown, line.to(3_400).shown]).toEqual(['working', 'idle'])
})

test('a prompt sent after Esc is work again', () => {
  const line = hooked()
    .apply(screen('working'))
    .to(2_000)
    .apply(esc)
    .to(2_100)
    .apply(screen('idle'))
  line.to(3_000).apply(submit).to(3_050)
  says(line, 'working', 1_300)
  line.to(3_200).apply(screen('idle'))
  expect(line.to(20_000).shown).toBe('working')
})

test('a dialog of the hooks closed by Esc is over when the prompt is shown', () => {
  const line = hooked()
  says(line, 'blocked:kind=permission', 1_010)
  line.to(2_000).apply(screen('waiting')).to(3_000).apply(esc)
  expect(line.to(9_000).shown).toBe('waiting') // the dialog is still on the screen
  line.apply(esc).to(9_200).apply(screen('idle'))
  expect([line.to(10_699).shown, line.to(10_700).shown]).toEqual(['waiting', 'idle'])
})

test('a dialog whose end a hook has just reported is not read from a screen that lags', () => {
  const line = hooked('7501', 'blocked:kind=permission').to(2_000).apply(screen('waiting'))
  says(line.to(5_000), 'working', 1_500)
  line.to(5_050).apply(screen('waiting')).to(5_250).apply(screen('working'))
  expect(changes(line.to(7_000))).toEqual(['waiting@0', 'working@5000'])
  // a dialog that is still shown counts
  says(line, 'blocked:kind=permission', 1_700)
  says(line.to(8_000), 'working', 1_800)
  line.to(8_050).apply(screen('waiting'))
  expect([line.to(8_999).shown, line.to(9_000).shown]).toEqual(['working', 'waiting'])
})

const text: Evidence = { type: 'input', input: 'text' }

test('work after an answered dialog that no hook reports is seen on the screen', () => {
  const line = hooked('7501', 'blocked:kind=permission').to(1_000).apply(screen('waiting'))
  line.to(2_000).apply(screen('working')).to(3_000) // in addition to the dialog
  expect(line.shown).toBe('waiting')
  line.apply(screen('waiting')).to(4_000).apply(text).to(4_200).apply(screen('working'))
  expect([line.to(4_299).shown, line.to(4_300).shown]).toEqual(['waiting', 'working'])
  expect(line.view).toMatchObject({ rule: 'X10', source: 'screen' })
  for (let at = 5_000; at < 60_000; at += 1_000) line.to(at).apply(screen('working'))
  says(line.to(60_000), 'working', 7_000) // the tool has ended
  says(line.to(62_000), 'done', 7_200)
  expect(changes(line.to(63_000))).toEqual(['waiting@0', 'working@4300', 'done@62000'])
})

test('the next dialog, seen or reported of, asks again', () => {
  const answered = () =>
    hooked('7501', 'blocked:kind=permission')
      .to(4_000)
      .apply(text)
      .play('@4200 screen:working @5000')
  expect(answered().apply(screen('waiting')).to(5_100).shown).toBe('waiting')
  const line = answered()
  says(line, 'blocked:kind=permission', 1_400)
  expect(line.to(6_000).shown).toBe('waiting')
})

test('a dialog that OSC 1338 has no kind for is answered by a key, too', () => {
  const line = hooked('1338', 'waiting').to(1_000).apply(text).to(1_200).apply(screen('working'))
  expect([line.to(1_299).shown, line.to(1_300).shown]).toEqual(['waiting', 'working'])
})

test('a sent prompt that no hook reports is work as long as the screen shows work', () => {
  const line = hooked('7501', 'done').to(1_000).apply(screen('working')).to(3_000)
  expect(line.shown).toBe('done') // the work continues in the background
  line.apply(submit).to(3_100).apply(screen('working'))
  expect(line.to(3_200).shown).toBe('working')
  line.to(9_000).apply(screen('idle'))
  expect([line.to(9_499).shown, line.to(9_500).shown]).toEqual(['working', 'active'])
  says(line.to(10_000), 'working', 1_900)
  expect(line.to(11_000).shown).toBe('working')
})

test('a report of a hook that another one has overtaken is late', () => {
  const line = hooked()
  says(line, 'blocked:kind=permission', 1_010)
  says(line.to(200), 'working', 1_005) // of PreToolUse, which began before
  expect(line.to(1_000).shown).toBe('waiting')
  says(line, 'working', 1_010) // in one tick: the order is unknown, and the last counts
  expect(line.to(2_000).shown).toBe('working')
})

test('a report of a hook that the end of its agent has overtaken is late', () => {
  const line = hooked()
  line.to(1_000).osc('7501;state=clear:app=qwen:hook=1100')
  expect(line.to(1_200).shown).toBe('active')
  says(line, 'done', 1_090) // of Stop, which began before
  says(line, 'working', 1_095)
  expect(line.to(2_000).shown).toBe('active')
  says(line, 'idle', 1_105) // of another session
  expect(line.to(3_000).shown).toBe('idle')
})

test('an agent within another one withdraws only its own reports', () => {
  const line = new Timeline().arm('claude')
  line.osc('7501;state=working:app=claude').to(1_000)
  line.osc('7501;state=blocked:kind=permission:app=qwen:hook=1000').to(2_000)
  expect(line.shown).toBe('waiting')
  line.osc('7501;state=clear:app=qwen:hook=1100')
  expect([line.to(3_000).shown, line.view.tool]).toEqual(['working', 'claude'])
  expect(line.osc('7501;state=clear').to(4_000).shown).toBe('active')
})

test("ticks of another machine and the program's own reports are never late", () => {
  const line = hooked('1338')
  line.osc('1338;state=waiting;tool=qwen;hook=900000').to(1_000)
  expect(line.shown).toBe('waiting')
  expect(line.osc('1338;state=working;tool=qwen;hook=500').to(2_000).shown).toBe('working')
  expect(line.osc('1338;state=done;tool=qwen').to(3_000).shown).toBe('done')
})

test('the foreground program is checked under reports of hooks and of sessions', () => {
  expect(polling(hooked('1338').state)).toBe('second')
  const session = { explicitScope: 'session' } as const
  expect(polling(hooked('1338', 'working', session).state)).toBe('second')
  expect(polling(new Timeline(session).osc('1338;state=working').state)).toBe('none')
  const line = hooked('1338').apply(screen('waiting')).to(1_000)
  line.apply({ type: 'process', foreground: 'shell' }).to(2_000)
  expect(line.view).toMatchObject({ shown: 'active', rule: 'X9' })
})

test('a dialog on the screen ends when the claim of its program owns the session', () => {
  const line = new Timeline()
  line.apply({ type: 'config', configuration: { explicitScope: 'protocol' } })
  line.arm('codex').osc('7501;state=done:app=codex').to(1_000)
  line.apply({ type: 'screen', state: 'waiting', kind: 'permission' }).to(1_200)
  expect(line.view).toMatchObject({ rule: 'X10', shown: 'waiting' })
  line.apply({ type: 'config', configuration: { explicitScope: 'session' } }).to(1_400)
  expect([line.shown, line.state.guess]).toEqual(['done', null])
})
