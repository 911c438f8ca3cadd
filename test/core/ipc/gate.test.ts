/** Tests which messages the guards accept, and that a broken or hostile page is limited. */
import { describe, expect, it } from 'vitest'
import { mainMessages, pageMessages, type PageMessage } from '../../../src/core/ipc/contract.ts'
import { mainGate, pageGate } from '../../../src/core/ipc/gate.ts'
import {
  columnsMax,
  pageCausedPerSecondMax,
  pageMessageBytesMax,
  pageMessagesPerSecondMax,
  pasteMessageBytesMax,
} from '../../../src/core/ipc/limits.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { asPane, asSession, asTab } from '../../support/windows/ids.ts'
import { messageFields } from '../../support/windows/message-fields.ts'

const gate = () =>
  pageGate({
    perSecondMax: pageMessagesPerSecondMax,
    causedPerSecondMax: pageCausedPerSecondMax,
    now: () => 0,
  })

/** One good message of each kind; the type makes forgetting one an error. */
const good: { [Kind in PageMessage['kind']]: Extract<PageMessage, { kind: Kind }> } = {
  'fonts/list': { kind: 'fonts/list' },
  'themes/list': { kind: 'themes/list' },
  'page/ready': { kind: 'page/ready' },
  'tab/open': { kind: 'tab/open' },
  'tab/close': { kind: 'tab/close', tab: asTab('a'), force: false },
  'tabs/close': { kind: 'tabs/close', tabs: [asTab('a'), asTab('b')], force: false },
  'session/start': {
    kind: 'session/start',
    session: asSession('t1'),
    command: 'make',
    directory: '/srv',
  },
  'session/resume': {
    kind: 'session/resume',
    session: asSession('a'),
    accept: { command: '/bin/claude --resume a1', directory: '/srv' },
  },
  'session/restart': { kind: 'session/restart', session: asSession('a'), force: true },
  'worktree/act': {
    kind: 'worktree/act',
    session: asSession('t1'),
    do: { act: 'new', branch: null, profile: 'work' },
  },
  'pane/focus': { kind: 'pane/focus', pane: asPane('a') },
  'pane/split': { kind: 'pane/split', pane: asPane('a'), axis: 'row' },
  'tab/arrange': {
    kind: 'tab/arrange',
    tab: asTab('a'),
    tree: { axis: 'column', ratio: 0.3, first: asPane('a'), second: asPane('b') },
    zoomed: false,
  },
  'pane/close': { kind: 'pane/close', pane: asPane('a'), force: true },
  'layout/save': { kind: 'layout/save', name: 'work', overwrite: false },
  'layout/open': { kind: 'layout/open', name: 'work' },
  'tab/join': { kind: 'tab/join', tab: asTab('a'), at: asPane('b'), side: 'left' },
  'pane/own-tab': { kind: 'pane/own-tab', pane: asPane('a') },
  'tab/move': { kind: 'tab/move', tab: asTab('a'), to: 3 },
  'session/input': { kind: 'session/input', session: asSession('a'), bytes: new Uint8Array([3]) },
  'session/click': { kind: 'session/click', session: asSession('a'), bytes: new Uint8Array([3]) },
  'session/mouse': { kind: 'session/mouse', session: asSession('a'), bytes: new Uint8Array([3]) },
  'session/paste': {
    kind: 'session/paste',
    session: asSession('a'),
    bytes: new Uint8Array(pasteMessageBytesMax),
    total: 9,
    last: true,
  },
  'session/paste-cancel': { kind: 'session/paste-cancel', session: asSession('a') },
  'session/resize': { kind: 'session/resize', session: asSession('a'), cols: columnsMax, rows: 1 },
  'session/take-size': { kind: 'session/take-size', session: asSession('a') },
  'session/frames': { kind: 'session/frames', session: asSession('a'), on: true },
  'session/drawn': { kind: 'session/drawn', session: asSession('a') },
  'session/rows-taken': { kind: 'session/rows-taken', session: asSession('a') },
  'session/want-rows': {
    kind: 'session/want-rows',
    session: asSession('a'),
    numbering: 2,
    first: 70_000,
    count: 256,
  },
  'session/view': { kind: 'session/view', session: asSession('a'), numbering: 2, row: null },
  'session/to-place': { kind: 'session/to-place', session: asSession('a'), place: 4_096 },
  'session/lay-out': { kind: 'session/lay-out', session: asSession('a'), cols: 80, rows: 23 },
  'window/facts': {
    kind: 'window/facts',
    cell: { width: 7.5, height: 16 },
    foreground: 0xffffff,
    background: 0,
    cursor: 1,
    ansi: Array.from({ length: 16 }, (_, index) => index),
  },
  'session/facts': {
    kind: 'session/facts',
    session: asSession('a'),
    cell: { width: 7.5, height: 16 },
    foreground: 0xffffff,
    background: 0,
    cursor: 1,
    ansi: Array.from({ length: 16 }, (_, index) => index),
  },
  'link/open': { kind: 'link/open', session: asSession('a'), address: 'https://a' },
  'link/open-path': {
    kind: 'link/open-path',
    session: asSession('a'),
    path: 'src/a.ts',
    line: 3,
    column: null,
  },
  'link/offered': { kind: 'link/offered', path: '/a.jar', as: 'folder' },
  'link/check': { kind: 'link/check', session: asSession('a'), request: 1, paths: ['a.ts'] },
  'bell/ring': { kind: 'bell/ring', session: asSession('a') },
  'session/page': { kind: 'session/page', session: asSession('a'), what: 'scrollback', below: 24 },
  'clipboard/write': { kind: 'clipboard/write', selection: 'primary', text: 'x' },
  'drop/files': { kind: 'drop/files', session: asSession('a'), request: 1, paths: ['/a b'] },
  'drop/image': {
    kind: 'drop/image',
    session: asSession('a'),
    request: 1,
    bytes: new Uint8Array(3),
  },
  'clipboard/read': {
    kind: 'clipboard/read',
    session: asSession('a'),
    selection: 'clipboard',
    request: 1,
  },
  'window/close': { kind: 'window/close', force: false },
  'window/fullscreen': { kind: 'window/fullscreen' },
  'window/filter': { kind: 'window/filter', text: 'api' },
  'window/focus': { kind: 'window/focus', focused: true },
  'session/acknowledge': { kind: 'session/acknowledge', session: asSession('a') },
  'session/seen': { kind: 'session/seen', session: asSession('a') },
  'session/clear-scrollback': { kind: 'session/clear-scrollback', session: asSession('a') },
  'session/reset': { kind: 'session/reset', session: asSession('a') },
  'session/snooze': { kind: 'session/snooze', session: asSession('a'), forMs: null },
  'session/why': { kind: 'session/why', session: asSession('a'), request: 1 },
  'session/rename': { kind: 'session/rename', session: asSession('a'), name: 'api' },
  'session/duplicate': { kind: 'session/duplicate', session: asSession('a') },
  'tab/reopen': { kind: 'tab/reopen' },
  'session/mark': { kind: 'session/mark', session: asSession('a'), mark: { color: 'red' } },
  'session/mute': { kind: 'session/mute', session: asSession('a'), muted: true },
  'tab/to-window': { kind: 'tab/to-window', tab: asTab('a'), window: null },
  'window/new': { kind: 'window/new' },
  'window/restore-before': { kind: 'window/restore-before' },
  'attention/go': { kind: 'attention/go', session: asSession('a') },
  'attention/dialog': { kind: 'attention/dialog', session: asSession('a') },
  'attention/answer': {
    kind: 'attention/answer',
    session: asSession('a'),
    token: '1.1',
    choice: 1,
  },
  'queue/act': { kind: 'queue/act', session: asSession('a'), do: { act: 'remove', id: 1 } },
  'conversations/find': { kind: 'conversations/find', request: 1, text: 'parser' },
  'conversations/stop': { kind: 'conversations/stop' },
  'conversations/open': { kind: 'conversations/open', request: 1, index: 0, fork: false },
  'attention/history': { kind: 'attention/history' },
  'option/never-ask': { kind: 'option/never-ask' },
  'offer/answered': { kind: 'offer/answered', agent: 'qwen' },
  'mcp/answer': { kind: 'mcp/answer', question: 1, access: 'read' },
  'mcp/forget': { kind: 'mcp/forget', path: '/bin/agent' },
  'tab/drag': { kind: 'tab/drag', tab: asTab('t1'), at: { x: -300, y: 10 }, drop: false },
  'option/save': { kind: 'option/save', option: { name: 'ui.confirm_on_close', value: false } },
  'bell/unplayable': { kind: 'bell/unplayable' },
  'window/room': { kind: 'window/room', cols: 118, rows: 30 },
  'window/measured': {
    kind: 'window/measured',
    cell: { width: 8.5, height: 17 },
    around: { width: 16, height: 52 },
  },
  'config/open': { kind: 'config/open' },
  'config/reload': { kind: 'config/reload' },
  'app/quit': { kind: 'app/quit', force: false },
}

