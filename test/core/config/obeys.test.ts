/** Options and what they change, where a pure part or the workspace decides. What only a window shows is in test/app/config.spec.ts. */
import { describe, expect, it } from 'vitest'
import { agentConfiguration } from '../../../src/core/config/agent-configuration.ts'
import { expandPath } from '../../../src/core/config/expand.ts'
import { defaults, entries, type Options, type SectionName } from '../../../src/core/config/table.ts'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import { openableAddress } from '../../../src/core/links/links.ts'
import { shellLaunch } from '../../../src/core/session/shell-launch.ts'
import { withShellIntegration } from '../../../src/core/session/shell-integration.ts'
import { contrast, readable } from '../../../src/core/view/contrast.ts'
import { historyLines } from '../../../src/core/view/history.ts'
import { subtitleOf } from '../../../src/core/view/state-words.ts'
import { fill } from '../../../src/core/view/template.ts'
import { copiedText, opensLinks, pastePolicy, selectionTargets, wheelLines } from '../../../src/core/view/hands.ts'
import { tabLayout } from '../../../src/core/view/tab-layout.ts'
import { uiOptions } from '../../../src/core/view/ui-options.ts'
import { environmentBytesMax, fittingEnvironment } from '../../../src/core/workspace/launch-request.ts'
import { Workspace } from '../../../src/core/workspace/workspace.ts'
import { liveOptions } from '../../../src/renderer/grid/options.ts'
import { chromeProperties } from '../../../src/renderer/style/chrome.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { fakeStart } from '../../support/fake-pty.ts'
import { tabView } from '../view/views.ts'

/** The defaults with `ui.stripe_width = 4` and the like. */
function having(change: Readonly<Record<string, unknown>>): Options {
  const made = structuredClone(defaults) as unknown as Record<string, Record<string, unknown>>
  for (const [name, value] of Object.entries(change)) {
    const entry = entries.find((one) => one.name === name)
    const read = entry?.option.read(value)
    if (entry === undefined || read?.ok !== true) throw new Error(`${name} cannot be ${String(value)}`)
    Object.assign(made[entry.section as SectionName] ?? {}, { [entry.key]: read.value })
  }
  return made as unknown as Options
}

function open(change: Readonly<Record<string, unknown>> = {}, tab: object = {}) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const sent: MainMessage[] = []
  const world = { closed: 0, beeps: 0, opened: [] as string[], copied: [] as string[] }
  let ids = 0
  const workspace = new Workspace(
    { version: '1.0', test: true, home: '/home/u', environment: { WORK: '/work' }, shell: { program: '/bin/bash', args: [] }, replies: { version: '1.0', clipboardWrite: true }, hostname: 'h' },
    {
      clock, start, newId: () => `t${++ids}`, options: having(change),
      clipboard: { write: (_selection, text) => { world.copied.push(text); return Promise.resolve() }, read: () => Promise.resolve('') },
      foreground: () => ({ name: 'make', isFirst: false }), directoryOf: () => '/srv/api', isDirectory: (path) => !path.includes('gone'), repository: () => null,
      openExternal: (address) => { world.opened.push(address); return Promise.resolve() }, beep: () => { world.beeps += 1 },
      window: { id: 'w1', close: () => { world.closed += 1 }, toggleFullscreen: () => undefined, isFullscreen: () => false, isVisible: () => true },
    },
  )
  workspace.connect((message) => sent.push(message))
  workspace.receive({ kind: 'page/ready' })
  workspace.open({ directory: '/home/u', ...tab })
  workspace.receive({ kind: 'tab/resize', tab: 't1', cols: 80, rows: 24 })
  const state = () => sent.findLast((message) => message.kind === 'window/state')
  const order = () => { const last = state(); return last?.kind === 'window/state' ? last.tabs.map(({ id }) => id) : [] }
  const kinds = () => sent.map(({ kind }) => kind)
  return { clock, ptys, sent, world, workspace, order, kinds }
}

