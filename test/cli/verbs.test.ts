/**
 * The verbs of the `vibeflow` command against real sessions, in this process;
 * test/cli/command.test.ts runs the command itself.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { WriteStream } from 'node:tty'
import { expect, test, vi } from 'vitest'
import { defaults } from '../../src/core/config/table.ts'
import { decode } from '../../src/terminal/index.ts'
import { messagePack } from '../../src/host/shadow/message-pack.ts'
import { OutsideClient } from '../support/socket/outside-client.ts'
import { asSession } from '../support/windows/ids.ts'
import { file, instance, json, until, useInstance, vibeflow, watched } from './live-verbs.ts'
import { slow } from '../slow.ts'

useInstance()

test('ls lists running sessions, or nothing', async () => {
  expect(await vibeflow(['ls'])).toEqual({
    exit: 0,
    out: '',
    err:
      'vibeflow: No session is running. (Sessions with socket.enabled = false are not ' +
      'listed.)\n',
  })
  expect(await json('ls')).toEqual({ v: 1, sessions: [], panes: [] })
  const { id } = instance.open('/bin/cat')
  const { sessions } = await json('ls')
  expect(sessions).toMatchObject([
    {
      id,
      state: 'active',
      cols: 80,
      rows: 24,
      sizeBy: 'window',
      clients: 0,
      cwd: instance.home,
      command: '/bin/cat',
    },
  ])
  expect((await vibeflow(['ls'])).out).toMatch(new RegExp(`^ID .*\\n${id}  (?:1\\.1|-) +active`))
  const [{ title }] = (await json('ls'))['sessions'] as [{ title: string }]
  for (const word of ['1', title.toUpperCase(), title.slice(0, 3)])
    expect(await json('status', word)).toMatchObject({ id })
  expect((await vibeflow(['status', '2'])).exit).toBe(4)
  await vibeflow(['pane', 'close', id, '--force'])
})

test('ls marks the session that it runs in, which status and log mean', async () => {
  const { id } = instance.open('/bin/cat')
  const other = instance.open('/bin/cat').id
  const socket = (await json('ls')).sessions.find((one: { id: string }) => one.id === id).socket
  const inside = { VIBEFLOW_SESSION_ID: id, VIBEFLOW_SOCKET: socket }
  const run = async (...words: string[]) => (await vibeflow(words, inside)).out
  const { sessions } = JSON.parse(await run('ls', '--json'))
  expect(sessions.map((one: { own?: true }) => one.own)).toEqual(
    sessions.map((one: { id: string }) => (one.id === id ? true : undefined)),
  )
  expect(await run('ls')).not.toContain('*')
  const stdout = vi.spyOn(process, 'stdout', 'get')
  stdout.mockReturnValue({ isTTY: true, columns: 200 } as WriteStream & { fd: 1 })
  const shown = await run('ls').finally(() => stdout.mockRestore())
  expect(shown).toMatch(new RegExp(`^${id} \\*  (?:1\\.\\d|-) +active`, 'm'))
  expect(shown).toMatch(new RegExp(`^${other}    (?:1\\.\\d|-) +active`, 'm'))
  expect(JSON.parse(await run('status', '--json'))).toMatchObject({ id })
  const log = await vibeflow(['log'], inside)
  expect(log.err).toMatch(new RegExp(`^$|nothing is recorded for session ${id}`))
  for (const one of [id, other]) await vibeflow(['pane', 'close', one, '--force'])
})

test('a session is one row of ls, whatever the name of its folder', async () => {
  const directory = file(`a\nabcdefghijkl  waiting (permission)  0 s  codex\u009b6n`)
  mkdirSync(directory, { recursive: true })
  const id =
    instance.workspace.newTabs.open({ command: { program: '/bin/cat', args: [] }, directory }) ?? ''
  const listed = async () =>
    ((await json('ls'))['sessions'] as { id: string }[]).map((session) => session.id).join()
  // the session of the test before may be ending still
  while ((await listed()) !== id) await new Promise((resolve) => setTimeout(resolve, 10))
  const { out } = await vibeflow(['ls'])
  expect([out.split('\n').length, out.includes('\u009b')]).toEqual([3, false])
  const { out: document } = await vibeflow(['ls', '--json'])
  expect([JSON.parse(document), document]).toEqual([
    expect.objectContaining({ sessions: [expect.objectContaining({ cwd: directory })] }),
    expect.stringMatching(/^[\x20-\x7e]*\n$/),
  ])
  await vibeflow(['kill', id])
})

test('ls --json lists the variables that programs set', async () => {
  const { id } = instance.open(
    '/bin/sh',
    '-c',
    `printf '\\033]1337;SetUserVar=__proto__=%s\\007\\033]1337;SetUserVar=b=%s\\033\\134' SGk= ` +
      `4oCuZQ==; exec cat`,
  )
  const listed = async () =>
    (await json('ls')).sessions.find((one: { id: string }) => one.id === id)
      ?.userVariables as unknown
  await expect.poll(async () => JSON.stringify(await listed())).toBe('{"__proto__":"Hi","b":"e"}')
  await vibeflow(['kill', id])
})

test('send types text, bytes and Enter, and resize sets and returns the size', async () => {
  const { id } = instance.open(
    '/bin/sh',
    '-c',
    `stty -echo; while read -r line; do printf '%s\\n' "$line" >> ${file('typed')}; stty ` +
      `size >> ${file('size')}; done`,
  )
  expect(await vibeflow(['send', id, 'echo', '"a  b"', '--enter'])).toEqual({
    exit: 0,
    out: '',
    err: '',
  })
  // the file is there before the size is in it
  await until(() => existsSync(file('size')) && readFileSync(file('size'), 'utf8') === '24 80\n')
  expect(readFileSync(file('typed'), 'utf8')).toBe('echo "a  b"\n')
  expect(await json('resize', id, '120x40')).toEqual({ v: 1, id, cols: 120, rows: 40 })
  expect(await json('send', id.slice(0, 6), '--hex', 'c3a90d')).toEqual({ v: 1, id, bytes: 3 })
  await until(() => readFileSync(file('size'), 'utf8') === '24 80\n40 120\n')
  expect(readFileSync(file('typed'), 'utf8')).toBe('echo "a  b"\né\n')
  expect((await json('ls')).sessions[0]).toMatchObject({ cols: 120, rows: 40, sizeBy: 'socket' })
  await vibeflow(['resize', id, '--reset'])
  expect((await json('ls')).sessions[0]).toMatchObject({ cols: 80, rows: 24, sizeBy: 'window' })
  await vibeflow(['kill', id])
})

test('send --when idle queues a prompt for one session, or for all of a list', async () => {
  const [one, other, third] = [1, 2, 3].map(() => instance.open('/bin/cat').id)
  const ids = [one, other, third].map(String)
  const { dialogs, queued } = instance.attention
  for (const id of ids.slice(0, 2)) dialogs.set(id, { lines: [], choices: [], token: null })
  for (const id of ids.slice(0, 2))
    await vibeflow(['status', id, '--set', 'working', '--app', 'claude'])
  expect(await vibeflow(['send', ids[0] ?? '', '--when', 'idle', 'fix', 'it'])).toEqual({
    exit: 0,
    out: `Queued for ${one}. Prompts in its queue: 0.\n`,
    err: '',
  })
  const act = { act: 'add', text: 'fix it', guess: false }
  expect(queued.splice(0)).toEqual([[one, act, 'command']])
  expect(
    await json('send', '--when', 'idle', '--guess', '--to', `@claude,${one}`, 'fix it'),
  ).toMatchObject({ queued: expect.arrayContaining([{ id: one, prompts: 0, paused: null }]) })
  expect(queued.splice(0).toSorted()).toEqual(
    [one, other].toSorted().map((id) => [id, { ...act, guess: true }, 'command']),
  )
  // a session that refuses does not keep the others from it
  const mixed = await vibeflow(['send', '--when', 'idle', '--to', `${third},${one}`, 'fix it'])
  const noAgent = 'No agent is in the foreground of this tab.'
  const got = `Queued for ${one}. Prompts in its queue: 0.\n`
  expect(mixed).toEqual({ exit: 5, out: got, err: `vibeflow: ${third}: ${noAgent}\n` })
  expect(queued.splice(0)).toEqual([[one, act, 'command']])
  expect(await json('send', '--when', 'idle', '--to', `${third},${one}`, 'fix it')).toEqual({
    v: 1,
    queued: [{ id: one, prompts: 0, paused: null }],
    refused: [{ id: third, code: 'refused', message: noAgent }],
  })
  expect(queued.splice(0)).toEqual([[one, act, 'command']])
  expect(await vibeflow(['send', ids[0] ?? '', '--guess', 'x'])).toMatchObject({ exit: 2 })
  const long = await vibeflow(['send', ids[0] ?? '', '--when', 'idle', 'x'.repeat(70_000)])
  expect([long.exit, long.err]).toEqual([5, expect.stringContaining('up to 4000 are')])
  expect(queued).toEqual([])
  for (const id of ids) await vibeflow(['kill', id])
})

test('status reports and sets, why gives reasons, wait returns at the first match', async () => {
  const [one, other] = [instance.open('/bin/cat'), instance.open('/bin/cat')]
  expect(await json('status', one.id)).toMatchObject({ v: 1, id: one.id, state: 'active' })
  const waiting = json('wait', one.id, other.id, '--until', 'waiting,error')
  await vibeflow([
    'status',
    other.id,
    ...['--set', 'waiting', '--app', 'claude', '--kind', 'permission', '--text'],
    'approve npm test?',
  ])
  expect(await waiting).toEqual({
    v: 1,
    id: other.id,
    state: 'waiting',
    since: expect.any(Number) as number,
    waitedMs: expect.any(Number) as number,
  })
  expect(await json('status', '@claude')).toMatchObject({
    id: other.id,
    state: 'waiting',
    tool: 'claude',
    kind: 'permission',
    message: 'approve npm test?',
    source: 'socket',
  })
  expect((await vibeflow(['why', other.id])).out).toMatch(
    /^.+ \(.+\)\nWaiting for (?:under )?\d+ s: permission\. Reported by Claude Code/,
  )
  expect(await vibeflow(['wait', other.id, '--until', 'waiting'])).toMatchObject({
    exit: 0,
    out: `${other.id} waiting\n`,
  }) // already there counts
  expect(
    await vibeflow(['wait', other.id, '--until', 'waiting', '--next', '--timeout', '0.1']),
  ).toMatchObject({ exit: 124 })
  await vibeflow(['status', other.id, '--clear', '--app', 'claude'])
  expect(await json('status', other.id)).toMatchObject({ state: 'active' })
  const ended = vibeflow(['wait', one.id, '--until', 'done'])
  const exited = vibeflow(['wait', other.id, '--until', 'exit'])
  for (const { id } of [one, other]) await watched(id, 1)
  await vibeflow(['kill', one.id])
  await vibeflow(['kill', other.id, '--signal', 'TERM'])
  expect(await ended).toMatchObject({ exit: 7 })
  expect(await exited).toMatchObject({ exit: 0, out: `${other.id} exit\n` })
})

test('wait reports a connection that closes without EXIT, and waits for the others', async () => {
  const { id } = instance.open('/bin/cat')
  const [lost, also] = [
    vibeflow(['wait', id, '--until', 'exit']),
    vibeflow(['wait', id, '--until', 'waiting']),
  ]
  const { path, close } = await deaf('abcdefghijkl', { welcome: true })
  const both = vibeflow(['wait', id, 'abcdefghijkl', '--until', 'exit'])
  await watched(id, 3)
  instance.workspace.configure({ ...defaults, socket: { ...defaults.socket, enabled: false } })
  const closed = (session: string) =>
    `lost the connection to session ${session}. vibeflow may have ended, or its socket was ` +
    'turned off.'
  expect([await lost, await also]).toEqual(
    Array.from({ length: 2 }, () => ({ exit: 4, out: '', err: `vibeflow wait: ${closed(id)}\n` })),
  )
  close()
  expect(await both).toEqual({
    exit: 4,
    out: '',
    err:
      `vibeflow: ${closed(id)} Waiting for the others.\nvibeflow wait: ` +
      `${closed(`${id}, abcdefghijkl`)}\n`,
  })
  expect(existsSync(path)).toBe(false)
  instance.workspace.configure(defaults)
  await vibeflow(['kill', id])
})

test('a session that ends before it answers HELLO sends EXIT to its clients', async () => {
  const { close } = await deaf('abcdefghijkl', { exits: true })
  expect(await vibeflow(['wait', 'abcdefghijkl', '--until', 'exit'])).toEqual({
    exit: 0,
    out: 'abcdefghijkl exit\n',
    err: '',
  })
  close()
})

test('a session that closes before HELLO has ended, and a silent one does not answer', async () => {
  const { close } = await deaf('abcdefghijkl', { closes: true })
  expect(await vibeflow(['record', 'abcdefghijkl', 'never.cast'])).toEqual({
    exit: 4,
    out: '',
    err:
      'vibeflow record: session abcdefghijkl ended, or its socket was turned off, before it ' +
      'answered.\n',
  })
  close()
  const { close: stop } = await deaf('abcdefghijkl', {})
  const asked = [vibeflow(['focus', 'abcdefghijkl']), vibeflow(['status', '@x'])]
  const saying = (text: string) => expect.stringContaining(text) as string
  expect(await Promise.all(asked)).toMatchObject([
    { exit: 6, err: saying('does not answer HELLO') },
    { exit: 4, err: saying('abcdefghijkl (no answer)') },
  ])
  stop()
})

/** A session of another kind, next to the ones of the instance. */
async function deaf(
  id: string,
  {
    welcome = false,
    closes = false,
    exits = false,
  }: { readonly welcome?: boolean; readonly closes?: boolean; readonly exits?: boolean },
): Promise<{ readonly path: string; readonly close: () => void }> {
  const folder = join(instance.home, 'run/vibeflow', id)
  mkdirSync(folder, { mode: 0o700 })
  const path = join(folder, 'ipc.sock')
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => {
      if (closes) socket.end()
    })
    if (exits)
      socket.end(
        OutsideClient.frame(
          3,
          '{"app":"vibeflow","status":"exited","state":"exited","exitCode":0,"origin":"vibeflow"}',
        ),
      )
    if (welcome)
      socket.write(
        OutsideClient.frame(
          0x41,
          '{"v":1,"session":{"id":"x","pid":1,"title":"x","cwd":"/","command":"x",' +
            '"startedAt":0,"cols":80,"rows":24},"state":{"state":"active","since":0,' +
            '"source":"shell"}}',
        ),
      )
  })
  await new Promise<void>((resolve) => {
    server.listen(path, resolve)
  })
  return {
    path,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

test(
  'kill waits for the end, or reports that the program runs on; --force ends it',
  slow,
  async () => {
    const { id, path } = instance.open(
      '/bin/sh',
      '-c',
      `trap "" HUP; touch ${file('deaf')}; while :; do sleep 0.05; done`,
    )
    await until(() => existsSync(file('deaf')))
    expect(await vibeflow(['kill', id])).toMatchObject({
      exit: 124,
      err: `vibeflow kill: session ${id} has not ended after 3 s. To kill it, use --force.\n`,
    })
    expect(await json('kill', id, '--signal', '9', '--no-wait')).toMatchObject({
      id,
      signal: 'SIGKILL',
    })
    await until(() => !existsSync(path) && !existsSync(join(path, '..')))
    expect(await vibeflow(['kill', id])).toMatchObject({ exit: 4 })
  },
)

test('a killed program needs no user, but a program that died by its own signal does', async () => {
  const own = instance.open('/bin/sh', '-c', 'sleep 0.5; kill -TERM $$')
  const killed = instance.open('/bin/cat')
  const state = ({ id }: { readonly id: string }) =>
    instance.workspace.session(asSession(id))?.view()
  await until(() => state(killed)?.phase === 'running')
  expect(await vibeflow(['kill', killed.id])).toMatchObject({ exit: 0 })
  await until(() => [own, killed].every((one) => state(one)?.phase === 'ended'))
  expect([own, killed].map((one) => state(one)?.state)).toEqual(['error', 'active'])
})

test('record writes output with sizes and exit, and replay reads it', async () => {
  const { id } = instance.open(
    '/bin/sh',
    '-c',
    'read -r go; printf "één \\033[1mtwo\\033[m\\n"; read -r go; exit 3',
  )
  const recording = vibeflow(['record', id, 'session.cast', '--json'])
  await until(
    () =>
      existsSync(file('session.cast')) &&
      readFileSync(file('session.cast'), 'utf8').includes('"timestamp"'),
  )
  await until(() => instance.sent.length > 0)
  await vibeflow(['send', id, '', '--enter'])
  await vibeflow(['resize', id, '100x30'])
  await vibeflow(['send', id, '', '--enter'])
  const { exit, out } = await recording
  expect([exit, JSON.parse(out)]).toEqual([
    0,
    { v: 1, id, file: 'session.cast', events: expect.any(Number) as number, ended: true },
  ])
  const [header, ...events] = readFileSync(file('session.cast'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as any)
  expect(header).toMatchObject({ version: 3, term: { cols: 80, rows: 24 } })
  expect(
    events
      .filter(([, code]) => code === 'o')
      .map(([, , data]) => data)
      .join(''),
  ).toContain('één \x1b[1mtwo\x1b[m\r\n')
  expect(events.filter(([, code]) => code !== 'o').map(([, code, data]) => [code, data])).toEqual([
    ['r', '100x30'],
    ['x', '3'],
  ])
  expect(statSync(file('session.cast')).mode & 0o777).toBe(0o600)
  expect(await json('replay', 'session.cast')).toMatchObject({
    v: 1,
    version: 3,
    cols: 80,
    rows: 24,
    events: events.length,
  })
  const { id: next } = instance.open('/bin/cat')
  expect(await vibeflow(['record', next, 'session.cast'])).toMatchObject({
    exit: 1,
    err: `vibeflow record: ${file('session.cast')} already exists. Choose another file name.\n`,
  })
  await vibeflow(['kill', next])
})

test('snapshot shows the screen in every format', async () => {
  const { id } = instance.open(
    '/bin/sh',
    '-c',
    'seq 1 30; printf "\\033[1;31mred\\033[m <&> 你"; exec cat',
  )
  while (!(await vibeflow(['snapshot', id])).out.includes('你'))
    await new Promise((resolve) => setTimeout(resolve, 20))
  const { id: prompt } = instance.open('/bin/sh', '-c', 'printf "\\n$ "; exec cat')
  while ((await vibeflow(['snapshot', prompt])).out === '')
    await new Promise((resolve) => setTimeout(resolve, 20))
  // the rows below the prompt are not part of the text
  expect(await vibeflow(['snapshot', prompt])).toEqual({ exit: 0, out: '\n$\n', err: '' })
  expect((await json('snapshot', prompt, '--format', 'json'))['content']).toMatchObject({
    rows: 24,
  })
  await vibeflow(['kill', prompt])
  const screen = [...Array.from({ length: 23 }, (_, row) => `${row + 8}`), 'red <&> 你']
  expect(await vibeflow(['snapshot', id])).toEqual({
    exit: 0,
    out: `${screen.join('\n')}\n`,
    err: '',
  })
  expect((await vibeflow(['snapshot', id, '--scrollback', '2'])).out).toBe(
    `${['6', '7', ...screen].join('\n')}\n`,
  )
  expect(await json('snapshot', id)).toEqual({
    v: 1,
    id,
    format: 'text',
    content: screen.join('\n'),
  })
  expect((await vibeflow(['snapshot', id, '--format', 'ansi'])).out).toContain('\x1b[0;1;31mred')
  const { content } = await json('snapshot', id, '--format', 'json')
  const whole = (await vibeflow(['snapshot', id, '--format', 'json'])).out
  expect([content.cols, content.rows, content.cursor.row]).toEqual([80, 24, 23])
  const packed = Buffer.from(
    (await json('snapshot', id, '--format', 'msgpack'))['content'] as string,
    'base64',
  )
  const [fromPacked, fromJson] = [
    decode(packed, messagePack),
    decode(Buffer.from(whole), messagePack),
  ]
  expect(
    fromPacked.ok && fromJson.ok && !('from' in fromPacked.value) && !('from' in fromJson.value)
      ? fromPacked.value.lines
      : fromPacked,
  ).toEqual(fromJson.ok && !('from' in fromJson.value) ? fromJson.value.lines : fromJson)
  expect((await vibeflow(['snapshot', id, '--format', 'html'])).out).toMatch(
    new RegExp(
      String.raw`^<!doctype html>\n<html><head><meta charset="utf-8">[^]*<pre ` +
        String.raw`style=[^]*>red</span> &lt;&amp;&gt; 你`,
    ),
  )
  expect((await vibeflow(['snapshot', id, '--format', 'svg'])).out).toMatch(/^<svg xmlns=[^]*red/)
  writeFileSync(file('screen.svg'), 'readable for all', { mode: 0o644 })
  expect(await json('snapshot', id, '--format', 'svg', '-o', 'screen.svg')).toEqual({
    v: 1,
    id,
    format: 'svg',
    file: 'screen.svg',
    bytes: statSync(file('screen.svg')).size,
  })
  expect(statSync(file('screen.svg')).mode & 0o777).toBe(0o600)
  expect(await vibeflow(['snapshot', id, '-o', 'no/such/place'])).toMatchObject({
    exit: 1,
    err: expect.stringContaining("can't write ") as string,
  })
  await vibeflow(['kill', id])
})