describe('page gate', () => {
  it.each(Object.values(good))('admits $kind', (message) => {
    const one = gate()
    expect(one.admit(message)).toEqual(message)
    expect(one.drops).toEqual({ unknown: 0, malformed: 0, 'too-many': 0, throttled: 0 })
  })

  it.each([
    ['no object', 7, 'unknown'],
    ['null', null, 'unknown'],
    ['an array', [], 'unknown'],
    ['no kind', {}, 'unknown'],
    [
      'a kind of ours that pages do not send',
      { kind: 'session/cells', session: 'a', bytes: new Uint8Array(1) },
      'unknown',
    ],
    ['a kind from the prototype', { kind: 'constructor' }, 'unknown'],
    ['an inherited kind', Object.create({ kind: 'page/ready' }), 'unknown'],
    ['__proto__ as kind', { kind: '__proto__' }, 'unknown'],
    ['a missing field', { kind: 'tab/close', tab: 'a' }, 'malformed'],
    ['an unknown field', { kind: 'page/ready', more: 1 }, 'malformed'],
    [
      '__proto__ as a field',
      JSON.parse('{"kind":"page/ready","__proto__":{"force":true}}'),
      'malformed',
    ],
    ['text for bytes', { kind: 'session/input', session: 'a', bytes: 'rm' }, 'malformed'],
    [
      'too many bytes',
      { kind: 'session/input', session: 'a', bytes: new Uint8Array(pageMessageBytesMax + 1) },
      'malformed',
    ],
    [
      'a long paste part',
      { ...good['session/paste'], bytes: new Uint8Array(pasteMessageBytesMax + 1) },
      'malformed',
    ],
    ['a size of 0', { ...good['session/resize'], cols: 0 }, 'malformed'],
    ['a size too large', { ...good['session/resize'], cols: columnsMax + 1 }, 'malformed'],
    ['half an offset', { ...good['session/want-rows'], first: 0.5 }, 'malformed'],
    [
      'an endless offset',
      { ...good['session/want-rows'], first: Number.POSITIVE_INFINITY },
      'malformed',
    ],
    [
      'facts with too many colours',
      { ...good['window/facts'], ansi: Array.from({ length: 17 }, () => 0) },
      'malformed',
    ],
    ['a colour that is none', { ...good['window/facts'], cursor: 0x1000000 }, 'malformed'],
    [
      'a cell without an extent',
      { ...good['window/facts'], cell: { width: 0, height: 1 } },
      'malformed',
    ],
    [
      'an object that lies about itself',
      { ...good['session/input'], bytes: { length: 1, byteLength: 1 } },
      'malformed',
    ],
  ] as const)('drops %s and counts it', (_name, message, reason) => {
    const one = gate()
    expect(one.admit(message)).toBeNull()
    expect(one.drops[reason]).toBe(1)
  })

  it('drops messages that arrive too fast, until the next second', () => {
    let now = 0
    const one = pageGate({ perSecondMax: 3, causedPerSecondMax: 3, now: () => now })
    const admitted = () =>
      [1, 2, 3, 4].filter(() => one.admit({ kind: 'page/ready' }) !== null).length
    expect(admitted()).toBe(3)
    now = 1_000
    expect(admitted()).toBe(3)
    expect(one.drops['too-many']).toBe(2)
  })

  it("lets keys and acknowledgements through in a program's flood, and does not blame it", () => {
    const one = gate()
    for (let count = 0; count < 20_000; count += 1) one.admit(good['session/mouse'])
    expect(one.admit(good['session/input'])).toEqual(good['session/input'])
    expect(one.admit(good['session/drawn'])).toEqual(good['session/drawn'])
    expect(one.drops).toEqual({
      unknown: 0,
      malformed: 0,
      'too-many': 0,
      throttled: 20_000 - pageCausedPerSecondMax,
    })
  })

  it('never throws and never accepts a message outside its table', () => {
    const random = seeded(99)
    const values = [
      undefined,
      null,
      0,
      -1,
      1e300,
      Number.NaN,
      '',
      'a',
      'x'.repeat(70),
      true,
      [],
      {},
      new Uint8Array(2),
      new ArrayBuffer(2),
      { kind: 'status' },
    ]
    const kinds = [...Object.keys(pageMessages), 'tab/output', '', 5]
    for (let round = 0; round < 8_000; round += 1) {
      const message: Record<string, unknown> = { kind: pick(random, kinds) }
      for (let count = below(random, 5); count > 0; count -= 1)
        message[pick(random, messageFields)] = pick(random, values)
      const admitted = gate().admit(message)
      if (admitted !== null)
        expect(Object.keys(admitted).sort()).toEqual(Object.keys(good[admitted.kind]).sort())
    }
  })
})

describe('main gate', () => {
  it('has a guard for every message', () => {
    const one = mainGate()
    for (const kind of Object.keys(mainMessages))
      expect(one.admit({ kind, surprise: 1 })).toBeNull()
    expect(one.drops).toEqual({
      unknown: 0,
      malformed: Object.keys(mainMessages).length,
      'too-many': 0,
      throttled: 0,
    })
  })
})
