/** The tmux in front of a tab, with a server that the test plays. */
import { describe, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { TmuxPanes } from '../../../src/core/session/tmux/tmux-panes.ts'
import type { AgentDrawn } from '../../../src/core/session/agent/agent-drawn.ts'
import {
  againMsMax,
  againTimes,
  commandsMax,
  listMs,
  paneBurstBytes,
  tmuxPanesMax,
  replyMs,
  tmuxRestMs,
} from '../../../src/agents/tmux/limits.ts'
import type { TmuxEvents } from '../../../src/agents/tmux/ports.ts'
import { versionOf } from '../../../src/agents/tmux/server.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'

const front = { name: 'tmux: client', pid: 100 }

function make(version = '3.3a') {
  const clock = new FakeClock()
  const sent: string[] = []
  const subscriptions: string[] = []
  const ran: (readonly string[])[] = []
  const connections: { readonly events: TmuxEvents; closed: boolean }[] = []
  const shadows = shadowsInPlace(clock)
  let changes = 0
  const tmux: TmuxPanes = new TmuxPanes({
    clock,
    options: defaults,
    home: '/home/u',
    hostname: 'thishost',
    watch: undefined,
    agents: undefined,
    shadow: shadows.port,
    ruleOff: undefined,
    changed: () => {
      changes += 1
    },
    connect: (_pid, events) => {
      const connection = { events, closed: false }
      connections.push(connection)
      return {
        send: (line) => {
          if (line.startsWith('refresh-client -B')) subscriptions.push(line.trim())
          else sent.push(line.trim())
        },
        run: (words) => {
          ran.push(words)
          return Promise.resolve(null)
        },
        terminal: () => null,
        close: () => {
          connection.closed = true
        },
      }
    },
  })
  let number = 0
  const feed = (text: string) =>
    connections.at(-1)!.events.output(Uint8Array.from(text, (one) => one.charCodeAt(0)))
  const reply = (...lines: readonly string[]) => {
    number += 1
    feed([`%begin 1 ${number} 1`, ...lines, `%end 1 ${number} 1`, ''].join('\n'))
  }
  /** Found, attached, and its list answered. */
  const attach = (...panes: readonly string[]) => {
    connections.at(-1)!.events.found({
      socket: '/s',
      client: 100,
      session: '$0',
      ...{ name: 'own', pid: 90, node: '1 1', endsUnattached: false, program: '/usr/bin/tmux' },
      version: versionOf(version),
    })
    feed('%begin 1 0 0\n%end 1 0 0\n%session-changed $0 0\n')
    reply(...panes)
    if (versionOf(version).flags) reply() // to the subscription
  }
  const own: AgentDrawn = {
    state: 'active',
    reason: '',
    front: null,
    agent: {
      since: 0,
      seen: true,
      snoozedUntil: null,
      confidence: 'fact',
      source: 'shell',
      tool: '',
      more: 0,
    },
  }
  const shown = () => {
    clock.advance(200)
    const { state, agent } = tmux.headline(own)
    return `${state} ${agent.where ?? ''}`
  }
  return {
    attach,
    clock,
    connections,
    feed,
    own,
    ran,
    reply,
    sent,
    shadows,
    shown,
    subscriptions,
    tmux,
    changes: () => changes,
  }
}

const pane = (id: number, { window = 0, current = 1, active = 0, title = '' } = {}) =>
  `%${id} @${window} ${window} ${id} ${1_000 + id} 80 24 ${current} ${active} 0 1 0 0 0 0 ${title}`
const says = (id: number, state: string) =>
  `%output %${id} \\033]1338;state=${state};tool=t${id}\\007\n`

describe('the panes of tmux', () => {
  it.each([
    ['3.3a', ["refresh-client -B 'panes:%*:#{pane_pid} #{pane_dead}'"]],
    ['3.1', []],
  ])('are followed as programs come and go in them, where tmux %s tells', (version, asked) => {
    const { attach, clock, feed, sent, subscriptions, tmux } = make(version)
    tmux.front(front)
    attach(pane(0))
    expect(subscriptions).toEqual(asked)
    sent.length = 0
    feed('%subscription-changed panes $0 @0 0 %0 : 1001 0\n')
    clock.advance(listMs)
    expect(sent).toEqual([expect.stringMatching(/^list-panes -s/)])
  })

  it('cost nothing while nothing happens: no timer, no command', () => {
    const { attach, clock, reply, sent, tmux } = make()
    expect(clock.timers).toBe(0)
    tmux.front(front)
    attach(pane(0), pane(1))
    expect(sent).toEqual([expect.stringMatching(/^list-panes -s -t '\$0' -F /)])
    reply()
    clock.advance(600_000)
    expect(sent).toHaveLength(1)
    expect(clock.timers).toBe(0)
  })

  it('are asked for once after a burst of changes', () => {
    const { attach, clock, feed, reply, sent, tmux } = make()
    tmux.front(front)
    attach(pane(0))
    feed('%window-add @1\n%layout-change @1 x\n'.repeat(50))
    clock.advance(listMs)
    expect(sent).toHaveLength(2)
    reply(pane(0), pane(1, { window: 1, current: 0 }))
    expect(tmux.why(null)?.panes.map(({ place }) => place)).toEqual(['0.0', '1.1'])
  })

  it('represent the tab by urgency, the newest among equals; own reports also count', () => {
    const { attach, clock, feed, own, shown, tmux } = make()
    tmux.front(front)
    attach(pane(0), pane(1), pane(2))
    feed(says(1, 'working'))
    expect(shown()).toBe('working tmux 0.1')
    feed(says(2, 'working'))
    expect(shown()).toBe('working tmux 0.2')
    expect(tmux.headline(own).agent.more).toBe(1)
    feed(says(0, 'waiting'))
    expect(shown()).toBe('waiting tmux 0.0')
    feed(says(0, 'done'))
    clock.advance(200)
    const said: AgentDrawn = { ...own, state: 'waiting', agent: { ...own.agent, source: 'socket' } }
    expect(tmux.headline(said)).toBe(said)
    // tmux running as a shell's command is not a state of a pane
    expect(tmux.headline({ ...own, state: 'working' }).agent.where).toBe('tmux 0.2')
  })

  it('begin with the title that they have', () => {
    const { attach, tmux } = make()
    tmux.front(front)
    attach(pane(0, { title: '%end 1 1 1' }))
    expect(tmux.why(null)?.panes).toHaveLength(1)
  })

  it('are limited to 32, visible ones first; the others are counted', () => {
    const { attach, tmux } = make()
    tmux.front(front)
    const hidden = Array.from({ length: tmuxPanesMax + 5 }, (_, id) =>
      pane(id + 2, { window: 1, current: 0 }),
    )
    attach(...hidden, pane(0), pane(1))
    const why = tmux.why(null)
    expect(why?.panes).toHaveLength(tmuxPanesMax)
    expect(why?.panes.slice(0, 2).map(({ place }) => place)).toEqual(['0.0', '0.1'])
    expect(why?.how).toMatch(/32 panes\. 7 more are not inspected\.$/)
  })

  it('start again where another program runs in the same pane', () => {
    const { attach, clock, feed, reply, shown, tmux } = make()
    tmux.front(front)
    attach(pane(0))
    feed(says(0, 'waiting'))
    expect(shown()).toBe('waiting tmux 0.0')
    feed('%layout-change @0 x\n')
    clock.advance(listMs)
    reply(pane(0).replace(' 1000 ', ' 2000 '))
    expect(shown()).toBe('active tmux 0.0')
  })

  it('make the reporting pane the visible one', () => {
    const { attach, feed, own, ran, shown, tmux } = make()
    tmux.front(front)
    attach(pane(0), pane(7, { window: 3, current: 0 }))
    feed(says(7, 'waiting'))
    shown()
    tmux.reveal(own)
    expect(ran).toEqual([['select-window', '-t', '$0:@3', ';', 'select-pane', '-t', '%7']])
  })

  it('returns to the former pane, even from another one chosen after the last list', () => {
    const { attach, feed, own, ran, shown, tmux } = make()
    tmux.front(front)
    attach(pane(0, { active: 1 }), pane(1))
    feed(says(0, 'waiting'))
    shown()
    expect(tmux.reveal(own)).toBe(false)
    expect(ran).toEqual([['select-window', '-t', '$0:@0', ';', 'select-pane', '-t', '%0']])
  })

  it('go with the client, and nothing of them is left', () => {
    const { attach, clock, connections, feed, shadows, shown, tmux } = make()
    tmux.front(front)
    attach(pane(0))
    feed(says(0, 'waiting'))
    expect(shown()).toBe('waiting tmux 0.0')
    tmux.front({ name: 'bash', pid: 7 })
    expect(shown()).toBe('active ')
    expect([tmux.why(null), connections[0]?.closed, clock.timers, shadows.open]).toEqual([
      null,
      true,
      0,
      0,
    ])
  })

  it('of another machine are reported as unknown', () => {
    const { tmux } = make()
    tmux.front({ name: 'ssh', pid: 7 })
    expect(tmux.why(null)?.how).toMatch(/^tmux on a remote machine can't be inspected\./)
  })
})

describe('a flood in a pane', () => {
  const flood = `%output %0 ${'x'.repeat(65_536)}\n`
  const floods = (feed: (text: string) => void) => {
    for (let bytes = 0; bytes <= paneBurstBytes; bytes += 65_536) feed(flood)
  }

  it('is held back from this client where tmux can, for a while; the others are read', () => {
    const { attach, clock, feed, reply, sent, shown, tmux } = make()
    tmux.front(front)
    attach(pane(0), pane(1))
    floods(feed)
    feed(says(0, 'waiting'))
    feed(says(1, 'working'))
    expect(sent.slice(1)).toEqual(["refresh-client -A '%0:pause'"])
    reply('%pause %0')
    expect(shown()).toBe('working tmux 0.1')
    clock.advance(tmuxRestMs)
    expect(sent.at(-1)).toBe("refresh-client -A '%0:continue'")
    reply()
    clock.advance(10_000)
    feed(says(0, 'waiting'))
    expect(shown()).toBe('waiting tmux 0.0')
    expect(tmux.why(null)?.panes[0]?.note).toBe('output was too fast to read completely')
    expect(sent).toHaveLength(3)
  })

  it('is skipped where it cannot', () => {
    const { attach, clock, feed, sent, shown, tmux } = make('3.0a')
    tmux.front(front)
    attach(pane(0))
    floods(feed)
    feed(says(0, 'waiting'))
    expect(shown()).toBe('active tmux 0.0')
    clock.advance(tmuxRestMs + 1_000)
    feed(says(0, 'waiting'))
    expect(shown()).toBe('waiting tmux 0.0')
    expect(sent).toHaveLength(1)
  })

  it('continues when tmux has held it back of its own accord', () => {
    const { attach, feed, sent, tmux } = make()
    tmux.front(front)
    attach(pane(0))
    feed('%pause %0\n')
    expect(sent.at(-1)).toBe("refresh-client -A '%0:continue'")
  })
})

describe('a client that ends', () => {
  it('return, ever later, and not forever', () => {
    const { clock, connections, tmux } = make()
    tmux.front(front)
    for (let n = 0; n < connections.length; n += 1) {
      connections[n]!.events.ended('It says no.', false)
      clock.advance(againMsMax)
    }
    expect(connections).toHaveLength(againTimes + 1)
    expect(tmux.why(null)?.how).toBe("Can't read the tmux panes. It says no.")
    expect(clock.timers).toBe(0)
    tmux.front({ ...front, pid: 101 })
    expect(connections).toHaveLength(againTimes + 2)
  })

  it('does not where that is of no use', () => {
    const { clock, connections, tmux } = make()
    tmux.front(front)
    connections[0]!.events.ended('It is too old.', true)
    clock.advance(againMsMax)
    expect(connections).toHaveLength(1)
  })

  it('is replaced when it does not answer, or is at another session', () => {
    const { attach, clock, connections, feed, reply, tmux } = make()
    tmux.front(front)
    attach(pane(0))
    feed('%layout-change @0 x\n')
    clock.advance(listMs + replyMs)
    expect(connections[0]?.closed).toBe(true)
    clock.advance(1_000)
    expect(connections).toHaveLength(2)
    attach(pane(0))
    feed('%client-session-changed /dev/pts/9 $4 other\n')
    reply('55 $4', '100 $0') // another client
    expect(connections).toHaveLength(2)
    feed('%client-session-changed /dev/pts/1 $4 other\n')
    reply('100 $4', '55 $0')
    expect(connections).toHaveLength(3)
    expect(connections[1]?.closed).toBe(true)
  })

  it('is replaced when more is asked than is answered', () => {
    const { attach, connections, feed, tmux } = make()
    tmux.front(front)
    attach(pane(0))
    feed('%pause %0\n'.repeat(commandsMax + 1))
    expect(connections[0]?.closed).toBe(true)
  })
})
