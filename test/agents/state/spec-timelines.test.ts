/**
 * Timelines written from the specification alone (docs/contributing/internals/agent-state.md), for
 * its edges: ids across tools, the end of Waiting, fuse, stale, seen and acknowledged, marks under
 * claims, debounce ties, jumps of the clock. Each lists the changes and their times.
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
const acknowledge: Evidence = { type: 'user', action: 'acknowledge' }
const warp = (event: string, agent: string) =>
  `777;notify;warp://cli-agent;{"event":"${event}","agent":"${agent}"}`

type Row = readonly [name: string, line: () => Timeline, changes: string]

const changesOf = (line: Timeline) => line.view.history.map(({ at, to }) => `${to}@${at}`).join(' ')

const checkLines = (rows: readonly Row[]) =>
  it.each(rows)('%s', (_name, line, changes) => expect(changesOf(line())).toBe(changes))

/**
 * A table of timelines: a title, the steps below it (`Timeline.play`), maybe after options in
 * braces, and after `=` the states that the tab showed, with their times.
 */
function check(table: string): void {
  const cases = table.split(/\n {4}(?=\S)/).slice(1)
  it.each(
    cases.map((text) => {
      const [name = '', ...lines] = text.trimEnd().split(/\n\s+/)
      const changes = (lines.pop() ?? '').slice(2)
      const [first = '', ...steps] = lines.join(' ').split(/(?<=^\{.*?\}) /)
      return { name, changes, steps: steps[0] ?? first, options: steps[0] && first.slice(1, -1) }
    }),
  )('$name', ({ changes, steps, options }) => {
    const configuration = (options?.split(',') ?? []).map((option) => {
      const [key, value = ''] = option.split('=')
      return [key, /^(?:\d+|false)$/.test(value) ? JSON.parse(value) : value]
    })
    expect(changesOf(tab(Object.fromEntries(configuration)).play(steps))).toBe(changes)
  })
}

describe('records, ids and tools', () => {
  check(`
    a sub-task is cleared by its own id
      7501;state=blocked:id=a @500 7501;state=clear:id=a @9000
      = waiting@0 active@500
    clear takes what is below by whole segments
      7501;state=working:id=buildx 7501;state=blocked:id=build/x @500 7501;state=clear:id=build
      @9000
      = working@0 waiting@100 working@500
    a root clear takes everything of its dialect
      7501;state=working:id=a 7501;state=error @500 7501;state=clear @9000
      = working@0 error@100 active@500
    a bad id drops the report: it is never taken for the root
      7501;state=working @500 7501;state=blocked:id=a//b @9000
      = working@0
    one id under two names is two records
      7501;state=blocked:id=a:app=claude @500 7501;state=working:id=a:app=codex @9000
      = waiting@0
    a sub-task has the name of its ancestor, so a hook of that name is outranked
      7501;state=working:app=claude 7501;state=blocked:id=x @500 frame:working:claude @9000
      = working@0 waiting@100
    1338 and 26 of one tool: the newest of the two speaks
      26;CodeAgent=claude;Status=running @500 frame:waiting:claude @1000
      26;CodeAgent=claude;Status=running @9000
      = working@0 waiting@500 working@1000
    21337 is outranked by 1338 of the tool in front
      arm frame:working:claude @500 21337;status=waiting @9000
      = working@0
    a nameless 1338 and a named 7501 are two voices
      frame:working @500 7501;state=blocked:app=pi @9000
      = working@0 waiting@500
    an alias is the same tool in 26 too
      7501;state=working:app=claude @500 26;CodeAgent=claude-code;Status=awaiting-input @9000
      = working@0
    26 without a status claims nothing
      arm 26;CodeAgent=claude;Detail=x output @9000
      = working@0 waiting@4000
    26: any later frame of the record is a repeat of its status
      26;CodeAgent=claude;Status=running @299999 26;CodeAgent=claude;Detail=x @900000
      = working@0 active@599999
    21337: an empty status removes the record
      21337;status=waiting @500 21337;status= @9000
      = waiting@0 active@500
    a report with an unknown state changes nothing
      7501;state=working @500 7501;state=paused @9000
      = working@0
    a finished root with a working child is working, a waiting child wins over both
      7501;state=done 7501;state=working:id=a @500 7501;state=blocked:id=b @9000
      = done@0 working@100 waiting@500
  `)
  checkLines([
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
  ])

  it('names the newest among equals, and lists all', () => {
    const { message, parts } = tab()
      .play('7501;state=blocked:app=a:msg=b25l @500 7501;state=blocked:app=b:msg=dHdv')
      .to(900).view
    expect({ message, parts: parts.map(({ tool }) => tool) }).toEqual({
      message: 'two',
      parts: ['a', 'b'],
    })
  })
})

