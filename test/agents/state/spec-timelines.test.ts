/**
 * Timelines written from the specification alone (docs/agent-state.md), for its edges: ids across
 * tools, what ends Waiting, fuse, stale, seen and acknowledged, marks under claims, debounce ties,
 * jumps of the clock. Each says what changed when.
 */
import { describe, expect, it } from 'vitest'
import type { StateOptions } from '../../../src/agents/state/configuration.ts'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import { Timeline } from '../../support/timeline.ts'

const tab = (configuration: Partial<StateOptions> = {}) => new Timeline(configuration)
const input = (kind: 'text' | 'submit' | 'interrupt' | 'paste' | 'mouse'): Evidence => ({
  type: 'input',
  input: kind,
})
const front = (foreground: 'shell' | 'other' | 'unknown', descends = false): Evidence => ({
  type: 'process',
  foreground,
  descends,
})
const focus = (on: boolean): Evidence => ({ type: 'focus', on })
const screen = (state: 'working' | 'waiting' | 'idle' | 'ignore' | null): Evidence => ({
  type: 'screen',
  state,
})
const alternate = (on: boolean): Evidence => ({ type: 'alt_screen', on })
const acknowledge: Evidence = { type: 'user', action: 'acknowledge' }
const warp = (event: string, agent: string) =>
  `777;notify;warp://cli-agent;{"event":"${event}","agent":"${agent}"}`
/** A listed tool printed something and went quiet: amber at 4 000. */
const guessedWaiting = () => tab().arm().output().to(4_000)

type Row = readonly [name: string, line: () => Timeline, changes: string]

function check(rows: readonly Row[]): void {
  it.each(rows)('%s', (_name, line, changes) => {
    expect(
      line()
        .view.history.map(({ at, to }) => `${to}@${at}`)
        .join(' '),
    ).toBe(changes)
  })
}

describe('records, ids and tools', () => {
  check([
    [
      'a sub-task is cleared by its own id',
      () => tab().osc('7501;state=blocked:id=a').to(500).osc('7501;state=clear:id=a').to(9_000),
      'waiting@0 active@500',
    ],
    [
      'clear takes what is below by whole segments',
      () =>
        tab()
          .osc('7501;state=working:id=buildx')
          .osc('7501;state=blocked:id=build/x')
          .to(500)
          .osc('7501;state=clear:id=build')
          .to(9_000),
      'working@0 waiting@100 working@500',
    ],
    [
      'a root clear takes everything of its dialect',
      () =>
        tab()
          .osc('7501;state=working:id=a')
          .osc('7501;state=error')
          .to(500)
          .osc('7501;state=clear')
          .to(9_000),
      'working@0 error@100 active@500',
    ],
    [
      'a bad id drops the report: it is never taken for the root',
      () => tab().osc('7501;state=working').to(500).osc('7501;state=blocked:id=a//b').to(9_000),
      'working@0',
    ],
    [
      'one id under two names is two records',
      () =>
        tab()
          .osc('7501;state=blocked:id=a:app=claude')
          .to(500)
          .osc('7501;state=working:id=a:app=codex')
          .to(9_000),
      'waiting@0',
    ],
    [
      'a sub-task has the name of its ancestor, so a hook of that name is outranked',
      () =>
        tab()
          .osc('7501;state=working:app=claude')
          .osc('7501;state=blocked:id=x')
          .to(500)
          .frame('working', 'claude')
          .to(9_000),
      'working@0 waiting@100',
    ],
    [
      '1338 and 26 of one tool: the newest of the two speaks',
      () =>
        tab()
          .osc('26;CodeAgent=claude;Status=running')
          .to(500)
          .frame('waiting', 'claude')
          .to(1_000)
          .osc('26;CodeAgent=claude;Status=running')
          .to(9_000),
      'working@0 waiting@500 working@1000',
    ],
    [
      '21337 is outranked by 1338 of the tool in front',
      () => tab().arm().frame('working', 'claude').to(500).osc('21337;status=waiting').to(9_000),
      'working@0',
    ],
    [
      'the socket is outranked by Warp',
      () =>
        tab()
          .osc(warp('prompt_submit', 'claude'))
          .to(500)
          .apply({ type: 'frame', dialect: 'socket', state: 'waiting', tool: 'claude' })
          .to(9_000),
      'working@0',
    ],
    [
      'a nameless 1338 and a named 7501 are two voices',
      () => tab().frame('working').to(500).osc('7501;state=blocked:app=pi').to(9_000),
      'working@0 waiting@500',
    ],
    [
      'an alias is the same tool in 26 too',
      () =>
        tab()
          .osc('7501;state=working:app=claude')
          .to(500)
          .osc('26;CodeAgent=claude-code;Status=awaiting-input')
          .to(9_000),
      'working@0',
    ],
    [
      '26 without a status claims nothing',
      () => tab().arm().osc('26;CodeAgent=claude;Detail=x').output().to(9_000),
      'working@0 waiting@4000',
    ],
    [
      '26: any later frame of the record is a repeat of its status',
      () =>
        tab()
          .osc('26;CodeAgent=claude;Status=running')
          .to(299_999)
          .osc('26;CodeAgent=claude;Detail=x')
          .to(900_000),
      'working@0 active@599999',
    ],
    [
      '21337: an empty status removes the record',
      () => tab().osc('21337;status=waiting').to(500).osc('21337;status=').to(9_000),
      'waiting@0 active@500',
    ],
    [
      'a report with an unknown state changes nothing',
      () => tab().osc('7501;state=working').to(500).osc('7501;state=paused').to(9_000),
      'working@0',
    ],
    [
      'a finished root with a working child is working, a waiting child wins over both',
      () =>
        tab()
          .osc('7501;state=done')
          .osc('7501;state=working:id=a')
          .to(500)
          .osc('7501;state=blocked:id=b')
          .to(9_000),
      'done@0 working@100 waiting@500',
    ],
  ])

  it('names the newest among equals, and lists all', () => {
    const { message, parts } = tab()
      .osc('7501;state=blocked:app=a:msg=b25l')
      .to(500)
      .osc('7501;state=blocked:app=b:msg=dHdv')
      .to(900).view
    expect({ message, parts: parts.map(({ tool }) => tool) }).toEqual({
      message: 'two',
      parts: ['a', 'b'],
    })
  })
})

