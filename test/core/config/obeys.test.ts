/**
 * Options and what they change, where a pure part or the workspace decides. What only a window
 * shows is in test/app/settings/config.spec.ts.
 */
import { describe, expect, it } from 'vitest'
import { agentConfiguration } from '../../../src/core/config/agent-configuration.ts'
import { expandPath } from '../../../src/core/config/expand.ts'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import { openableAddress } from '../links/openable-address.ts'
import { shellLaunch } from '../../../src/core/session/launch/shell-launch.ts'
import { withShellIntegration } from '../../../src/core/session/launch/shell-integration.ts'
import { subtitleOf } from '../../../src/core/windows/tabs/state-words.ts'
import { fill } from '../../../src/base/text/template.ts'
import {
  environmentBytesMax,
  fittingEnvironment,
} from '../../../src/core/windows/workspace/launch-request.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { tabView } from '../../support/tab-view.ts'
import { makeWorkspace } from '../../support/windows/make-workspace.ts'
import { having } from './having.ts'
import { asPane, asSession } from '../../support/windows/ids.ts'

function open(change: Readonly<Record<string, unknown>> = {}, tab: object = {}) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart((path) => !path.includes('gone'))
  const sent: MainMessage[] = []
  const world = { closed: 0, beeps: 0, opened: [] as string[], copied: [] as string[] }
  const workspace = makeWorkspace(
    {
      clock,
      start,
      sessions: { shadow: shadowsInPlace(clock).port },
      configuration: { options: having(change) },
      clipboard: {
        write: (_selection, text) => {
          world.copied.push(text)
          return Promise.resolve()
        },
      },
      foreground: () => ({ name: 'make', isFirst: false }),
      directoryOf: () => '/srv/api',
      links: {
        openExternal: (address) => {
          world.opened.push(address)
          return Promise.resolve()
        },
      },
      texts: {
        beep: () => {
          world.beeps += 1
        },
      },
      window: {
        close: () => {
          world.closed += 1
        },
      },
    },
    { environment: { WORK: '/srv/w' } },
  )
  workspace.connect((message) => sent.push(message))
  workspace.receive({ kind: 'page/ready' })
  workspace.newTabs.open({ directory: '/home/u', ...tab })
  workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 80, rows: 24 })
  const state = () => sent.findLast((message) => message.kind === 'window/state')
  const order = () => {
    const last = state()
    return last?.kind === 'window/state' ? last.tabs.map(({ focus }) => focus) : []
  }
  const kinds = () => sent.map(({ kind }) => kind)
  return { clock, ptys, sent, world, workspace, order, kinds }
}

describe('[tabs]', () => {
  it('new_position', () => {
    const orders = (position: string) => {
      const { workspace, order } = open({ 'tabs.new_position': position })
      workspace.receive({ kind: 'tab/open' })
      workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
      workspace.receive({ kind: 'tab/open' })
      return order()
    }
    expect([orders('after'), orders('end')]).toEqual([
      ['t1', 't3', 't2'],
      ['t1', 't2', 't3'],
    ])
  })

  it('on_exit, and --hold and --wait against it', () => {
    const closes = (policy: string, code: number, signal: string | null = null, tab = {}) => {
      const { ptys, world } = open({ 'tabs.on_exit': policy }, tab)
      ptys[0]?.end({ code, signal })
      return world.closed
    }
    expect([
      closes('auto', 0),
      closes('auto', 1),
      closes('auto', 0, null, { command: { program: 'ls', args: [] } }),
      closes('hold', 0),
      closes('close_on_success', 0),
      closes('close_on_success', 1),
      closes('close_on_success', 0, 'SIGKILL'),
      closes('close', 3),
      closes('close', 0, null, { onExit: 'hold' }),
      closes('hold', 3, null, { onExit: 'close' }),
    ]).toEqual([1, 0, 0, 0, 1, 0, 0, 1, 0, 1])
  })

  it('respect_osc_title, title_strip_prefix, and a name that was given', () => {
    const title = (change: object, tab: object = {}) => {
      const { ptys, sent, clock } = open({ ...change }, tab)
      ptys[0]?.print('\x1b]0;user@host: vim\x07')
      clock.advance(100)
      const last = sent.findLast((message) => message.kind === 'session/changed')
      return last?.kind === 'session/changed' ? last.view.title : ''
    }
    expect([
      title({}),
      title({ 'tabs.respect_osc_title': false }),
      title({ 'tabs.title_strip_prefix': 'user@host:' }),
      title({}, { title: 'mine' }),
    ]).toEqual(['user@host: vim', 'bash', 'vim', 'mine'])
  })

  it('subtitle', () => {
    const view = tabView({
      state: 'waiting',
      branch: 'main',
      agent: { kind: 'permission', message: 'rm -rf?', tool: 'claude' },
    })
    const lines = [
      ...['{project} · {branch} · {state} · {since}', '{branch} - {state}', '{tool}: {message}'],
      ...['{exit} · {directory} · {nothing}', 'always · {exit}'],
    ].map((template) => subtitleOf(view, 5_000, String, template))
    expect(lines).toEqual([
      ...['api · main · needs you: permission · 5 s', 'main - needs you: permission'],
      ...['Claude Code: rm -rf?', '~/api · {nothing}', 'always'],
    ])
    expect(fill('{a} - {b}', { a: '', b: 'x' })).toBe('x')
  })
})

