/**
 * The traps that the state machine was designed around, each under its name in
 * docs/contributing/internals/agent-state.md.
 */
import { expect, test } from 'vitest'
import { polling, usesCpu } from '../../../src/agents/state/claim.ts'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import { view } from '../../../src/agents/state/view.ts'
import { wakeAt } from '../../../src/agents/state/wake.ts'
import { historyMax } from '../../../src/agents/state/limits.ts'
import type { Timeline } from '../../support/timeline.ts'
import { changes, front, guessedWaiting, input, tab } from './steps.ts'

test('two-frames-within-debounce', () => {
  const two = tab().frame('working').to(10).frame('waiting').to(1_000)
  expect(changes(two)).toEqual(['working@0', 'waiting@100'])
  const four = tab().play(
    'frame:working @20 frame:waiting @40 frame:working @60 frame:waiting @1000',
  )
  expect(changes(four)).toEqual(['working@0', 'waiting@100'])
})

test('a-message-and-then-none', () => {
  const msg = btoa('Deploy?')
  const asked = (app: string) => `7501;state=blocked${app}:msg=${msg}:instead=1338`
  // reports of vibeflow-emit with and without a message come from one sender
  const line = tab().osc(asked(':app=make')).to(1_000)
  expect([line.shown, line.to(2_000).osc('1338;state=working;tool=make').to(3_000).shown]).toEqual([
    'waiting',
    'working',
  ])
  expect(line.osc(asked('')).to(4_000).shown).toBe('waiting')
  expect(line.osc('1338;state=active').to(5_000).shown).toBe('active')
  expect(line.osc('1338;state=waiting;tool=make').to(6_000).shown).toBe('waiting')
  expect(line.osc('7501;state=working:instead=1338').to(7_000).shown).toBe('working')
  // another tool's question stays; the report of a program that uses OSC 7501 also stays
  const other = tab().osc(asked(':app=make')).to(1_000).osc('1338;state=done;tool=tests')
  expect(other.to(2_000).shown).toBe('waiting')
  const own = tab().osc('7501;state=blocked:app=make').to(1_000).osc('1338;state=done;tool=make')
  expect(own.to(2_000).shown).toBe('waiting')
})

test('a-message-about-a-project', () => {
  const texts = `title=${btoa('api')}:msg=${btoa('Deploy?')}`
  // reports of vibeflow-emit about a project, with and without a message
  const asked = tab().osc(`7501;state=blocked:app=make:${texts}:instead=1338`).to(1_000)
  expect(asked.view).toMatchObject({ project: 'api', message: 'Deploy?' })
  // an agent's title is what it talks about
  const own = tab().osc(`7501;state=blocked:app=make:${texts}`).to(1_000)
  expect(own.view.project).toBe(undefined)
})

test('exact-edges', () => {
  const shown = (line: Timeline, ...times: number[]) => times.map((time) => line.tickAt(time).shown)
  expect(shown(tab().frame('working').to(10).frame('waiting'), 99, 100)).toEqual([
    'working',
    'waiting',
  ])
  expect(shown(tab().arm().output(), 3_999, 4_000)).toEqual(['working', 'waiting'])
  expect(shown(tab().osc('133;C'), 29_999, 30_000)).toEqual(['working', 'active'])
  expect(shown(tab().frame('working'), 299_999, 300_000)).toEqual(['working', 'active'])
})

test('esc-during-tool', () => {
  const line = tab().frame('working').to(1_000).apply(input('interrupt')).to(4_999)
  expect([
    line.shown,
    line.to(5_000).shown,
    line.view.rule,
    line.frame('working').to(6_000).shown,
  ]).toEqual(['working', 'active', 'X5', 'working'])
  const loud = tab().frame('working').apply(input('interrupt')).to(3_000).output().to(6_999)
  expect([loud.shown, loud.to(7_000).shown]).toEqual(['working', 'active'])
  expect(
    tab().frame('working').apply(input('interrupt')).to(10).frame('working').to(60_000).shown,
  ).toBe('working')
})

test('esc-in-permission-dialog', () => {
  expect(
    tab().play('7501;state=blocked:kind=permission @1000 input:interrupt').to(86_400_000).shown,
  ).toBe('waiting')
})

for (const name of ['trust-dialog', 'resume-picker', 'rate-limit-screen', 'silent-start']) {
  test(name, () => {
    const line = tab()
      .arm()
      .apply({ type: 'output', cause: name === 'silent-start' ? 'start' : 'pty' })
    expect([line.shown, line.to(3_999).shown, line.to(4_000).shown, line.view.confidence]).toEqual([
      ...['working', 'working', 'waiting', 'guess'],
    ])
    expect(line.to(9_000).osc('7501;state=working:app=claude').view).toMatchObject({
      shown: 'working',
      source: 'osc7501',
      confidence: 'fact',
    })
  })
}