describe('what ends Waiting, and what does not', () => {
  check([
    [
      'the shell in front ends that of 7501',
      () => tab().osc('7501;state=blocked').to(500).apply(front('shell')).to(9_000),
      'waiting@0 active@500',
    ],
    [
      'the shell in front does not end that of 1338; a prompt does',
      () =>
        tab()
          .frame('waiting')
          .to(500)
          .apply(front('shell'), front('other'))
          .to(9_000)
          .osc('133;D;0', 'shell')
          .to(20_000),
      'waiting@0 idle@9000',
    ],
    [
      'where the shell marks its prompts, that it is in front ends nothing: it may be what runs',
      () =>
        tab()
          .osc('133;C', 'shell')
          .to(200)
          .osc('7501;state=blocked:app=deploy')
          .to(500)
          .apply(front('shell'))
          .to(9_000)
          .osc('133;D;0', 'shell')
          .to(20_000),
      'working@0 waiting@200 idle@9000',
    ],
    [
      'the marks of another machine say nothing of the shell of the tab',
      () =>
        tab()
          .osc('133;C', 'other')
          .to(200)
          .osc('7501;state=blocked')
          .to(500)
          .apply(front('shell'))
          .to(9_000),
      'working@0 waiting@200 working@500',
    ],
    [
      'the agent that has left a nested shell ends its own',
      () =>
        tab()
          .osc('133;C', 'shell')
          .arm('codex')
          .osc('7501;state=working:app=codex')
          .osc('7501;state=working:id=build')
          .to(9_000)
          .apply(front('other'))
          .to(40_000),
      'working@0 active@30000',
    ],
    [
      'an agent that a reporting program had in front does not end that one',
      () =>
        tab()
          .osc('7501;state=blocked:app=mine')
          .to(500)
          .arm('codex')
          .output()
          .to(9_000)
          .apply(front('other'))
          .to(40_000),
      'waiting@0',
    ],
    [
      'a question that the shell has left standing is over when the next agent begins',
      () =>
        tab()
          .frame('waiting', 'deploy')
          .to(500)
          .apply(front('shell'))
          .to(9_000)
          .arm('codex')
          .output()
          .to(9_900),
      'waiting@0 active@9000 working@9100',
    ],
    [
      'what a program reports that has agents in front, one after the other, stands',
      () => {
        const line = tab().osc('7501;state=blocked:app=mine')
        for (const pid of [1, 2]) {
          line.to(pid * 1_000).arm('codex', pid)
          line.osc('7501;state=working:app=codex').osc('7501;state=working:app=codex:id=build')
          line.to(pid * 1_000 + 500).apply(front('other'))
        }
        return line.to(40_000)
      },
      'waiting@0',
    ],
    [
      'a question that the shell has left standing is over also when the next agent reports first',
      () =>
        tab()
          .frame('waiting', 'deploy')
          .to(500)
          .apply(front('shell'))
          .to(9_000)
          .frame('working', 'codex')
          .to(9_200)
          .arm('codex')
          .to(9_900),
      'waiting@0 working@9200',
    ],
    [
      'the claim of an agent that has left a nested shell ends, whichever part of it spoke last',
      () =>
        tab()
          .arm('codex')
          .osc('7501;state=working:app=codex')
          .osc('7501;state=working:id=build')
          .to(9_000)
          .apply(front('other'))
          .to(10_000)
          .arm('aider', 2)
          .output()
          .to(11_000),
      'working@0 active@9000 working@10000',
    ],
    [
      'the marks of another machine say nothing of the shell of the tab, nor behind its agent',
      () =>
        tab()
          .apply({ type: 'process', foreground: 'tool', tool: 'codex' })
          .osc('133;C', 'tool')
          .apply(front('other'), front('shell'))
          .osc('7501;state=blocked')
          .to(1_000)
          .apply(front('shell'))
          .to(1_500),
      'working@0 waiting@100 working@1000',
    ],
    [
      'under the scope "session" that of 7501 stays as well',
      () =>
        tab({ explicitScope: 'session' })
          .osc('7501;state=blocked')
          .to(500)
          .apply(front('shell'))
          .to(9_000)
          .osc('133;A', 'shell')
          .to(20_000),
      'waiting@0 idle@9000',
    ],
    [
      'any report ends a guess, also one that says active',
      () => guessedWaiting().to(5_000).frame('active').to(9_000),
      'working@0 waiting@4000 active@5000',
    ],
    [
      'a guess is not ended by the alternate screen, a resize, keys or time',
      () => guessedWaiting().apply(alternate(true), { type: 'resize' }, input('text')).to(900_000),
      'working@0 waiting@4000',
    ],
    [
      'a guess is ended by a title that has held',
      () =>
        guessedWaiting()
          .to(5_000)
          .apply({ type: 'signal', source: 'title', state: 'working' })
          .to(5_099)
          .apply({ type: 'tick' })
          .to(5_100),
      'working@0 waiting@4000 working@5100',
    ],
    [
      'a claim does not count through the screen',
      () => tab().frame('waiting').to(500).apply(screen('working')).to(9_000),
      'waiting@0',
    ],
    [
      'RIS ends that of 7501',
      () => tab().osc('7501;state=blocked').to(500).apply({ type: 'reset' }).to(9_000),
      'waiting@0 active@500',
    ],
    [
      'RIS does not end that of 1338',
      () => tab().frame('waiting').to(500).apply({ type: 'reset' }).to(9_000),
      'waiting@0',
    ],
    [
      '1338 active ends it',
      () => tab().frame('waiting').to(500).frame('active').to(9_000),
      'waiting@0 active@500',
    ],
    [
      'another tool that works does not',
      () =>
        tab()
          .osc('26;CodeAgent=a;Status=awaiting-approval')
          .to(500)
          .osc('7501;state=working:app=b')
          .to(9_000),
      'waiting@0',
    ],
    [
      'Esc ends the work of one and leaves the question of another',
      () =>
        tab()
          .osc('7501;state=blocked:app=a')
          .osc('7501;state=working:app=b')
          .to(500)
          .apply(input('interrupt'))
          .to(9_000)
          .osc('7501;state=clear:app=a')
          .to(9_500),
      'waiting@0 active@9000',
    ],
    [
      'a killed tool ends a guess at once, also while it works',
      () => tab().arm().output().to(500).apply(front('other')).to(9_000),
      'working@0 active@500',
    ],
    [
      'a failed read ends nothing',
      () => guessedWaiting().apply(front('unknown')).to(9_000),
      'working@0 waiting@4000',
    ],
    [
      "the tool's own child in front ends nothing",
      () => guessedWaiting().apply(front('other', true)).to(9_000),
      'working@0 waiting@4000',
    ],
  ])

  it('a restart is not debounced', () => {
    expect(tab().frame('waiting').to(10).apply({ type: 'restart' }).shown).toBe('active')
  })
})

