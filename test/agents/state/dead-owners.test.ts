/**
 * A program's or shell's reports must not outlive it. This also holds if its end is not marked:
 * `exec` replaced the shell, or a nested shell sends no marks. The foreground is read from /proc.
 */
import { describe, expect, it, test } from 'vitest'
import type { ProcessEvidence } from '../../../src/agents/state/evidence.ts'
import { Timeline } from '../../support/timeline.ts'

/** The tab's shell is 100; its image changes with each exec. Nested shells are 200 and 300. */
const own = (image: number, reads = true): ProcessEvidence => ({
  type: 'process',
  foreground: 'shell',
  image,
  ...(reads ? { reads: 100 } : {}),
})
const nested = (pid = 200): ProcessEvidence => ({
  type: 'process',
  foreground: 'other',
  reads: pid,
})
const job: ProcessEvidence = { type: 'process', foreground: 'other' }

/** A shell has marked its prompt, and a command. */
const ran = () => {
  const line = new Timeline().apply(own(1, false)).osc('133;A', 'shell').to(1_000)
  return line.apply(own(1, false)).osc('133;C', 'shell').to(2_000)
}
const at = (line: Timeline, ms: number) => line.to(line.now + ms).shown

describe('a command mark without an end', () => {
  it.each([
    ['the shell that runs a builtin', own(1, false), 'working'],
    ['the shell that marked it and reads a line (`read -e`)', own(1), 'working'],
    ['a shell that has replaced it and starts', own(2, false), 'active'],
    ['a shell that has replaced it and reads', own(2), 'idle'],
    ['a program', job, 'working'],
    ['a nested shell that reads', nested(), 'idle'],
  ] as const)('%s is in the foreground', (_who, reading, state) => {
    expect(at(ran().apply(reading), 200)).toBe(state)
  })

  test('is not ended by a reading of before the mark', () => {
    const line = new Timeline().apply(own(1)).osc('133;A', 'shell').to(1_000)
    expect(at(line.apply(own(1)).osc('133;C', 'shell'), 200)).toBe('working')
  })

  test('that is read after exec counts until the shell reads', () => {
    const line = new Timeline().apply(own(1)).osc('133;A', 'shell').to(1_000)
    expect(at(line.apply(own(2, false)).osc('133;C', 'shell'), 200)).toBe('working')
    expect(at(line.apply(own(2, false)), 200)).toBe('active')
    expect(at(line.apply(own(2)), 200)).toBe('idle')
  })
})

describe('the line editor of the shell that marked the command', () => {
  it('shows a prompt whose marks were lost, once it has waited', () => {
    const line = ran().apply(own(1))
    expect([at(line, 1_500), at(line, 600)]).toEqual(['working', 'idle'])
    expect(line.view.exitCode).toBeNull()
    // the next command, and the next prompt that is not marked either
    expect(at(line.apply(own(1, false)), 200)).toBe('working')
    expect(at(line.apply(job), 10_000)).toBe('working')
    expect([at(line.apply(own(1)), 200), at(line, 2_000)]).toEqual(['working', 'idle'])
    expect(at(line.osc('133;C', 'shell'), 3_000)).toBe('working')
    expect(at(line.apply(own(1)).osc('133;D;0', 'shell'), 3_000)).toBe('idle')
  })

  it('waits only while nothing is printed, as in an animation', () => {
    const line = ran().apply(own(1))
    for (let frame = 0; frame < 20; frame += 1)
      expect([frame, at(line.output().apply(own(1)), 500)]).toEqual([frame, 'working'])
    expect(at(line, 2_000)).toBe('idle')
  })

  it('shows no prompt after the shell is gone, or an agent has started', () => {
    expect(at(ran().apply(own(1)).to(2_500).apply(own(1, false)), 3_000)).toBe('working')
    expect(at(ran().apply(own(1)).to(2_500).apply(job), 3_000)).toBe('working')
    const agent = ran().apply(own(1)).arm('codex', 9).osc('7501;state=working:app=codex')
    expect(at(agent, 3_000)).toBe('working')
  })

  it('shows a prompt while commands are neutral', () => {
    const line = new Timeline({ commands: 'neutral' }).apply(own(1, false)).osc('133;A', 'shell')
    line.to(1_000).osc('133;C', 'shell').to(2_000).apply(own(1))
    expect([at(line, 200), at(line, 2_000)]).toEqual(['active', 'idle'])
    expect(at(line.apply(own(1, false)), 200)).toBe('active')
  })
})

test('a program in a shell without marks is neither idle nor work', () => {
  const line = ran().apply(nested())
  expect([at(line, 200), at(line.apply(job), 200), at(line.apply(nested()), 200)]).toEqual([
    'idle',
    'active',
    'idle',
  ])
})

test('a shell that never marked anything is not idle', () => {
  expect(at(new Timeline().apply(own(1)), 200)).toBe('active')
})

test('marks count again after a nested shell, and in a shell that loads them again', () => {
  const line = ran().apply(nested()).to(3_000).apply(own(1, false)).osc('133;D;3', 'shell')
  expect([at(line, 200), line.view.exitCode]).toEqual(['idle', 3])
  expect(at(line.apply(own(2)).osc('133;A', 'shell').osc('133;C', 'shell'), 200)).toBe('working')
})

describe('reports of a program that has died', () => {
  const reports = {
    'a state': '7501;state=working:app=x',
    'a question': '7501;state=blocked:app=x',
    'a state by OSC 1338': '1338;state=working;tool=x',
    progress: '9;4;1;50',
  }
  const places = {
    'the shell that exec started': () => ran().apply(own(2)),
    'a nested shell': () => ran().apply(nested()),
  }
  const cases = Object.entries(reports).flatMap(([what, osc]) =>
    Object.entries(places).map(([where, start]) => ({ what, where, osc, start })),
  )
  it.each(cases)('$what ends at the prompt of $where', ({ osc, start, where }) => {
    const line = start().to(3_000).apply(job).osc(osc).to(5_000)
    if (osc.startsWith('9;'))
      line.apply({ type: 'signal', source: 'osc9_4', state: 'working' }).to(6_000)
    expect(line.shown).toBe(osc.includes('blocked') ? 'waiting' : 'working')
    const after = at(line.apply(where === 'a nested shell' ? nested() : own(2)), 200)
    expect(after).toBe(osc.startsWith('1338') ? 'active' : 'idle') // X9
  })

  test('a title of the replaced shell no longer counts', () => {
    const line = ran().apply({ type: 'signal', source: 'title', state: 'working' }).to(3_000)
    expect(at(line.apply(own(2)), 200)).toBe('idle')
  })
})

test('a question stays while its program runs a shell', () => {
  const line = ran().apply(job).osc('7501;state=blocked:app=x').to(3_000)
  const states = [nested(), job, nested(), job].map((reading) => at(line.apply(reading), 1_000))
  expect(states).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
})

test('a report of a background job stays at the prompt of a nested shell', () => {
  const line = ran().apply(nested()).to(3_000).osc('7501;state=blocked:app=x')
  expect(at(line.apply(nested()), 1_000)).toBe('waiting')
})

test('a failed agent stays until it was seen, at a prompt without marks too', () => {
  const line = ran().arm('codex', 9).to(3_000).apply(own(1, false)).osc('133;D;7', 'shell')
  expect(at(line.apply(own(1)), 200)).toBe('error')
})
