/**
 * Tests `vibeflow next`, `inbox` and `status --follow`: the items that need the user, for users
 * outside of the windows.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Terminal } from '@xterm/headless'
import { spawn as spawnPty } from 'node-pty'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formats } from '../../src/cli/attention/formats.ts'
import { hindranceOf, inboxRows, type Inbox } from '../../src/cli/attention/inbox-screen.ts'
import type { ProcessEnvironment } from '../../src/cli/client/discover.ts'
import {
  itemOf as attentionItem,
  type AttentionItem,
} from '../../src/core/windows/attention/list.ts'
import { queue } from '../../src/core/windows/attention/queue.ts'
import { Round } from '../../src/core/windows/attention/visit-order.ts'
import { listenForApp, type AppCalls } from '../../src/host/socket/app-socket.ts'
import { attentionRow } from '../support/tab-view.ts'
import {
  attentionItemOf as itemOf,
  fakeAttention,
  type FakeAttention,
} from '../support/fake/fake-attention.ts'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'
import { root } from '../tidy/tree.ts'
import { asSession } from '../support/windows/ids.ts'

const bin = join(root, 'src/cli/bin/vibeflow.mjs')
let instance: Instance
beforeAll(() => {
  instance = startInstance()
})
afterAll(() => instance.close(), 60_000) // a busy disk

const vibeflow = (...words: readonly string[]) => vibeflowIn(instance.environment, ...words)

function vibeflowIn(environment: ProcessEnvironment, ...words: readonly string[]) {
  return runVerb(words, { environment, directory: instance.home })
}

async function until(holds: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + 20_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(what())
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const api = itemOf({ id: 'api', message: 'May I run make?', project: 'server' })
const web = itemOf({ id: 'web', tool: 'codex', kind: 'question', window: 'Window 2' })

describe('one line for a status bar', () => {
  const found = (...items: readonly AttentionItem[]) => ({
    working: 3,
    items: items.map((item) => ({ ...item, app: '/app.sock' })),
  })
  const line = (name: string, ...items: readonly AttentionItem[]) => formats[name]!(found(...items))

  test('each status format shows two waiting tabs, none, and no vibeflow', () => {
    expect(line('plain', api, web)).toBe(
      '2 need you: api (Claude Code) needs you: permission, web (Codex) needs you: question' +
        ' · 3 working',
    )
    expect(JSON.parse(line('waybar', api, web))).toEqual({
      text: '2 need you: api (Claude Code), web (Codex)',
      alt: 'waiting',
      class: 'waiting',
      tooltip:
        'api (Claude Code) needs you: permission · May I run make?\n' +
        'web (Codex) needs you: question\n3 working',
    })
    expect(line('polybar', api)).toBe(
      '%{A1:vibeflow next:}%{F#ffaa00}1 needs you: api (Claude Code)%{F-}%{A}',
    )
    expect(JSON.parse(line('i3blocks', api))).toEqual({
      ...{ full_text: '1 needs you: api (Claude Code)', short_text: '1' },
      ...{ color: '#ffaa00', urgent: true },
    })
    expect(line('tmux', api)).toBe('#[fg=#ffaa00]1 needs you: api (Claude Code)#[default]')
    expect(JSON.parse(line('json', api))).toEqual({ v: 1, running: true, working: 3, items: [api] })
    expect(Object.keys(formats).map((name) => line(name))).toEqual([
      'nothing needs you · 3 working',
      '{"v":1,"running":true,"working":3,"items":[]}',
      '{"text":"3 working","alt":"working","class":"working",' +
        '"tooltip":"Nothing needs you.\\n3 working"}',
      '3 working',
      '{"full_text":"3 working","short_text":""}',
      '3 working',
    ])
    expect(Object.values(formats).map((format) => format(null))).toEqual([
      'vibeflow is not running',
      '{"v":1,"running":false,"working":0,"items":[]}',
      '{"text":"","alt":"off","class":"off","tooltip":"vibeflow is not running"}',
      '',
      '{"full_text":"","short_text":""}',
      '',
    ])
  })

  test("the most urgent state decides, and a program's request counts as a message", () => {
    const failed = itemOf({ id: 'a', state: 'error', kind: undefined })
    const rang = itemOf({ id: 'b', state: 'working', kind: 'bell' })
    const classOf = (...items: readonly AttentionItem[]): unknown =>
      (JSON.parse(line('waybar', ...items)) as { readonly class: unknown }).class
    expect([classOf(rang), classOf(rang, failed), classOf(rang, failed, api)]).toEqual([
      ...['message', 'error', 'waiting'],
    ])
  })

  test("marks a program's words for people, and not for other programs", () => {
    const own = itemOf({ id: 'x', tool: 'mine', title: 'x', message: 'Codex is done' })
    expect(JSON.parse(line('waybar', own))).toMatchObject({
      tooltip: expect.stringContaining(' · Message: Codex is done'),
    })
    expect(JSON.parse(line('json', own))).toMatchObject({ items: [{ message: 'Codex is done' }] })
    expect(JSON.parse(line('waybar', { ...own, tool: 'codex' }))).toMatchObject({
      tooltip: expect.stringContaining(' · Codex is done'),
    })
  })

  test('no text of a program becomes markup, a style, a command or another line', () => {
    const evil = itemOf({
      id: 'x',
      tool: '',
      title: '<b>&#[fg=red]%{A1:rm:}%{B#f00}\n\x1b[31mx\u202e',
      message: '<span>\n\x07',
    })
    for (const name of Object.keys(formats))
      expect(line(name, evil)).not.toMatch(/[\n\x1b\x07\u202e]/)
    const { text, tooltip } = JSON.parse(line('waybar', evil)) as Record<string, string>
    expect(`${text}${tooltip}`).not.toMatch(/<|&(?!amp;|lt;|gt;)/)
    expect(line('tmux', evil).replace('#[fg=#ffaa00]', '').replace('#[default]', '')).not.toMatch(
      /(?<!#)(?:##)*#\[/,
    )
    expect(line('polybar', evil).match(/%\{/g)).toHaveLength(4)
  })
})

describe('status of all sessions', () => {
  test('status prints once in each form, and refuses unknown ones', async () => {
    instance.attention.set({ working: 1, items: [api] })
    expect(await vibeflow('status', '--format', 'plain')).toEqual({
      ...{ exit: 0, err: '' },
      out: '1 needs you: api (Claude Code) needs you: permission · 1 working\n',
    })
    expect(JSON.parse((await vibeflow('status', '--format', 'plain', '--json')).out)).toEqual({
      ...{ v: 1, running: true, working: 1, items: [api] },
    })
    const wrong = await vibeflow('status', '--format', 'waybr')
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining('Did you mean "waybar"?')])
    for (const words of [['some-session'], ['--set', 'done'], ['--socket', '/x']])
      expect((await vibeflow('status', '--follow', ...words)).exit).toBe(2)
  })

  test('status --follow prints each change, and when the app comes and goes', async () => {
    const other = startInstance()
    const child = spawn(process.execPath, [bin, 'status', '--follow', '--format', 'plain'], {
      env: other.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    const says = (text: string) =>
      until(
        () => out.endsWith(`${text}\n`),
        () => out,
      )
    try {
      await says('nothing needs you')
      other.attention.set({ working: 0, items: [web] })
      await says('1 needs you: web (Codex) needs you: question')
      other.attention.set({ working: 0, items: [web] })
      other.attention.set({ working: 0, items: [] })
      await says('nothing needs you')
      expect(out.split('\n')).toHaveLength(4)
      other.close()
      await says('vibeflow is not running')
    } finally {
      child.kill()
    }
  })

  test('a socket that answers nonsense is skipped', async () => {
    const other = startInstance()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(Buffer.from('\x41\0\0\0\x02{}\xff\xff\xff\xff\xff', 'latin1'))
    })
    const folder = join(other.environment['XDG_RUNTIME_DIR'] ?? '', 'vibeflow')
    await new Promise<void>((resolve) => {
      server.listen(join(folder, 'app-1.sock'), resolve)
    })
    other.attention.set({ working: 0, items: [api] })
    const child = spawn(process.execPath, [bin, 'status', '--follow'], {
      env: other.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    try {
      await until(
        () => out.includes('1 needs you: api'),
        () => out,
      )
    } finally {
      child.kill()
      server.close()
      other.close()
    }
  })
})

test('next goes to the first item, and reports an empty list or a missing app', async () => {
  instance.attention.acts.length = 0
  instance.attention.set({ working: 0, items: [web, api] })
  expect(await vibeflow('next')).toEqual({
    ...{ exit: 0, err: '', out: 'web (Codex) needs you: question.\n' },
  })
  expect(instance.attention.acts).toEqual([{ id: 'web', act: 'go' }])
  instance.attention.set({ working: 0, items: [] })
  expect(await vibeflow('next')).toEqual({ exit: 1, err: '', out: 'Nothing needs you.\n' })
  expect(JSON.parse((await vibeflow('next', '--json')).out)).toEqual({ v: 1, item: null })
})

test('next visits the items of two vibeflow instances once each, in order', async () => {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-next-'))
  const environment = { HOME: home, XDG_RUNTIME_DIR: join(home, 'run') }
  const led: string[] = []
  /** An app as it is, but for its windows; `since` of what waits in it. */
  const begin = (root: string, waiting: readonly number[]) => {
    const round = new Round()
    const rows = () => queue(waiting.map((since) => attentionRow(`${since}`, 'waiting', { since })))
    const surroundings = { nameOf: () => 'Window 1', sinceEpoch: (at: number) => at }
    mkdirSync(root, { recursive: true, mode: 0o700 })
    const attention: FakeAttention = {
      ...fakeAttention(),
      list: () => ({ working: 0, items: rows().map((row) => attentionItem(row, surroundings)) }),
      next: () => {
        const row = round.next(rows(), null)
        if (row === null) round.over()
        else led.push(row.view.id)
        return row === null ? null : attentionItem(row, surroundings)
      },
      upNext: () => {
        const { fresh, isOnIt } = round.upNext(rows(), null)
        return {
          item: fresh === undefined ? null : attentionItem(fresh, surroundings),
          isOn: isOnIt,
        }
      },
      nextElsewhere: (isOver) => {
        round.left()
        if (isOver) round.over()
      },
    }
    const listening = listenForApp(root, () => 'full', {
      attention,
    } as unknown as AppCalls)
    if ('problem' in listening) throw new Error(listening.problem)
    return { round, close: () => listening.close() }
  }
  const one = begin(join(environment.XDG_RUNTIME_DIR, 'vibeflow'), [1, 4])
  const other = begin(join(home, '.local/state/vibeflow/run'), [2, 3])

  const next = async () => (await vibeflowIn(environment, 'next')).exit
  try {
    const exits = async (count: number) => {
      const found: number[] = []
      while (found.length < count) found.push(await next())
      return found
    }
    expect(await exits(5)).toEqual([0, 0, 0, 0, 1])
    // again, but it skips the item that the user is at
    expect(await exits(4)).toEqual([0, 0, 0, 1])
    expect(led).toEqual([...'1234', ...'123'])
    led.length = 0
    for (const { round } of [one, other]) round.front(asSession('another tab'), true)
    expect(await exits(5)).toEqual([0, 0, 0, 0, 1])
    expect(led).toEqual([...'1234'])
  } finally {
    one.close()
    other.close()
    rmSync(home, { recursive: true, force: true })
  }
})