describe('fuse, stale, holds', () => {
  check([
    [
      'identical reports restart the fuse; then the claim still holds',
      () =>
        tab().arm().frame('working').to(299_999).frame('working').to(599_999).output().to(700_000),
      'working@0 active@599999',
    ],
    [
      'after the fuse the same report works again',
      () => tab().frame('working').to(400_000).frame('working').to(400_001),
      'working@0 active@300000 working@400000',
    ],
    [
      'no fuse: working for a day',
      () => tab({ fuseMs: 0 }).frame('working').to(86_400_000),
      'working@0',
    ],
    [
      'error, idle and waiting do not age',
      () => tab().osc('7501;state=idle').to(86_400_000).osc('7501;state=error').to(172_800_000),
      'idle@0 error@86400000',
    ],
    [
      'a sub-task ages by its own reports',
      () =>
        tab()
          .osc('7501;state=idle')
          .osc('7501;state=working:id=a')
          .to(200_000)
          .osc('7501;state=idle')
          .to(400_000),
      'idle@0 working@100 idle@300000',
    ],
    [
      'a command is stale 30 s after its last output',
      () => tab().osc('133;C', 'shell').to(29_000).output().to(90_000),
      'working@0 active@59000',
    ],
    ['a prompt stays a prompt', () => tab().osc('133;A', 'shell').to(86_400_000), 'idle@0'],
    [
      'commands = "neutral": a command shows nothing',
      () =>
        tab({ commands: 'neutral' }).osc('133;A', 'shell').to(500).osc('133;C', 'shell').to(90_000),
      'idle@0 active@500',
    ],
    ['a 1338 done flashes', () => tab().frame('done').to(9_000), 'done@0 active@3000'],
    [
      'the hold of a 1338 done that was shown late counts from its frame',
      () => tab({ debounceMs: 1_000 }).frame('working').to(10).frame('done').to(9_000),
      'working@0 done@1000 active@3010',
    ],
    [
      'a flash shorter than the debounce is never shown',
      () => tab({ debounceMs: 10_000 }).frame('working').to(10).frame('done').to(20_000),
      'working@0 active@10000',
    ],
  ])
})