describe('[tabs]', () => {
  it('new_position', () => {
    const orders = (position: string) => {
      const { workspace, order } = open({ 'tabs.new_position': position })
      workspace.receive({ kind: 'tab/open' })
      workspace.receive({ kind: 'tab/activate', tab: 't1' })
      workspace.receive({ kind: 'tab/open' })
      return order()
    }
    expect([orders('after'), orders('end')]).toEqual([['t1', 't3', 't2'], ['t1', 't2', 't3']])
  })

  it('on_exit, and --hold against it', () => {
    const closes = (policy: string, code: number, signal: string | null = null, tab = {}) => {
      const { ptys, world } = open({ 'tabs.on_exit': policy }, tab)
      ptys[0]?.end({ code, signal })
      return world.closed
    }
    expect([closes('hold', 0), closes('close_on_success', 0), closes('close_on_success', 1), closes('close_on_success', 0, 'SIGKILL'), closes('close', 3), closes('close', 0, null, { hold: true })]).toEqual([0, 1, 0, 0, 1, 0])
  })

  it('respect_osc_title, title_strip_prefix, and a name that was given', () => {
    const title = (change: object, tab: object = {}) => {
      const { ptys, sent, clock } = open({ ...change }, tab)
      ptys[0]?.print('\x1b]0;user@host: vim\x07')
      clock.advance(100)
      const last = sent.findLast((message) => message.kind === 'tab/changed')
      return last?.kind === 'tab/changed' ? last.tab.title : ''
    }
    expect([title({}), title({ 'tabs.respect_osc_title': false }), title({ 'tabs.title_strip_prefix': 'user@host:' }), title({}, { title: 'mine' })]).toEqual(['user@host: vim', 'bash', 'vim', 'mine'])
  })

  it('subtitle', () => {
    const view = tabView({ state: 'waiting', agent: { kind: 'permission', message: 'rm -rf?', tool: 'claude' } })
    const lines = ['{project} · {state} · {since}', '{tool}: {message}', '{exit} · {directory} · {nothing}', 'always · {exit}'].map((template) => subtitleOf(view, 5_000, String, template))
    expect(lines).toEqual(['api · needs you: permission · 5 s', 'Claude Code: rm -rf?', '~/api · {nothing}', 'always'])
    expect(fill('{a} - {b}', { a: '', b: 'x' })).toBe('x')
  })
})

describe('[ui] and [attention]', () => {
  it('confirm_on_close', () => {
    const asked = (confirm: boolean) => {
      const { workspace, kinds, world } = open({ 'ui.confirm_on_close': confirm })
      const may = workspace.mayClose()
      workspace.receive({ kind: 'tab/close', tab: 't1', force: false })
      return [may, kinds().includes('tab/confirm-close'), world.closed]
    }
    expect([asked(true), asked(false)]).toEqual([[false, true, 0], [true, false, 1]])
  })

  it('indicator_pulse, reduce_motion, shapes, include, snooze_min', () => {
    expect(uiOptions(having({ 'ui.indicator_pulse': false, 'ui.reduce_motion': 'on', 'ui.shapes': false, 'attention.include': ['error'], 'attention.snooze_min': 3 })))
      .toEqual({ indicatorPulse: false, reduceMotion: 'on', shapes: false, attentionInclude: ['error'], snoozeMin: 3, attentionAcrossWindows: true })
  })
})