describe('[ui]', () => {
  it('confirm_on_close', () => {
    const asked = (confirm: boolean) => {
      const { workspace, kinds, world } = open({ 'ui.confirm_on_close': confirm })
      const may = workspace.closing.mayClose()
      workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
      return [may, kinds().includes('pane/confirm-close'), world.closed]
    }
    expect([asked(true), asked(false)]).toEqual([
      [false, true, 0],
      [true, false, 1],
    ])
  })
})

describe('[ai]', () => {
  it('reaches the state machine in milliseconds, live', () => {
    const changed = having({
      'ai.heuristic_silence_ms': 700,
      'ai.explicit_stale_state_s': 0,
      'ai.heuristic_busy_s': 7,
      'ai.stale_state_timeout_s': 9,
      'ai.aliases': { a: 'b' },
      'ai.commands': 'neutral',
      'ai.heuristic': false,
      'ai.explicit_scope': 'tool',
      'ai.program_questions': false,
      'ai.debounce_ms': 60,
    })
    expect(agentConfiguration(changed)).toEqual({
      silenceMs: 700,
      fuseMs: 0,
      busyHoldMs: 7_000,
      staleMs: 9_000,
      aliases: new Map([['a', 'b']]),
      commands: 'neutral',
      heuristic: false,
      asks: false,
      explicitScope: 'tool',
      debounceMs: 60,
    })
  })

  it('a dialect that is off in protocols is ignored from the next report on', () => {
    const { workspace, ptys, sent, clock } = open()
    const shown = () => {
      clock.advance(200)
      const last = sent.findLast((message) => message.kind === 'session/changed')
      return last?.kind === 'session/changed' ? last.view.state : ''
    }
    workspace.configure(having({ 'ai.protocols': ['osc7501'] }))
    ptys[0]?.print('\x1b]1338;state=working;tool=a\x07')
    const deaf = shown()
    workspace.configure(defaults)
    ptys[0]?.print('\x1b]1338;state=working;tool=a\x07')
    expect([deaf, shown()]).toEqual(['active', 'working'])
  })
})

