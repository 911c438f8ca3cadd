/** Tests Enter in an agent's input box: work, a new line, or nothing (row H6). */
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import { reduce } from '../../../src/agents/state/reduce.ts'
import { view } from '../../../src/agents/state/view.ts'
import { Timeline } from '../../support/timeline.ts'

/** An agent whose rules know its prompt and its work comes to the front, and prints. */
const started = () => new Timeline({}).starts(true)
const screen = (state: 'working' | 'idle' | 'waiting', digest = 1): Evidence => ({
  type: 'screen',
  state,
  rule: state,
  ...(state === 'idle' ? { digest } : {}),
})
const input = (kind: 'text' | 'command' | 'submit' | 'interrupt'): Evidence => ({
  type: 'input',
  input: kind,
})

describe('a submit of a filled input box', () => {
  /** An agent at its prompt, in whose box text is typed and sent at 5 s. */
  const typed = (kind: 'text' | 'command' = 'text') =>
    started()
      .to(1_000)
      .apply(screen('idle'))
      .to(3_000)
      .apply(input(kind))
      .apply(screen('idle', 2))
      .to(5_000)
  const sent = (kind: 'text' | 'command' = 'text') => typed(kind).apply(input('submit'))

  test('is work immediately, which the screen then confirms', () => {
    expect([typed().shown, sent().shown]).toEqual(['idle', 'working'])
    const line = sent().to(5_300).output().apply(screen('working')).to(6_000)
    expect([line.shown, line.view.parts[0]?.rule]).toEqual(['working', 'H5'])
    expect(line.to(7_000).apply(screen('idle', 3)).to(7_500).shown).toBe('waiting')
  })

  test('is work for up to 10 s while the agent is too busy to draw', () => {
    expect([sent().to(14_999).shown, sent().to(15_000).shown]).toEqual(['working', 'idle'])
  })

  test('is work for 10 s when no rule recognizes the screen, and then judged by silence', () => {
    const unknown = sent().to(5_100).output().apply({ type: 'screen', state: null }).to(14_999)
    expect([unknown.shown, unknown.to(15_000).shown]).toEqual(['working', 'waiting'])
  })

  test('is judged by a long silence once rules have recognized the work on another prompt', () => {
    const ended = sent().to(5_300).output().apply(screen('working')).to(7_000)
    const again = ended.apply(screen('idle', 3)).to(9_000).apply(input('text'), screen('idle', 4))
    const line = again.to(10_000).apply(input('submit')).to(10_100).output()
    line.apply({ type: 'screen', state: null })
    expect([line.to(40_099).shown, line.to(40_100).shown]).toEqual(['working', 'waiting'])
    expect(line.view).toMatchObject({ rule: 'H3' })
    expect(line.to(50_000).apply(screen('working')).to(51_000).shown).toBe('working')
  })

  test('is not judged by a silence during which the machine slept', () => {
    const ended = sent().to(5_300).output().apply(screen('working')).to(7_000)
    const again = ended.apply(screen('idle', 3)).to(9_000).apply(input('text'), screen('idle', 4))
    const line = again.to(10_000).apply(input('submit')).to(10_100).output()
    const asleep = line.apply({ type: 'screen', state: null }).state
    const awake = reduce(asleep, { type: 'tick' }, 600_000)
    const later = (now: number) => view(reduce(awake, { type: 'tick' }, now)).shown
    expect([view(awake).shown, later(629_999), later(630_000)]).toEqual([
      ...['working', 'working', 'waiting'],
    ])
  })

  test('is idle again, and not your turn, when the prompt is still shown after 3 s', () => {
    const drawn = sent().to(5_100).output().apply(screen('idle', 3)).to(7_999)
    expect([drawn.shown, drawn.to(8_000).shown, drawn.to(60_000).shown]).toEqual([
      'working',
      'idle',
      'idle',
    ])
    expect(sent().to(8_100).output().apply(screen('idle', 3)).to(10_000).shown).toBe('idle')
  })

  test('is work for 10 s while other parts of the screen change, and no output is later', () => {
    const busy = sent().to(5_100).output().apply(screen('idle', 2)).to(14_999)
    expect([busy.shown, busy.to(15_000).shown]).toEqual(['working', 'idle'])
    expect(busy.to(20_000).output().apply(screen('idle', 2)).to(30_000).shown).toBe('idle')
    expect(busy.to(31_000).apply(screen('working')).to(31_100).shown).toBe('working')
  })

  test('shows nothing for a slash command, an empty box, a dialog or another screen', () => {
    const at = (line: Timeline) => line.apply(input('submit')).shown
    const box = () => started().to(1_000).apply(screen('idle')).to(5_000)
    const dialog: Evidence = { type: 'screen', state: 'waiting', kind: 'question', rule: 'asks' }
    const asks = () => box().apply(dialog).to(6_000).apply(input('text'))
    const other = () => typed().apply({ type: 'screen', state: null })
    expect([sent('command').shown, at(box()), at(asks()), at(other())]).toEqual([
      ...['idle', 'idle', 'waiting', 'idle'],
    ])
  })

  test('is idle, and not your turn, when a slash command opens a panel next to the box', () => {
    const panel = sent('command').to(5_100).output().apply(screen('idle', 3))
    expect(panel.to(5_200).shown).toBe('working')
    expect([panel.to(8_000).shown, panel.to(60_000).shown]).toEqual(['idle', 'idle'])
    const redrawn = sent('command').to(5_100).output().apply(screen('idle', 3)).to(7_000)
    expect(redrawn.apply(screen('idle', 4)).to(60_000).shown).toBe('idle')
    // a command that works, such as a compaction
    const works = sent('command').to(5_100).output().apply(screen('working')).to(9_000)
    expect(works.apply(screen('idle', 3)).to(9_500).shown).toBe('waiting')
  })

  /** As above, with the text of the input box: 0 for an empty one. */
  const box = (text: number): Evidence =>
    ({ ...(screen('idle', text) as object), box: text }) as Evidence
  const filled = (text: number, drawnAt = 3_000) =>
    started()
      .to(1_000)
      .apply(box(0))
      .to(3_000)
      .apply(input('text'))
      .to(drawnAt)
      .apply(box(text))
      .to(5_000)
      .apply(input('submit'))

  test('is your turn when the rest of a turn is too short to be seen after a dialog', () => {
    for (const kind of ['text', 'command'] as const) {
      const asked = sent(kind).to(5_100).output().apply(screen('working')).to(9_000).output()
      const dialog = { ...(screen('waiting') as object), kind: 'permission' } as Evidence
      const answered = asked.apply(dialog).to(15_000).apply(input('submit')).to(15_050).output()
      const line = answered.to(15_900).output().apply(screen('idle', 3))
      expect([line.shown, line.to(25_000).shown]).toEqual(['working', 'waiting'])
    }
  })

  test('is your turn after work that no rule recognizes, such as of a new version', () => {
    for (const kind of ['text', 'command'] as const) {
      let line = sent(kind).to(5_100).output().apply(box(0))
      for (let at = 5_300; at < 30_000; at += 200) line = line.to(at).output().apply(box(0))
      expect([line.shown, line.to(35_000).shown]).toEqual(['working', 'waiting'])
    }
  })

  test('is work for 10 s after the agent has emptied its box, whatever it shows', () => {
    const drawn = filled(7).to(7_000).output().apply(box(0)).to(8_000).output().apply(box(9))
    expect([drawn.to(16_999).shown, drawn.to(17_000).shown]).toEqual(['working', 'idle'])
    const scrolled = filled(7).to(8_000).output().apply(screen('idle', 9)).to(8_100)
    expect(scrolled.apply(screen('working')).to(8_200).shown).toBe('working')
  })

  test('is work while the screen is empty, and for 10 s after the box was emptied', () => {
    const none = { type: 'screen', state: null } as const
    const drawn = filled(7).to(9_000).output().apply(box(0)).to(9_500).output()
    expect(drawn.apply(none).to(18_999).shown).toBe('working')
    expect(drawn.to(19_000).view).toMatchObject({ shown: 'waiting', rule: 'H3' })
    const blank = filled(7)
      .to(6_000)
      .output()
      .apply({ ...none, blank: true })
    expect(blank.to(299_999).shown).toBe('working')
  })

  test('is work while a busy agent draws the keys one by one, long after Enter', () => {
    const first = started().to(1_000).apply(box(0)).to(3_000).apply(input('text')).to(3_100)
    const sent = first.apply(box(5)).to(4_400).apply(input('text')).to(5_000)
    const line = sent.apply(input('submit')).to(5_500).output().apply(box(6)).to(6_500)
    expect(line.output().apply(box(7)).to(12_000).shown).toBe('working')
  })

  test('is idle 0.5 s after the box shows other text: a new line or a menu', () => {
    const line = filled(7).to(5_050).output().apply(box(8)).to(5_549)
    expect([line.shown, line.to(5_550).shown]).toEqual(['working', 'idle'])
    expect(line.apply(box(8)).to(20_000).shown).toBe('idle')
    expect(line.apply(input('text'), box(0)).to(21_000).shown).toBe('idle')
    // the text is drawn late, and then typing continues in the next line
    const typing = filled(7, 4_900).to(5_400).apply(box(8)).to(6_000)
    expect([typing.shown, typing.apply(input('text')).to(6_100).apply(box(9)).shown]).toEqual([
      ...['working', 'idle'],
    ])
  })

  test('is work while a busy agent draws the text after the key, and then empties it', () => {
    const late = filled(6, 4_800).to(5_300).output().apply(box(7)).to(13_000)
    expect(late.shown).toBe('working')
    late.output().apply(box(0))
    expect([late.to(22_999).shown, late.to(23_000).shown]).toEqual(['working', 'idle'])
    const printing = filled(7).to(15_000).output().to(15_050)
    expect([printing.shown, printing.apply(box(0)).to(25_049).shown]).toEqual([
      ...['idle', 'working'],
    ])
    // a suggestion after the end of the work
    const ended = filled(7).to(6_000).apply(screen('working')).to(9_000).apply(box(8)).to(12_000)
    expect([ended.shown, ended.apply(box(0)).to(12_500).shown]).toEqual(['waiting', 'waiting'])
    // it showed an empty box all the time
    const unseen = filled(0).to(6_000).apply(box(7)).to(7_000)
    expect([unseen.shown, unseen.apply(box(0)).shown]).toEqual(['idle', 'working'])
    const cancelled = filled(0).to(6_000).apply(box(7)).to(7_000).apply(input('interrupt'))
    expect(cancelled.apply(box(0)).to(8_000).shown).toBe('idle')
  })

  test('shows nothing for a box that is shown empty, whatever was typed', () => {
    expect([filled(0).shown, filled(0).to(9_000).shown]).toEqual(['idle', 'idle'])
    const quick = started().to(1_000).apply(box(0)).to(4_900).apply(input('text')).to(5_000)
    expect(quick.apply(input('submit')).shown).toBe('working')
  })

  const frame = (state: 'done' | 'working' | 'active', hook?: number): Evidence => ({
    ...{ type: 'frame', dialect: 'osc7501', tool: 'one', state },
    ...(hook === undefined ? {} : { hook }),
  })

  test.each([undefined, 100])('is work after a report of done, by hook %s', (hook) => {
    const done = () => typed().apply(frame('done', hook), screen('idle', 2)).to(6_000)
    const line = done().apply(input('submit'))
    expect([line.shown, line.to(6_900).apply(frame('working', hook)).shown]).toEqual([
      ...['working', 'working'],
    ])
    expect(line.view.parts[0]?.rule).toBe('X1')
    const late = done().apply(input('submit')).to(7_000).output().apply(screen('idle', 3))
    expect([late.to(8_999).shown, late.to(9_000).shown]).toEqual(['working', 'active'])
    const short = done().apply(input('submit')).to(6_200).apply(frame('done', hook))
    expect(short.to(6_400).shown).toBe('done')
  })

  test('shows nothing against a report of work or of nothing, or a claim for the session', () => {
    const at = (line: Timeline) => line.apply(screen('idle', 2), input('submit')).shown
    const working = typed().apply(frame('working'))
    expect([at(working), working.view.parts[0]?.rule]).toEqual(['working', 'X1'])
    expect(at(typed().apply(frame('active')))).toBe('active')
    const session = typed().apply({
      type: 'config',
      configuration: { explicitScope: 'session' },
    })
    expect(at(session.apply(frame('done')))).toBe('done')
  })

  test('is idle 0.5 s after Esc', () => {
    const line = filled(7).to(5_200).apply(box(0)).to(6_000).apply(input('interrupt'))
    expect([line.to(6_499).shown, line.to(6_500).shown]).toEqual(['working', 'idle'])
  })
})