describe('[ai]', () => {
  it('reaches the state machine in milliseconds, live', () => {
    const changed = having({ 'ai.heuristic_silence_ms': 700, 'ai.explicit_stale_state_s': 0, 'ai.heuristic_busy_s': 7, 'ai.stale_state_timeout_s': 9, 'ai.aliases': { a: 'b' }, 'ai.turn_end': 'waiting', 'ai.commands': 'neutral', 'ai.heuristic': false, 'ai.acknowledge': 'input', 'ai.explicit_scope': 'tool', 'ai.debounce_ms': 60, 'ai.done_hold_ms': 1, 'ai.foreground_check_interval_ms': 300, 'ui.seen_after_ms': 5 })
    expect(agentConfiguration(changed)).toEqual({ silenceMs: 700, fuseMs: 0, busyHoldMs: 7_000, staleMs: 9_000, aliases: new Map([['a', 'b']]), turnEnd: 'waiting', commands: 'neutral', heuristic: false, acknowledge: 'input', explicitScope: 'tool', debounceMs: 60, doneHoldMs: 1, pollMs: 300, seenAfterMs: 5 })
  })

  it('protocols: a dialect that is not listened to says nothing, from the next report on', () => {
    const { workspace, ptys, sent, clock } = open()
    const shown = () => { clock.advance(200); const last = sent.findLast((message) => message.kind === 'tab/changed'); return last?.kind === 'tab/changed' ? last.tab.state : '' }
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
    expect(['inherit', 'home', '~/x', '$WORK/y', '/gone'].map(where)).toEqual(['/srv/api', '/home/u', '/home/u/x', '/work/y', '/home/u'])
  })

  it('program, args, login, env, env_remove, term', () => {
    const facts = { parent: { SHELL: '/bin/zsh', HOME: '/home/u', SECRET: 'x', BIN: '/opt' }, passwdShell: null, home: '/home/u', version: '1.0' }
    const usual = shellLaunch(defaults, facts)
    const changed = shellLaunch(having({ 'shell.program': '${BIN}/fish', 'shell.args': ['--private'], 'shell.login': true, 'shell.env': { EDITOR: 'vi' }, 'shell.env_remove': ['SECRET'], 'shell.term': 'xterm-direct' }), facts)
    expect([usual.shell, changed.shell]).toEqual([{ program: '/bin/zsh', args: [] }, { program: '/opt/fish', args: ['-l', '--private'] }])
    expect([usual.environment['SECRET'], usual.environment['TERM'], changed.environment]).toEqual(['x', 'xterm-256color', {
      SHELL: '/bin/zsh', HOME: '/home/u', BIN: '/opt', TERM: 'xterm-direct', COLORTERM: 'truecolor', TERM_PROGRAM: 'vibeflow', TERM_PROGRAM_VERSION: '1.0', EDITOR: 'vi',
    }])
    expect(expandPath('~root/$NO/${WHERE}', { WHERE: 'a' }, '/h')).toBe('~root//a')
  })

  it('integration', () => {
    const { ptys } = open({ 'shell.integration': 'off' })
    const launch = { program: '/bin/bash', args: [], environment: {} }
    expect([ptys[0]?.launch.integration, withShellIntegration({ ...launch, integration: false }, '/s').args, withShellIntegration({ ...launch, integration: true }, '/s').args]).toEqual([false, [], ['--rcfile', '/s/bash/vibeflow.bash']])
  })
})

describe('[clipboard], [security], [links], [bell]', () => {
  it('allow_osc52_write, osc52_notice, replies, live', async () => {
    const { workspace, ptys, kinds, world } = open()
    const write = async (options: Options) => {
      workspace.configure(options)
      const before = kinds().length
      ptys[0]?.print('\x1b]52;c;YQ==\x07')
      await Promise.resolve()
      await Promise.resolve()
      return [world.copied.length, kinds().slice(before).includes('page/toast')]
    }
    const asked = (options: Options) => { workspace.configure(options); workspace.receive({ kind: 'tab/query', tab: 't1', query: { kind: 'primary-attributes' } }); return ptys[0]?.written.length }
    expect([await write(defaults), await write(having({ 'clipboard.osc52_notice': false })), await write(having({ 'clipboard.allow_osc52_write': false }))]).toEqual([[1, true], [2, false], [2, false]])
    expect([asked(having({ 'security.replies': 'none' })), asked(having({ 'clipboard.allow_osc52_write': false })), ptys[0]?.written, asked(defaults), ptys[0]?.written.endsWith(';52c')]).toEqual([0, 9, '\x1b[?62;22c', 21, true])
  })

  it('schemes and detect', () => {
    const opened = (change: object) => { const { workspace, world } = open({ ...change }); workspace.receive({ kind: 'link/open', tab: 't1', address: 'https://example.org/' }); return world.opened.length }
    expect([opened({}), opened({ 'links.schemes': ['mailto'] }), opened({ 'links.detect': false })]).toEqual([1, 0, 0])
    expect([openableAddress('gemini://x/', ['gemini']), openableAddress('javascript:alert(1)', ['javascript']), openableAddress('file:///etc/passwd', ['file']), openableAddress('https:///', ['https'])]).toEqual(['gemini://x/', null, null, null])
  })

  it('mode and debounce_ms of the bell', () => {
    const rings = (mode: string, debounce = 100) => {
      const { ptys, kinds, world, clock } = open({ 'bell.mode': mode, 'bell.debounce_ms': debounce })
      clock.advance(1_000)
      for (let count = 0; count < 3; count += 1) { ptys[0]?.print('\x07\x07'); clock.advance(150) }
      return [kinds().filter((kind) => kind === 'tab/bell').length, world.beeps]
    }
    expect([rings('visual'), rings('audible'), rings('both'), rings('silent'), rings('both', 10_000)]).toEqual([[3, 0], [0, 3], [3, 3], [0, 0], [1, 1]])
  })
})