describe('seen and acknowledged', () => {
  const seenAt = (line: Timeline, ...times: number[]) =>
    times.map((time) => line.to(time).view.seen)

  it('by focus that came after it and was held, to the millisecond', () => {
    expect(seenAt(tab().frame('waiting').to(100).apply(focus(true)), 1_099, 1_100)).toEqual([
      false,
      true,
    ])
    expect(
      seenAt(tab().frame('waiting').to(100).apply(focus(true)).to(900).apply(focus(false)), 60_000),
    ).toEqual([false])
  })

  it('by input later than the guard, by a word of the user, not by the pointer', () => {
    const typed = (time: number, kind: 'text' | 'mouse') =>
      tab().frame('waiting').to(time).apply(input(kind)).view.seen
    expect([typed(500, 'text'), typed(501, 'text'), typed(501, 'mouse')]).toEqual([
      false,
      true,
      false,
    ])
    expect(tab().frame('waiting').apply({ type: 'user', action: 'mark_seen' }).view.seen).toBe(true)
  })

  it('another question is unseen again, the same one is not', () => {
    const line = tab()
      .osc('7501;state=blocked:kind=permission')
      .apply({ type: 'user', action: 'mark_seen' })
      .to(500)
    expect([
      line.osc('7501;state=blocked:kind=permission').view.seen,
      line.osc('7501;state=blocked:kind=question').view.seen,
    ]).toEqual([true, false])
    const message = tab()
      .osc('7501;state=blocked:msg=b25l')
      .apply({ type: 'user', action: 'mark_seen' })
      .to(500)
    expect(message.osc('7501;state=blocked:msg=dHdv').view.seen).toBe(false)
  })

  it('an acknowledged question that is asked again is visible, not alarming', () => {
    const line = tab().frame('waiting').to(500).apply(acknowledge)
    expect([line.shown, line.to(600).frame('waiting').shown, line.view.seen]).toEqual([
      'active',
      'waiting',
      true,
    ])
  })

  check([
    [
      'acknowledging one of two leaves the other',
      () =>
        tab()
          .osc('7501;state=blocked:app=a')
          .osc('7501;state=blocked:app=b')
          .to(500)
          .apply(acknowledge)
          .to(9_000),
      'waiting@0',
    ],
    [
      'a failure is acknowledged',
      () => tab().osc('7501;state=error').to(500).apply(acknowledge).to(9_000),
      'error@0 active@500',
    ],
    [
      'work is not',
      () => tab().osc('7501;state=working').to(500).apply(acknowledge).to(9_000),
      'working@0',
    ],
    [
      'a done of 7501 goes 3 s after it was seen',
      () => tab().osc('7501;state=done').to(60_000).apply(input('text')).to(90_000),
      'done@0 active@63000',
    ],
    ['unseen, it stays', () => tab().osc('7501;state=done').to(86_400_000), 'done@0'],
  ])
})