describe('causes that end Waiting, and causes that do not', () => {
  check(`
    the shell in front ends that of 7501
      7501;state=blocked @500 front:shell @9000
      = waiting@0 active@500
    the shell in front does not end that of 1338; a prompt does
      frame:waiting @500 front:shell front:other @9000 133;D;0~shell @20000
      = waiting@0 idle@9000
    where the shell marks its prompts, that it is in front ends nothing: it may be what runs
      133;C~shell @200 7501;state=blocked:app=deploy @500 front:shell @9000 133;D;0~shell @20000
      = working@0 waiting@200 idle@9000
    the marks of another machine say nothing of the shell of the tab
      133;C~other @200 7501;state=blocked @500 front:shell @9000
      = working@0 waiting@200 working@500
    the agent that has left a nested shell ends its own
      133;C~shell arm:codex 7501;state=working:app=codex 7501;state=working:id=build @9000
      front:other @40000
      = working@0 active@30000
    an agent that a reporting program had in front does not end that one
      7501;state=blocked:app=mine @500 arm:codex output @9000 front:other @40000
      = waiting@0
    a question that the shell has left standing is over when the next agent begins
      frame:waiting:deploy @500 front:shell @9000 arm:codex output @9900
      = waiting@0 active@9000 working@9100
    a question that the shell has left standing is over also when the next agent reports first
      frame:waiting:deploy @500 front:shell @9000 frame:working:codex @9200 arm:codex @9900
      = waiting@0 working@9200
    the claim of an agent that has left a nested shell ends, whichever part of it spoke last
      arm:codex 7501;state=working:app=codex 7501;state=working:id=build @9000 front:other @10000
      arm:aider:2 output @11000
      = working@0 active@9000 working@10000
    the marks of another machine say nothing of the shell of the tab, nor behind its agent
      133;A~other tool:codex 133;C~tool front:other front:shell 7501;state=blocked @1000
      front:shell @1500
      = idle@0 waiting@100 working@1000
    under the scope "session" that of 7501 stays as well
      {explicitScope=session} 7501;state=blocked @500 front:shell @9000 133;A~shell @20000
      = waiting@0 idle@9000
    any report ends a guess, also one that says active
      arm output @4000 @5000 frame:active @9000
      = working@0 waiting@4000 active@5000
    a guess is not ended by the alternate screen, a resize, keys or time
      arm output @4000 alt:on resize input:text @900000
      = working@0 waiting@4000
    a guess is ended by a title that has held
      arm output @4000 @5000 title:working @5099 tick @5100
      = working@0 waiting@4000 working@5100
    a claim does not count through the screen
      frame:waiting @500 screen:working @9000
      = waiting@0
    RIS ends that of 7501
      7501;state=blocked @500 reset @9000
      = waiting@0 active@500
    RIS does not end that of 1338
      frame:waiting @500 reset @9000
      = waiting@0
    1338 active ends it
      frame:waiting @500 frame:active @9000
      = waiting@0 active@500
    another tool that works does not
      26;CodeAgent=a;Status=awaiting-approval @500 7501;state=working:app=b @9000
      = waiting@0
    Esc ends the work of one and leaves the question of another
      7501;state=blocked:app=a 7501;state=working:app=b @500 input:interrupt @9000
      7501;state=clear:app=a @9500
      = waiting@0 active@9000
    a killed tool ends a guess at once, also while it works
      arm output @500 front:other @9000
      = working@0 active@500
    a failed read ends nothing
      arm output @4000 front:unknown @9000
      = working@0 waiting@4000
    the tool's own child in front ends nothing
      arm output @4000 child @9000
      = working@0 waiting@4000
  `)
  checkLines([
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
  ])

  it('a restart is not debounced', () => {
    expect(tab().frame('waiting').to(10).apply({ type: 'restart' }).shown).toBe('active')
  })
})