describe('[shell]', () => {
  it('working_directory', () => {
    const where = (wanted: string) => {
      const { workspace, ptys } = open({ 'shell.working_directory': wanted })
      workspace.receive({ kind: 'tab/open' })
      return ptys[1]?.launch.directory
    }
    expect(['inherit', 'home', '~/x', '$WORK/y', '/gone'].map(where)).toEqual([
      ...['/srv/api', '/home/u', '/home/u/x', '/srv/w/y', '/home/u'],
    ])
  })

  it('program, args, login, env, env_remove, term', () => {
    const facts = {
      parent: { SHELL: '/bin/zsh', HOME: '/home/u', SECRET: 'x', BIN: '/opt' },
      passwdShell: null,
      home: '/home/u',
      version: '1.0',
      commands: null,
    }
    const usual = shellLaunch(defaults, facts)
    const changed = shellLaunch(
      having({
        'shell.program': '${BIN}/fish',
        'shell.args': ['--private'],
        'shell.login': true,
        'shell.env': { EDITOR: 'vi' },
        'shell.env_remove': ['SECRET'],
        'shell.term': 'xterm-direct',
      }),
      facts,
    )
    expect([usual.shell, changed.shell]).toEqual([
      { program: '/bin/zsh', args: [] },
      { program: '/opt/fish', args: ['-l', '--private'] },
    ])
    expect([usual.environment['SECRET'], usual.environment['TERM'], changed.environment]).toEqual([
      'x',
      'xterm-256color',
      {
        SHELL: '/bin/zsh',
        HOME: '/home/u',
        BIN: '/opt',
        TERM: 'xterm-direct',
        COLORTERM: 'truecolor',
        TERM_PROGRAM: 'vibeflow',
        TERM_PROGRAM_VERSION: '1.0',
        EDITOR: 'vi',
      },
    ])
    expect(expandPath('~root/$NO/${WHERE}', { WHERE: 'a' }, '/h')).toBe('~root//a')
  })

  it('integration', () => {
    const { ptys } = open({ 'shell.integration': 'off' })
    const launch = { program: '/bin/bash', args: [], environment: {} }
    expect([
      ptys[0]?.launch.integration,
      withShellIntegration({ ...launch, integration: false }, '/s').args,
      withShellIntegration({ ...launch, integration: true }, '/s').args,
    ]).toEqual([false, [], ['--rcfile', '/s/bash/vibeflow.bash']])
  })
})

describe('[clipboard], [security], [links]', () => {
  it('allow_osc52_write, osc52_notice, replies, live', async () => {
    const { clock, workspace, ptys, kinds, world } = open()
    const write = async (options: Options) => {
      workspace.configure(options)
      const before = kinds().length
      ptys[0]?.print('\x1b]52;c;YQ==\x07')
      await Promise.resolve()
      await Promise.resolve()
      return [world.copied.length, kinds().slice(before).includes('page/toast')]
    }
    const asked = (options: Options) => {
      workspace.configure(options)
      ptys[0]?.print('\x1b[c')
      clock.advance(20)
      return ptys[0]?.written.length
    }
    expect([
      await write(defaults),
      await write(having({ 'clipboard.osc52_notice': false })),
      await write(having({ 'clipboard.allow_osc52_write': false })),
    ]).toEqual([
      [1, true],
      [2, false],
      [2, false],
    ])
    expect([
      asked(having({ 'security.replies': 'none' })),
      asked(having({ 'clipboard.allow_osc52_write': false })),
      ptys[0]?.written,
      asked(defaults),
      ptys[0]?.written.endsWith(';52c'),
    ]).toEqual([0, 11, '\x1b[?62;4;22c', 25, true])
  })

  it('schemes and detect', () => {
    const opened = (change: object) => {
      const { workspace, world } = open({ ...change })
      workspace.receive({
        kind: 'link/open',
        session: asSession('t1'),
        address: 'https://example.org/',
      })
      return world.opened.length
    }
    expect([
      opened({}),
      opened({ 'links.schemes': ['mailto'] }),
      opened({ 'links.detect': false }),
    ]).toEqual([1, 0, 0])
    expect([
      openableAddress('gemini://x/', ['gemini']),
      openableAddress('javascript:alert(1)', ['javascript']),
      openableAddress('file:///etc/passwd', ['file']),
      openableAddress('https:///', ['https']),
    ]).toEqual(['gemini://x/', null, null, null])
  })
})

it('as many variables as fit are handed over, the longest left out first', () => {
  const big = { PATH: '/bin', LS_COLORS: 'x'.repeat(30_000), HOME: '/h', GONE: undefined }
  expect(fittingEnvironment(big)).toEqual({ PATH: '/bin', HOME: '/h' })
  const many = fittingEnvironment(
    Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`V${index}`, 'value'])),
  )
  expect(JSON.stringify(many).length).toBeLessThan(environmentBytesMax)
})