describe('marks of the shell under claims', () => {
  check([
    [
      'the claiming program in front: they are its own',
      () =>
        tab()
          .osc('7501;state=working:app=pi')
          .to(500)
          .osc('133;A', 'tool')
          .osc('133;C', 'tool')
          .to(9_000),
      'working@0',
    ],
    [
      'another program in front: the prompt counts',
      () => tab().osc('7501;state=working:app=pi').to(500).osc('133;A', 'other').to(9_000),
      'working@0 idle@500',
    ],
    [
      'a done of 7501 outlives its program, the next command ends it',
      () =>
        tab()
          .osc('7501;state=done')
          .to(500)
          .osc('133;D;0', 'shell')
          .osc('133;A', 'shell')
          .to(9_000)
          .osc('133;C', 'shell')
          .to(9_100),
      'done@0 working@9000',
    ],
    [
      'a done of 1338 does not',
      () => tab().frame('done').to(500).osc('133;A', 'shell').to(9_000),
      'done@0 idle@500',
    ],
    [
      'an error that outlived is acknowledged to the prompt',
      () =>
        tab()
          .osc('7501;state=error')
          .to(500)
          .osc('133;A', 'shell')
          .to(900)
          .apply(acknowledge)
          .to(9_000),
      'error@0 idle@900',
    ],
    [
      'on the alternate screen they say nothing; back on the primary they do',
      () =>
        tab()
          .frame('working')
          .apply(alternate(true))
          .to(500)
          .osc('133;A', 'shell')
          .to(900)
          .apply(alternate(false))
          .osc('133;A', 'shell')
          .to(9_000),
      'working@0 idle@900',
    ],
    [
      'an editor is not work, and does not become it when it closes',
      () =>
        tab()
          .osc('133;C', 'shell')
          .to(500)
          .apply(alternate(true))
          .to(900)
          .apply(alternate(false))
          .to(9_000),
      'working@0 active@500',
    ],
    [
      'under a claim of the session the next tool is not guessed at, though a prompt has passed',
      () =>
        tab({ explicitScope: 'session' })
          .frame('working')
          .to(500)
          .osc('133;A', 'shell')
          .to(900)
          .arm('aider', 2)
          .output()
          .to(9_000),
      'working@0 idle@500',
    ],
    [
      'under a 1338 claim that has ended it is',
      () =>
        tab()
          .frame('waiting', 'deploy')
          .to(500)
          .osc('133;A', 'shell')
          .to(900)
          .arm('aider', 2)
          .output()
          .to(9_000),
      'waiting@0 idle@500 working@900 waiting@4900',
    ],
    [
      'under a 7501 claim that has ended it is',
      () =>
        tab()
          .osc('7501;state=working')
          .to(500)
          .osc('133;A', 'shell')
          .to(900)
          .arm('aider', 2)
          .output()
          .to(9_000),
      'working@0 idle@500 working@900 waiting@4900',
    ],
    [
      'a failed command is no failure: its code is kept',
      () => tab().osc('133;C', 'shell').to(500).osc('133;D;3', 'shell').to(9_000),
      'working@0 idle@500',
    ],
  ])

  it('keeps the exit code until the next command', () => {
    const line = tab().osc('133;D;3', 'shell').osc('133;A', 'shell')
    expect([line.view.exitCode, line.osc('133;C', 'shell').view.exitCode]).toEqual([3, null])
  })
})

