/** `vibeflow status` of all sessions: a line for a status bar, JSON, and `--follow`. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formats } from '../../src/cli/attention/formats.ts'
import type { AttentionItem } from '../../src/core/windows/attention/list.ts'
import { attentionItemOf as itemOf } from '../support/fake/fake-attention.ts'
import { startInstance } from '../support/instance.ts'
import { api, bin, instance, until, useInstance, vibeflow, web } from './live-attention.ts'

useInstance()

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