describe('fuse, stale, holds', () => {
  check(`
    identical reports restart the fuse; then the claim still holds
      arm frame:working @299999 frame:working @599999 output @700000
      = working@0 active@599999
    after the fuse the same report works again
      frame:working @400000 frame:working @400001
      = working@0 active@300000 working@400000
    no fuse: working for a day
      {fuseMs=0} frame:working @86400000
      = working@0
    error, idle and waiting do not age
      7501;state=idle @86400000 7501;state=error @172800000
      = idle@0 error@86400000
    a sub-task ages by its own reports
      7501;state=idle 7501;state=working:id=a @200000 7501;state=idle @400000
      = idle@0 working@100 idle@300000
    a command is stale 30 s after its last output
      133;C~shell @29000 output @90000
      = working@0 active@59000
    a prompt stays a prompt
      133;A~shell @86400000
      = idle@0
    commands = "neutral": a command shows nothing
      {commands=neutral} 133;A~shell @500 133;C~shell @90000
      = idle@0 active@500
    a 1338 done flashes
      frame:done @9000
      = done@0 active@3000
    the hold of a 1338 done that was shown late counts from its frame
      {debounceMs=1000} frame:working @10 frame:done @9000
      = working@0 done@1000 active@3010
    a flash shorter than the debounce is never shown
      {debounceMs=10000} frame:working @10 frame:done @20000
      = working@0 active@10000
  `)
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

  check(`
    acknowledging one of two leaves the other
      7501;state=blocked:app=a 7501;state=blocked:app=b @500 acknowledge @9000
      = waiting@0
    a failure is acknowledged
      7501;state=error @500 acknowledge @9000
      = error@0 active@500
    work is not
      7501;state=working @500 acknowledge @9000
      = working@0
    a done of 7501 goes 3 s after it was seen
      7501;state=done @60000 input:text @90000
      = done@0 active@63000
    unseen, it stays
      7501;state=done @86400000
      = done@0
  `)
})

describe('marks of the shell under claims', () => {
  check(`
    the claiming program in front: they are its own
      7501;state=working:app=pi @500 133;A~tool 133;C~tool @9000
      = working@0
    another program in front: the prompt counts
      7501;state=working:app=pi @500 133;A~other @9000
      = working@0 idle@500
    a done of 7501 outlives its program, the next command ends it
      7501;state=done @500 133;D;0~shell 133;A~shell @9000 133;C~shell @9100
      = done@0 working@9000
    a done of 1338 does not
      frame:done @500 133;A~shell @9000
      = done@0 idle@500
    an error that outlived is acknowledged to the prompt
      7501;state=error @500 133;A~shell @900 acknowledge @9000
      = error@0 idle@900
    on the alternate screen they say nothing; back on the primary they do
      frame:working alt:on @500 133;A~shell @900 alt:off 133;A~shell @9000
      = working@0 idle@900
    an editor is not work, and does not become it when it closes
      133;C~shell @500 alt:on @900 alt:off @9000
      = working@0 active@500
    under a claim of the session the next tool is not guessed at, though a prompt has passed
      {explicitScope=session} frame:working @500 133;A~shell @900 arm:aider:2 output @9000
      = working@0 idle@500
    under a 1338 claim that has ended it is
      frame:waiting:deploy @500 133;A~shell @900 arm:aider:2 output @9000
      = waiting@0 idle@500 working@900 waiting@4900
    under a 7501 claim that has ended it is
      7501;state=working @500 133;A~shell @900 arm:aider:2 output @9000
      = working@0 idle@500 working@900 waiting@4900
    a failed command is no failure: its code is kept
      133;C~shell @500 133;D;3~shell @9000
      = working@0 idle@500
  `)

  it('keeps the exit code until the next command', () => {
    const line = tab().osc('133;D;3', 'shell').osc('133;A', 'shell')
    expect([line.view.exitCode, line.osc('133;C', 'shell').view.exitCode]).toEqual([3, null])
  })
})