describe('debounce ties and jumps of the clock', () => {
  check([
    [
      'what returns within the window shows nothing',
      () => tab().frame('working').to(50).frame('waiting').to(99).frame('working').to(9_000),
      'working@0',
    ],
    [
      'exactly 100 ms after the last change is free',
      () => tab().frame('working').to(100).frame('waiting').to(150).frame('working').to(9_000),
      'working@0 waiting@100 working@200',
    ],
    [
      'the first ever is free, however early the tab is',
      () => tab().to(3).frame('waiting').to(9_000),
      'waiting@3',
    ],
    [
      'an end of the program does not wait',
      () => tab().frame('working').to(10).apply({ type: 'exit', code: 1 }).to(9_000),
      'working@0 error@10',
    ],
    [
      'a report in the millisecond in which the fuse would blow is in time',
      () => {
        const line = tab().frame('working')
        line.now = 300_000
        return line.frame('working').to(599_999)
      },
      'working@0',
    ],
    [
      'output in the millisecond in which silence would pass is in time',
      () => {
        const line = tab().arm().output()
        line.now = 4_000
        return line.output().to(7_999)
      },
      'working@0',
    ],
    [
      'a tick exactly 2 s late is none that slept',
      () => tab().arm().output().tickAt(6_000),
      'working@0 waiting@6000',
    ],
    [
      'one that is later is: silence counts from it',
      () => tab().arm().output().tickAt(6_001).to(10_001),
      'working@0 waiting@10001',
    ],
    [
      'a clock that goes back is held',
      () => {
        const line = tab().to(10_000).frame('working')
        line.now = 0
        line.frame('waiting')
        return line.to(10_100)
      },
      'working@10000 waiting@10100',
    ],
    [
      'a fuse that passed during sleep counts: it is no silence',
      () => tab().frame('working').tickAt(7_200_000),
      'working@0 active@7200000',
    ],
  ])

  it.each([Number.NaN, Infinity, -Infinity, -1])('%s is no time', (time) => {
    const line = tab().to(500).frame('working')
    line.now = time
    expect([line.frame('waiting').state.now, line.shown]).toEqual([500, 'working'])
  })
})

describe('guesses', () => {
  check([
    [
      'a start within the repaint window does not qualify',
      () =>
        tab()
          .arm()
          .apply({ type: 'resize' })
          .to(499)
          .apply({ type: 'output', cause: 'start' })
          .to(9_000),
      '',
    ],
    [
      'nothing is guessed of a program that is not listed',
      () => tab().apply(front('other')).output().to(9_000),
      '',
    ],
    ['nor where that is turned off', () => tab({ heuristic: false }).arm().output().to(9_000), ''],
    [
      'a title of work that is fresh holds silence back',
      () =>
        tab()
          .arm()
          .output()
          .apply({ type: 'signal', source: 'title', state: 'working' })
          .to(60_000),
      'working@0 waiting@30000',
    ],
    [
      'an input box after work is your turn, after 1.5 s',
      () => tab().arm().output().to(1_000).apply(screen('idle')).to(9_000),
      'working@0 waiting@2500',
    ],
    [
      'an input box without work before is idle',
      () => tab().arm().apply(screen('idle')).to(9_000),
      'idle@1500',
    ],
    [
      'a viewer freezes what there is',
      () => tab().arm().output().to(1_000).apply(screen('ignore')).to(900_000),
      'working@0',
    ],
    [
      'progress that ends takes its guess along',
      () => tab().arm().osc('9;4;3').to(1_000).osc('9;4;0').to(9_000),
      'working@100 active@1000',
    ],
    [
      'progress of a program that is not listed lapses',
      () => tab().osc('9;4;3').to(90_000),
      'working@100 active@30100',
    ],
    [
      'a busy child holds silence back, and no longer than the hold',
      () =>
        tab({ busyHoldMs: 5_000 })
          .arm()
          .output()
          .to(3_500)
          .apply({
            type: 'process',
            foreground: 'tool',
            tool: 'claude',
            pid: 1,
            startTime: 1,
            cpu: 1,
          })
          .to(9_000),
      'working@0 waiting@5000',
    ],
    [
      'another tool in front is another guess',
      () => tab().arm('claude', 1).output().to(1_000).arm('codex', 2).output().to(9_000),
      'working@0 active@1000 working@1100 waiting@5000',
    ],
  ])
})

// … what rules read of its buffer counts as ever
it('three-row-pane: a pane of three rows changes no state', () => {
  const line = tab().arm().output().to(1_000).apply({ type: 'resize' }, screen('waiting')).to(1_100)
  expect([line.shown, line.view.rule, line.apply({ type: 'resize' }).to(60_000).shown]).toEqual([
    'waiting',
    'H5',
    'waiting',
  ])
})