test('background-shell-after-stop', () => {
  const line = tab()
    .osc('7501;state=working:app=x')
    .play('@500 7501;state=done:app=x 7501;state=working:id=bg @1000')
  expect([line.shown, line.osc('7501;state=clear:id=bg').to(2_000).shown]).toEqual([
    'working',
    'done',
  ])
})

test('subagent-killed', () => {
  const line = tab().play('7501;state=done:app=x @500 7501;state=working:id=bg @300499')
  expect([line.shown, line.to(300_500).shown]).toEqual(['working', 'done'])
})

test('long-compile', () => {
  const line = tab().arm().output()
  for (let second = 1; second < 125; second += 1) {
    line.to(second * 1_000).apply({
      type: 'process',
      foreground: 'tool',
      tool: 'claude',
      pid: 1,
      startTime: 1,
      cpu: 0.9,
    })
    expect(line.shown).toBe(second < 120 ? 'working' : 'waiting')
  }
  expect(changes(line)).toEqual(['working@0', 'waiting@120000'])
})

test('slow-network', () => {
  const line = guessedWaiting()
  expect(line.view).toMatchObject({
    shown: 'waiting',
    rule: 'H3',
    reason: 'no output for 4 s',
  })
})

test('spinner-repaint', () => {
  const line = tab().arm()
  for (let time = 0; time < 600_000; time += 100)
    expect(line.to(time).output().shown).toBe('working')
})

test('clock-repaint', () => {
  expect(guessedWaiting().to(10_000).output(false).to(60_000).shown).toBe('waiting')
})

test('resize-repaint, focus-repaint, echo-of-typing', () => {
  const after = (evidence: Evidence, later: number) =>
    guessedWaiting()
      .to(10_000)
      .apply(evidence)
      .to(10_000 + later)
      .output().shown
  expect([
    after({ type: 'resize' }, 499),
    after({ type: 'focus', on: true }, 499),
    after(input('text'), 299),
    after(input('paste'), 299),
  ]).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
  expect([
    after({ type: 'resize' }, 500),
    after({ type: 'focus', on: true }, 500),
    after(input('text'), 300),
  ]).toEqual(['working', 'working', 'working'])
})

test('type-ahead', () => {
  const line = tab().arm().output()
  for (let time = 100; time <= 10_000; time += 100)
    expect(line.to(time).apply(input('text')).output().shown).toBe('working')
})

test('answer-then-output', () => {
  expect(
    guessedWaiting().to(10_000).apply(input('text'), input('submit')).to(10_020).output().shown,
  ).toBe('working')
})

test('repaint-on-explicit-amber, fuse-then-repaint', () => {
  expect(tab().arm().frame('waiting').output().to(300_001).output().to(400_000).shown).toBe(
    'waiting',
  )
})

test('first-boot', () => {
  expect(tab().frame('waiting').shown).toBe('waiting')
  expect(tab().to(5).arm().output().shown).toBe('working')
})

test('clock-backwards', () => {
  const line = tab().to(10_000).frame('working')
  line.now = 5_000
  expect([line.frame('waiting').state.now, line.shown, line.to(10_100).shown]).toEqual([
    10_000,
    'working',
    'waiting',
  ])
})

test('machine-slept', () => {
  const line = tab().arm().output().to(1_000)
  expect([
    line.tickAt(7_200_000).shown,
    line.to(7_203_999).shown,
    line.to(7_204_000).shown,
  ]).toEqual(['working', 'working', 'waiting'])
})

test('firehose', () => {
  const line = tab().arm()
  for (let index = 0; index < 256; index += 1) line.osc(`7501;state=working:id=n${index}`)
  const { slots } = line.state
  const began = process.cpuUsage() // CPU time, because other processes may use the CPU in between
  for (let index = 0; index < 100_000; index += 1) {
    line.now = index / 100
    line.output()
  }
  expect(line.state.slots).toBe(slots)
  expect(process.cpuUsage(began).user).toBeLessThan(6_000_000) // some twenty times of what it takes
  expect(wakeAt(line.state)).toBe(300_000)
})

test('live-config', () => {
  const line = tab()
    .play('arm output @2000')
    .apply({ type: 'config', configuration: { silenceMs: 1_000 } })
    .tickAt(2_001)
  expect(line.shown).toBe('waiting')
})