describe('debounce ties and jumps of the clock', () => {
  check(`
    what returns within the window shows nothing
      frame:working @50 frame:waiting @99 frame:working @9000
      = working@0
    exactly 100 ms after the last change is free
      frame:working @100 frame:waiting @150 frame:working @9000
      = working@0 waiting@100 working@200
    the first ever is free, however early the tab is
      @3 frame:waiting @9000
      = waiting@3
    an end of the program does not wait
      frame:working @10 exit:1 @9000
      = working@0 error@10
    a tick exactly 2 s late is none that slept
      arm output tick@6000
      = working@0 waiting@6000
    one that is later is: silence counts from it
      arm output tick@6001 @10001
      = working@0 waiting@10001
    a fuse that passed during sleep counts: it is no silence
      frame:working tick@7200000
      = working@0 active@7200000
  `)
  checkLines([
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
      'a clock that goes back is held',
      () => {
        const line = tab().to(10_000).frame('working')
        line.now = 0
        line.frame('waiting')
        return line.to(10_100)
      },
      'working@10000 waiting@10100',
    ],
  ])

  it.each([Number.NaN, Infinity, -Infinity, -1])('%s is ignored as a time', (time) => {
    const line = tab().to(500).frame('working')
    line.now = time
    expect([line.frame('waiting').state.now, line.shown]).toEqual([500, 'working'])
  })
})

describe('guesses', () => {
  check(`
    a start within the repaint window does not qualify
      arm resize @499 start @9000
      =
    nothing is guessed of a program that is not listed
      front:other output @9000
      =
    nor where that is turned off
      {heuristic=false} arm output @9000
      =
    a title of work that is fresh holds silence back
      arm output title:working @60000
      = working@0 waiting@30000
    an input box after work is your turn, after 1.5 s
      arm output @1000 screen:idle @9000
      = working@0 waiting@2500
    an input box without work before is idle
      arm screen:idle @9000
      = idle@1500
    a viewer freezes what there is
      arm output @1000 screen:ignore @900000
      = working@0
    progress that ends takes its guess along
      arm 9;4;3 @1000 9;4;0 @9000
      = working@100 active@1000
    progress of a program that is not listed lapses
      9;4;3 @90000
      = working@100 active@30100
    a busy child holds silence back, and no longer than the hold
      {busyHoldMs=5000} arm output @3500 busy @9000
      = working@0 waiting@5000
    another tool in front is another guess
      arm:claude:1 output @1000 arm:codex:2 output @9000
      = working@0 active@1000 working@1100 waiting@5000
  `)
})

it('three-row-pane: a three-row pane changes no state, and its buffer counts', () => {
  const line = tab().arm().output().to(1_000).apply({ type: 'resize' }, screen('waiting')).to(1_100)
  expect([line.shown, line.view.rule, line.apply({ type: 'resize' }).to(60_000).shown]).toEqual([
    'waiting',
    'H5',
    'waiting',
  ])
})