describe('inbox', () => {
  test('inbox rows fit any terminal, and a seen item is marked', () => {
    const inbox: Inbox = {
      attention: {
        working: 1,
        items: Array.from({ length: 50 }, (_, index) => ({
          ...itemOf({
            id: `${index}`,
            title: `日本語 ${index} ${'x'.repeat(300)}`,
            seen: index > 40,
          }),
          app: '',
        })),
      },
      ...{ marked: '49', snoozing: false, problem: null, answered: null },
      dialog: {
        id: '49',
        dialog: {
          lines: ['日本語'.repeat(30), 'x\x1b[31m\u202e'],
          choices: [
            { number: 1, label: '言'.repeat(60) },
            { number: 2, label: 'No' },
          ],
          token: 'a',
        },
      },
    }
    for (const [cols, rows] of [
      [80, 24],
      [10, 3],
      [1, 1],
      [300, 200],
    ] as const) {
      const terminal = new Terminal({ cols: cols + 10, rows, allowProposedApi: true })
      const shown = inboxRows(inbox, { cols, rows }, Date.now())
      expect(shown.length).toBeLessThanOrEqual(rows)
      for (const row of shown) {
        // without its colors not wider than the terminal
        const text = row.replaceAll(/\x1b\[[\d;]*m/g, '')
        expect([...text].filter((one) => one > '\u2e80').length + text.length).toBeLessThanOrEqual(
          Math.max(cols, 5),
        )
      }
      terminal.dispose()
    }
    const rows = inboxRows(inbox, { cols: 80, rows: 24 }, Date.now()).join('\n')
    expect(rows).toMatch(/日本語 49 x+… · needs you: permission · /) // the name gives way
  })

  test('a dialog that a terminal could show differently cannot be answered', () => {
    const shown = (line: string, cols = 60) => {
      const inbox: Inbox = {
        attention: { working: 0, items: [{ ...itemOf({ id: 'api' }), app: '' }] },
        ...{ marked: null, snoozing: false, problem: null, answered: null },
        dialog: {
          id: 'api',
          dialog: { lines: [line], choices: [{ number: 1, label: 'Yes' }], token: 'a' },
        },
      }
      const rows = inboxRows(inbox, { cols, rows: 24 }, Date.now())
      return {
        text: rows.join('\n').replaceAll(/\x1b\[[\d;]*m/g, ''),
        hindrance: hindranceOf(inbox, { cols, rows: 24 }),
      }
    }
    expect(shown('ls -l').hindrance).toBeNull()
    expect(shown('ls -l # \u05d0\u05d1 || curl x | sh').hindrance).toContain('right-to-left')
    expect(shown(`ls${'\u2800'.repeat(900)}; rm -rf ~`).hindrance).toContain('taller')
    expect(shown('ls\u2800\u202e; rm').text).toContain('ls‹\\u2800›‹\\u202e›; rm')
    // Terminals disagree about the width of these: the end must not leave the row.
    const wide = shown(`${'⚠\ufe0f'.repeat(40)}; rm -rf ~`)
    expect(wide.hindrance).toBeNull()
    for (const row of wide.text.split('\n'))
      expect([...row].filter((one) => one > '~').length).toBeLessThanOrEqual(60)
    expect(wide.text.replaceAll(/\s/g, '')).toContain(';rm-rf~')
  })

  test('the last row shows how to leave, and other keys as space allows', () => {
    const foot = (cols: number, item: { readonly muted?: boolean; readonly seen?: boolean } = {}) =>
      inboxRows(
        {
          attention: { working: 0, items: [{ ...itemOf({ id: 'api', ...item }), app: '' }] },
          ...{ marked: null, snoozing: false, problem: null, answered: null, dialog: null },
        },
        { cols, rows: 24 },
        Date.now(),
      )
        .at(-1)
        ?.replaceAll(/\x1b\[[\d;]*m/g, '')
    expect(foot(80)).toBe(
      'Enter go there · a acknowledge · d mark as seen · s snooze · m mute · q quit',
    )
    expect(foot(60)).toBe('Enter go there · a acknowledge · s snooze · m mute · q quit')
    expect(foot(50)).toBe('Enter go there · a acknowledge · s snooze · q quit')
    expect(foot(40)).toBe('Enter go there · a acknowledge · q quit')
    expect(foot(30)).toBe('Enter go there · q quit')
    expect(foot(70, { muted: true, seen: true })).toBe(
      'Enter go there · a acknowledge · s snooze · m unmute · q quit',
    )
  })

  test('the inbox lists new items, acts on them, and restores the terminal', async () => {
    const { attention } = instance
    attention.acts.length = 0
    attention.set({ working: 2, items: [api, web] })
    const pty = spawnPty(process.execPath, [bin, 'inbox'], {
      ...{ cols: 90, rows: 20, env: instance.environment, encoding: 'utf8' },
    })
    const terminal = new Terminal({ cols: 90, rows: 20, allowProposedApi: true })
    pty.onData((data) => terminal.write(data))
    let exit: number | null = null
    pty.onExit(({ exitCode }) => {
      exit = exitCode
    })
    const screen = (): string => {
      const { active } = terminal.buffer
      return Array.from({ length: 20 }, (_, row) =>
        active.getLine(active.baseY + row)?.translateToString(true),
      ).join('\n')
    }
    const shows = (text: string) => until(() => screen().includes(text), screen)
    const does = (key: string, act: object) => {
      pty.write(key)
      return until(
        () => JSON.stringify(attention.acts.at(-1)) === JSON.stringify(act),
        () => JSON.stringify(attention.acts),
      )
    }
    await shows('May I run make?')
    expect(screen()).toContain('2 need you · 2 working')
    expect(screen()).toMatch(/> ● api \(Claude Code\) · needs you: permission · \d+ s · server/)
    await does('\r', { id: 'api', act: 'go' })
    pty.write('\x1b[B')
    await shows('> ● web')
    await does('a', { id: 'web', act: 'acknowledge' })
    await does('d', { id: 'web', act: 'seen' })
    await does('m', { id: 'web', act: 'mute' })
    pty.write('s')
    await shows('1 10 min')
    await does('2', { id: 'web', act: 'snooze', forMs: 3_600_000 })
    await shows('Enter go there')
    // the item disappears while it is selected; a key for it prints a message
    attention.set({ working: 0, items: [] })
    await shows('Nothing needs you.')
    attention.set({ working: 0, items: [itemOf({ id: 'late' })] })
    await shows('late')
    pty.write('q')
    await until(() => exit !== null, screen)
    expect(exit).toBe(0)
    expect(terminal.buffer.active.type).toBe('normal')
    terminal.dispose()
  })

  test('the inbox shows a question, and a digit answers it in its program', async () => {
    const { attention } = instance
    const asks = (token: string) => ({
      lines: ['Bash command', 'make install'],
      choices: [
        { number: 1, label: 'Yes' },
        { number: 2, label: 'No' },
      ],
      token,
    })
    attention.dialogs.set('api', asks('one'))
    attention.dialogs.set('web', { lines: ['Which?'], choices: [], token: null, why: 'No keys.' })
    attention.set({ working: 0, items: [api, web] })
    const pty = spawnPty(process.execPath, [bin, 'inbox'], {
      ...{ cols: 60, rows: 20, env: instance.environment, encoding: 'utf8' },
    })
    const terminal = new Terminal({ cols: 60, rows: 20, allowProposedApi: true })
    pty.onData((data) => terminal.write(data))
    const screen = (): string =>
      Array.from({ length: 20 }, (_, row) =>
        terminal.buffer.active.getLine(row)?.translateToString(true),
      ).join('\n')
    const shows = (text: string) => until(() => screen().includes(text), screen)
    await shows('make install')
    await shows('1  Yes')
    await shows('Press a digit to answer here.')
    await new Promise((resolve) => setTimeout(resolve, 600))
    pty.write('2')
    await shows('Answered: api (Claude Code).')
    expect(attention.answers).toEqual([['api', 'one', 2]])
    // another one comes into view under the finger
    attention.dialogs.set('api', { ...asks('two'), lines: ['rm -r /'] })
    await shows('rm -r /')
    pty.write('1')
    await shows('This question just appeared.')
    for (let repeat = 0; repeat < 20; repeat += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60)) // it is held
      pty.write('1')
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(attention.answers).toHaveLength(1)
    attention.refuses = 'Not sent: the question has changed.'
    await new Promise((resolve) => setTimeout(resolve, 600))
    pty.write('1')
    await shows('Not sent: the question has changed.')
    pty.write('\x1b[B')
    await shows('No keys.')
    pty.write('1')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(attention.answers).toHaveLength(1)
    attention.dialogs.set('web', { ...asks('tall'), lines: Array(30).fill('long') as string[] })
    await shows('The question is taller than this terminal')
    pty.write('1q')
    await until(() => terminal.buffer.active.type === 'normal', screen)
    expect(attention.answers).toHaveLength(1)
    attention.refuses = null
    attention.dialogs.clear()
    terminal.dispose()
  })

  test('the inbox without a terminal reports an alternative', async () => {
    const child = spawn(process.execPath, [bin, 'inbox'], {
      env: instance.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const exit = await new Promise((resolve) => child.once('close', resolve))
    expect([exit, said]).toEqual([2, expect.stringContaining('vibeflow status --follow')])
  })
})