describe('the grid', () => {
  it('fonts, colours, cursor, separators, scrolling', () => {
    const changed = liveOptions(having({
      'fonts.line_height': 1.2, 'fonts.letter_spacing': 2, 'fonts.weight': 300, 'fonts.weight_bold': 'normal', 'fonts.custom_glyphs': false, 'colors.foreground': '#010203', 'colors.background': '#040506', 'colors.cursor': '#070809',
      'colors.cursor_text': '#0A0B0C', 'colors.selection': '#11223380', 'colors.scrollbar_thumb': '#FFFFFF40', 'colors.ansi': Array.from({ length: 16 }, (_, index) => `#0000${index.toString(16).padStart(2, '0')}`), 'colors.bold_is_bright': true, 'colors.minimum_contrast': 3,
      'cursor.style': 'underline', 'cursor.style_unfocused': 'hidden', 'mouse.word_separators': ' ', 'scrollback.snap_on_input': false, 'scrollback.history_lines': 7,
    }), 80)
    expect(changed).toMatchObject({
      lineHeight: 1.2, letterSpacing: 2, fontWeight: 300, fontWeightBold: 'normal', customGlyphs: false, drawBoldTextInBrightColors: true, minimumContrastRatio: 3, cursorStyle: 'underline', cursorInactiveStyle: 'none', wordSeparator: ' ', scrollOnUserInput: false, scrollback: 7,
      theme: { foreground: '#010203', background: '#040506', cursor: '#070809FF', cursorAccent: '#0A0B0CFF', selectionBackground: '#11223380', scrollbarSliderBackground: '#FFFFFF40', black: '#000000', brightWhite: '#00000F' },
    })
  })

  it('history_lines and memory_max_mib: the smaller wins', () => {
    const { scrollback } = defaults
    expect([historyLines(scrollback, 80), historyLines({ ...scrollback, history_lines: 1_000_000 }, 80), historyLines({ ...scrollback, memory_max_mib: 1 }, 80), historyLines({ ...scrollback, history_lines: 1 }, 1_000)]).toEqual([10_000, 61_680, 963, 1])
  })

  it('text that could not be read is raised by the least step', () => {
    const rgba = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)).concat(255) as unknown as [number, number, number, number]
    const raised = readable('#7A7A82FF', '#15151CFF', 4.5)
    expect([raised, contrast(rgba(raised), rgba('#15151C')) >= 4.5, readable('#FFFFFFFF', '#000000FF', 4.5), readable('#888888FF', '#777777FF', 21), readable('#EEEEEEFF', '#FFFFFFFF', 4.5) < '#8']).toEqual(['#7E7E85FF', true, '#FFFFFFFF', '#000000FF', true])
  })
})