test('foreign-1338, bad-frame, forged-frame', () => {
  const line = tab()
    .osc("1338;url='artifact://x'")
    .osc('1338;state=sleeping')
    .osc(`1338;state=waiting;tool=${'x'.repeat(4_097)}`)
  expect([line.claimed, line.shown]).toEqual([false, 'active'])
  expect(line.frame('waiting', 'cat').view).toMatchObject({
    shown: 'waiting',
    source: 'osc1338',
    tool: 'cat',
  })
})

test('done-flash; done-unseen; done-then-waiting', () => {
  const flash = tab().frame('done')
  expect([flash.to(2_999).shown, flash.to(3_000).shown]).toEqual(['done', 'active'])
  const kept = tab().osc('7501;state=done').to(90_000).apply({ type: 'focus', on: true })
  expect([kept.to(93_999).shown, kept.to(94_000).shown]).toEqual(['done', 'active'])
  expect(changes(tab().frame('done').to(50).frame('waiting').to(200))).toEqual([
    'done@0',
    'waiting@100',
  ])
})

test('turn-end-then-idle-notice', () => {
  const line = tab().frame('waiting').to(1_000).apply(input('text')).to(60_000).frame('waiting')
  expect(line.view).toMatchObject({ shown: 'waiting', seen: true })
  const back = line.apply({ type: 'user', action: 'acknowledge' })
  expect([back.shown, back.to(61_000).frame('waiting').view.seen, back.shown]).toEqual([
    'active',
    true,
    'waiting',
  ])
})

test('typing-when-dialog-appears', () => {
  expect(tab().frame('waiting').to(200).apply(input('text')).to(5_000).view).toMatchObject({
    shown: 'waiting',
    seen: false,
  })
})

test('focus-by-default', () => {
  const line = tab().play('frame:waiting @100 focus:on @600000 focus:off focus:on @600100')
  expect(line.view).toMatchObject({ shown: 'waiting', seen: true })
})

test('a tab in the foreground at the start of Waiting pulses until it gains focus again', () => {
  const line = tab().apply({ type: 'focus', on: true }).to(5_000).frame('waiting').to(60_000)
  expect([
    line.view.seen,
    line.apply({ type: 'focus', on: false }, { type: 'focus', on: true }).to(61_000).view.seen,
  ]).toEqual([false, true])
})

test('transcript-pager, compaction', () => {
  const line = tab().arm().output().apply({ type: 'screen', state: 'ignore' }).to(600_000)
  expect(line.shown).toBe('working')
  expect(
    guessedWaiting().apply({ type: 'screen', state: 'ignore' }).to(6_000).output().to(60_000).shown,
  ).toBe('waiting')
})

test('snooze ends at its time, or with a new message', () => {
  const line = tab()
    .osc('7501;state=blocked')
    .apply({ type: 'user', action: 'snooze', until: 60_000 })
  expect([
    line.to(59_999).view.snoozedUntil,
    line.osc('7501;state=blocked').view.snoozedUntil,
    line.to(60_000).view.snoozedUntil,
  ]).toEqual([60_000, 60_000, null])
  const news = tab()
    .osc('7501;state=blocked')
    .apply({ type: 'user', action: 'snooze', until: 60_000 })
    .to(10)
    .osc('7501;state=blocked:kind=auth')
  expect(news.view.snoozedUntil).toBeNull()
})

test('after a report in OSC 7501, 9;4 has no effect until its program ends', () => {
  const line = tab()
    .arm()
    .osc('7501;state=working:app=x')
    .to(500)
    .osc('7501;state=clear')
    .osc('9;4;3')
    .to(5_000)
  expect([line.shown, line.apply(front('shell')).osc('9;4;3').to(5_200).shown]).toEqual([
    'active',
    'working',
  ])
})

test('history keeps to its rows', () => {
  const line = tab()
  for (let time = 0; time < 5_000; time += 100)
    line.to(time).frame(time % 200 === 0 ? 'working' : 'waiting')
  expect(view(line.state).history).toHaveLength(historyMax)
})

test('how much of /proc is worth reading', () => {
  expect(polling(tab().state)).toBe('usual')
  expect(polling(tab({ explicitScope: 'session' }).frame('waiting').state)).toBe('none')
  expect(polling(tab().frame('waiting').state)).toBe('second')
  expect(polling(tab().osc('7501;state=working').state)).toBe('second')
  expect([usesCpu(tab().arm().output().state), usesCpu(guessedWaiting().state)]).toEqual([
    true,
    false,
  ])
})
