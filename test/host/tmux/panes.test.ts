/**
 * Tests a tab with a real tmux in the foreground: its panes have states, and the tab shows the most
 * urgent.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { clientSettleMs } from '../../../src/host/pty/tmux/limits.ts'
import { TmuxTab, until } from '../../support/tmux-tab.ts'
import { slow } from '../../slow.ts'

let tab: TmuxTab | null = null
afterEach(() => {
  tab?.dispose()
  tab = null
})

async function begin(words?: string, settings = defaults): Promise<TmuxTab> {
  tab = new TmuxTab(words, settings)
  await tab.panes(1)
  return tab
}

/** A shell's words that report a state. */
const says = (state: string) => `printf '\\033]1338;state=${state};tool=mine\\007'`

describe('tmux in a tab', () => {
  it('a report of a pane is the state of the tab, with its pane and way', async () => {
    const own = await begin()
    own.type(`${says('working')}\r`)
    await own.shows('working tmux 0.0')
    expect(own.session.why()).toMatchObject({
      short: expect.stringMatching(/^tmux 0\.0: Working for .* \(OSC 1338\)/),
      tmux: {
        place: '0.0',
        how: expect.stringMatching(
          /^Connected to tmux \S+ at .*\/socket in control mode: 1 pane\./,
        ),
        panes: [{ place: '0.0', state: 'working', tool: 'mine', note: '' }],
      },
    })
    own.type(`${says('done')}\r`)
    await own.shows('done tmux 0.0')
    const flags = own.tmux('list-clients', '-F', '#{client_flags}')
    expect(flags).toMatch(/control-mode,ignore-size/)
    // from 3.7, such a client would stop send-keys of the user's scripts
    expect(flags).not.toMatch(/read-only/)
  })

  it('tmux is read only after a client change is over, as servers could crash', slow, async () => {
    const began = performance.now()
    const own = (tab = new TmuxTab())
    await until('its client', () => own.tmux('list-clients') !== '')
    own.tmux('split-window', 'exec sh')
    const server = own.tmux('display-message', '-p', '#{pid}')
    let isEarly = false
    while (performance.now() - began < clientSettleMs) {
      isEarly ||= own.followers.length > 0 && performance.now() - began < clientSettleMs
      own.tmux('select-pane', '-t', ':.+')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(isEarly).toBe(false)
    await own.panes(2)
    expect(own.tmux('display-message', '-p', '#{pid}')).toBe(server)
  })

  it('keeps its panes when more is known of paths', slow, async () => {
    const own = await begin()
    own.type(`${says('waiting')}; exec cat\r`)
    await own.shows('waiting other tmux 0.0')
    const [follower] = own.followers
    for (let n = 0; n < 5; n += 1) {
      own.reconsider()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(own.shown).toBe('waiting other tmux 0.0')
    expect(own.followers).toEqual([follower])
  })

  it('OSC 7501, and sequences that a program wraps for tmux', async () => {
    const own = await begin()
    own.type(`printf '\\033]7501;state=blocked:kind=permission:app=codex\\007'\r`)
    await own.shows('waiting permission tmux 0.0')
    own.type(`printf '\\033Ptmux;\\033\\033]7501;state=working:app=codex\\007\\033\\\\'\r`)
    await own.shows('working tmux 0.0')
  })

  it('of two panes the most urgent counts; a pane in another window too', slow, async () => {
    const own = await begin()
    own.tmux('split-window', '-d', 'exec sh')
    own.tmux('new-window', '-d', 'exec sh')
    await own.panes(3)
    expect(own.places).toEqual(['0.0', '0.1', '1.0'])
    own.type(`${says('working')}\r`)
    await own.shows('working tmux 0.0')
    own.tmux('send-keys', '-t', ':1', `${says('waiting')}`, 'Enter')
    await own.shows('waiting other tmux 1.0')
    own.tmux('kill-pane', '-t', ':1')
    await own.shows('working tmux 0.0')
    await own.panes(2)
  })

  it('an agent is known from the first process of its pane on, and read by its rules', async () => {
    const own = await begin()
    const script = join(own.folder, 'dialog.sh')
    writeFileSync(
      script,
      `printf 'Allow execution of: rm?\\n\\n 1. Allow once\\n 2. No (esc)\\n'; read answer
       printf '\\033[2J\\033[H(esc to cancel, 1s)\\n'; read answer`,
    )
    own.type(`gemini ${script}\r`)
    await own.shows('waiting permission tmux 0.0')
    expect(own.session.why()).toMatchObject({
      source: 'screen',
      foreground: { name: 'gemini', how: 'recognized as gemini by process name' },
      tmux: { panes: [{ tool: 'gemini' }] },
    })
    own.type('y\r')
    await own.shows('working tmux 0.0')
  })

  it('finds what was on the screen before it came', slow, async () => {
    const own = new TmuxTab("new-session -d -x 90 -y 20 'exec sh'")
    tab = own
    const script = join(own.folder, 'dialog.sh')
    writeFileSync(
      script,
      `printf '\\033[?1049h\\033[3;1HAllow execution of: rm?\\n\\n 1. Allow once'; sleep 100`,
    )
    await until('a server', () => existsSync(own.socket))
    own.tmux('send-keys', `${own.folder}/bin/gemini ${script}`, 'Enter')
    await until('the dialog', () => own.tmux('capture-pane', '-p').includes('Allow once'))
    own.type(`tmux -S ${own.socket} attach\r`)
    await own.shows('waiting permission tmux 0.0')
  })

  it('ends with a detach, and returns with the client', slow, async () => {
    const own = await begin(undefined, {
      ...defaults,
      // otherwise the connection stays: detached.test.ts
      ai: { ...defaults.ai, tmux_detached: false },
    })
    own.type(`${says('waiting')}\r`)
    await own.shows('waiting other tmux 0.0')
    expect(own.followers).toHaveLength(1)
    // its worker has started, and has answered what this client of tmux asked, not the next one
    expect(
      await own.session.delivery.shadow.questions.snapshot({ form: 'text', scrollback: 0 }),
    ).not.toBeNull()
    own.type('\x02d')
    await own.shows('active')
    await until('no client is left', () => own.followers.length === 0)
    expect(own.session.why().tmux).toBeNull()
    own.type(`tmux -S ${own.socket} attach\r`)
    await own.panes(1)
    own.type(`${says('done')}\r`)
    await own.shows('done tmux 0.0')
  })

  it('ends with its server', slow, async () => {
    const own = await begin()
    own.type(`${says('waiting')}\r`)
    await own.shows('waiting other tmux 0.0')
    own.tmux('kill-server')
    await own.shows('active')
    await until('the shell is in front', () => own.session.why().tmux === null)
  })

  it('follows the client to another session', slow, async () => {
    const own = await begin()
    own.tmux('new-session', '-d', '-s', 'other', 'exec sh')
    own.tmux('send-keys', '-t', 'other', says('waiting'), 'Enter')
    await until('it is said', () => own.tmux('capture-pane', '-p', '-t', 'other').includes('1338'))
    own.tmux('switch-client', '-c', own.terminal, '-t', 'other')
    await until('the other session', () =>
      own.tmux('list-clients', '-F', '#{client_control_mode} #{session_name}').includes('1 other'),
    )
    await own.panes(1)
    own.type(`${says('done')}\r`)
    await own.shows('done tmux 0.0')
  })

  it('leaves sizes, environment and the active pane as they are', slow, async () => {
    const own = await begin()
    const facts = () =>
      own.tmux('display-message', '-p', '#{window_width}x#{window_height} #{pane_id}')
    expect(facts()).toBe('100x29 %0')
    own.session.program.resize({ cols: 70, rows: 20 })
    await until('the new size', () => facts() === '70x19 %0')
    own.tmux('split-window', '-d', 'exec sh')
    await own.panes(2)
    expect(facts()).toBe('70x19 %0')
    own.tmux('set-environment', 'DISPLAY', ':7')
    own.session.configure({ ...defaults, ai: { ...defaults.ai, tmux: false } })
    await until('no client is left', () => own.followers.length === 0)
    own.session.configure(defaults)
    await own.panes(2)
    expect(facts()).toBe('70x19 %0')
    expect(own.tmux('show-environment', 'DISPLAY')).toBe('DISPLAY=:7')
  })

  it('goes to the pane that needs the user', async () => {
    const own = await begin()
    own.tmux('new-window', '-d', 'exec sh')
    own.tmux('split-window', '-d', '-t', ':1', 'exec sh')
    await own.panes(3)
    own.tmux('send-keys', '-t', ':1.1', says('waiting'), 'Enter')
    await own.shows('waiting other tmux 1.1')
    own.session.agents.reveal()
    await until(
      'the pane is in view',
      () => own.tmux('display-message', '-p', '#{window_index}.#{pane_index}') === '1.1',
    )
  })

  it('typing into a pane is not work of its agent', slow, async () => {
    const own = await begin()
    own.type('gemini -c "stty -icanon; cat"\r')
    await until('the agent', () => own.session.why().tmux?.panes[0]?.tool === 'gemini')
    await own.shows('idle tmux 0.0', 8_000).catch(() => undefined)
    const before = own.shown
    for (let n = 0; n < 10; n += 1) {
      own.type('x')
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(own.shown).toBe(before)
    }
  })

  it('can be turned off and on while tmux is in the foreground', slow, async () => {
    const off = { ...defaults, ai: { ...defaults.ai, tmux: false } }
    const own = new TmuxTab(undefined, off)
    tab = own
    await until('tmux is in front', () => own.session.why().tmux !== null)
    expect(own.session.why().tmux?.how).toBe('tmux panes are not inspected (ai.tmux = false).')
    await until('a server', () => existsSync(own.socket))
    expect(own.followers).toEqual([])
    own.session.configure(defaults)
    await own.panes(1)
  })

  it('starts again after its client was ended', slow, async () => {
    const own = await begin()
    process.kill(own.followers[0]!, 'SIGKILL')
    await until(
      'it is reported',
      () => own.session.why().tmux?.how.startsWith("Can't read the tmux panes.") === true,
    )
    await own.panes(1)
    own.type(`${says('done')}\r`)
    await own.shows('done tmux 0.0')
  })

  it('is found although what ran before it has claimed the tab', slow, async () => {
    tab = new TmuxTab(undefined, defaults, `${says('done')}; sleep 2; `)
    await tab.shows('done')
    const { socket } = tab
    await until('a server', () => existsSync(socket))
    await until('its follower', () => tab?.followers.length === 1)
  })

  it('reports that a tmux within tmux is not looked into', async () => {
    const own = await begin()
    own.type(`TMUX= tmux -S ${own.socket}2 -f /dev/null new 'exec sh'\r`)
    try {
      await until(
        'the note',
        () => own.session.why().tmux?.panes[0]?.note === 'nested tmux is not inspected',
      )
    } finally {
      // its client is in the foreground before its server listens
      await until('its server', () => {
        execFileSync('tmux', ['-S', `${own.socket}2`, 'kill-server'], { stdio: 'ignore' })
        return true
      })
    }
  })

  it('leaves a client alone that is confined more than we are', slow, async () => {
    const own = new TmuxTab('start-server')
    tab = own
    own.type(`setpriv --no-new-privs tmux -S ${own.socket} -f /dev/null new 'exec sh'\r`)
    await until(
      'the reason',
      () => own.session.why().tmux?.how.endsWith("so it isn't inspected.") === true,
    )
    // the reason is known before the server is there
    await until('its client', () => own.tmux('list-clients') !== '')
    expect(own.followers).toEqual([])
  })
})

describe('a flood in a pane', () => {
  it('keeps memory and the time of others, and the state afterwards', slow, async () => {
    const own = await begin()
    own.tmux('new-window', '-d', 'exec sh')
    own.tmux('split-window', '-d', 'exec sh')
    await own.panes(3)
    own.tmux('send-keys', '-t', ':1', 'yes a line that counts | head -c 50000000', 'Enter')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const before = process.memoryUsage().rss
    let latest = 0
    for (let n = 0; n < 40; n += 1) {
      const at = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 20))
      latest = Math.max(latest, performance.now() - at - 20)
    }
    own.tmux('send-keys', '-t', ':0.1', says('waiting'), 'Enter')
    await own.shows('waiting other tmux 0.1')
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
    expect(latest).toBeLessThan(2_000)
    own.tmux('send-keys', '-t', ':1', 'C-c', '')
    const inFront = () => own.tmux('display-message', '-p', '-t', ':1', '#{pane_current_command}')
    await until('the end of the flood', () => inFront().trim() === 'sh')
    // tmux may have paused the pane. Until it resumes, it does not pass output on.
    await until('a report after it', () => {
      own.tmux('send-keys', '-t', ':1', says('done'), 'Enter')
      return own.session.why().tmux?.panes[2]?.state === 'done'
    })
  })
})