describe('around the grid', () => {
  it('colours, fonts, widths and times of the chrome', () => {
    const named = { tab_bar: 'bar', tab_active: 'tab-active', tab_dragged: 'tab-dragged', tab_text: 'text', menu_bg: 'menu', menu_border: 'line', menu_text: 'menu-text', menu_text_disabled: 'menu-disabled', menu_shortcut: 'text-soft', menu_focus_bg: 'menu-focus',
      indicator_working: 'working', indicator_waiting: 'waiting', indicator_active: 'done', indicator_inactive: 'idle', indicator_error: 'error', scrollbar_track: 'scrollbar-track', scrollbar_thumb: 'scrollbar-thumb', background: 'window' }
    for (const [key, property] of Object.entries(named)) {
      const [before, after] = [chromeProperties(defaults), chromeProperties(having({ [`colors.${key}`]: '#010203' }))]
      const changed = Object.keys(after).filter((name) => after[name] !== before[name])
      expect([key, after[property], changed.filter((name) => !/^(text-inactive|idle-text)$/.test(name))]).toEqual([key, '#010203FF', [property]])
    }
    const { 'text-inactive': inactive, 'ui-font': font, 'ui-font-size': size, 'ui-row': row, blink, 'stripe-width': stripe, 'scrollbar-fade': fade } = chromeProperties(having({
      'colors.tab_text_inactive': '#FFFFFF', 'ui.font': 'My "Font', 'ui.font_size': 20, 'cursor.blink_ms': 250, 'ui.stripe_width': 3, 'scrollback.scrollbar_fade_ms': 700,
    }))
    expect([inactive, font, size, row, blink, stripe, fade]).toEqual(['#FFFFFFFF', '"My \\"Font", system-ui, sans-serif', '20px', '30px', '500ms', '3px', '200ms'])
  })

  it('links.modifier, copy_on_select, primary, trim_trailing_spaces, confirm_multiline_paste, confirm_large_paste_kib, wheel_lines_per_detent', () => {
    const keys = [{ ctrlKey: false, altKey: false }, { ctrlKey: true, altKey: false }, { ctrlKey: false, altKey: true }]
    expect(['ctrl', 'alt', 'none'].map((modifier) => keys.map((held) => opensLinks(having({ 'links.modifier': modifier }), held)))).toEqual([[false, true, false], [false, false, true], [true, true, true]])
    expect([selectionTargets(defaults), selectionTargets(having({ 'clipboard.copy_on_select': true })), selectionTargets(having({ 'clipboard.primary': false }))]).toEqual([['primary'], ['primary', 'clipboard'], []])
    expect([copiedText(defaults, 'a  \nb \t\n  c'), copiedText(having({ 'clipboard.trim_trailing_spaces': false }), 'a  ')]).toEqual(['a\nb\n  c', 'a  '])
    expect([pastePolicy(defaults), pastePolicy(having({ 'clipboard.confirm_multiline_paste': 'never', 'clipboard.confirm_large_paste_kib': 16 }))]).toEqual([{ confirmMultiline: 'unbracketed', confirmLargeBytes: 1_048_576 }, { confirmMultiline: 'never', confirmLargeBytes: 16_384 }])
    expect([wheelLines(defaults, 120), wheelLines(having({ 'scrollback.wheel_lines_per_detent': 7 }), -60)]).toEqual([3, -3.5])
  })

  it('width_min and width_max', () => {
    const { tabs } = having({ 'tabs.width_min': 100, 'tabs.width_max': 120 })
    const width = (count: number) => tabLayout({ barWidth: 960, tabs: count, widthMin: tabs.width_min, widthMax: tabs.width_max })
    expect([width(2), width(8), width(30)].map(({ tabWidth, overflow }) => [tabWidth, overflow])).toEqual([[120, false], [116, false], [100, true]])
  })
})

it('as many variables as fit are handed over, the longest left out first', () => {
  const big = { PATH: '/bin', LS_COLORS: 'x'.repeat(30_000), HOME: '/h', GONE: undefined }
  expect(fittingEnvironment(big)).toEqual({ PATH: '/bin', HOME: '/h' })
  const many = fittingEnvironment(Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`V${index}`, 'value'])))
  expect(JSON.stringify(many).length).toBeLessThan(environmentBytesMax)
})
