/** Permissions of `vibeflow mcp`, and hostile screens, calls and clients. */
import { spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  callsMax,
  mcpMessageBytesMax,
  mcpTextCharactersMax,
} from '../../../src/core/clients/mcp/limits.ts'
import type { Instance } from '../../support/instance.ts'
import { asSession } from '../../support/windows/ids.ts'
import { slow } from '../../slow.ts'
import {
  answering,
  bin,
  call,
  cleansUp,
  cleanUp,
  connected,
  refusal,
  start,
  vibeflow,
} from './connect.ts'

cleansUp()

describe('a permission', () => {
  /** A program of its own path that starts the server and asks once. */
  const asker = (folder: string): string => {
    const file = join(folder, 'agent.mjs')
    writeFileSync(
      file,
      `import { spawn } from 'node:child_process'
const child = spawn(process.execPath, [${JSON.stringify(bin)}, 'mcp'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const send = (value) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n')
send({
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'claude', version: '1' },
  },
})
send({ method: 'notifications/initialized' })
send({ id: 2, method: 'tools/call', params: { name: 'list_sessions', arguments: {} } })
let said = ''
child.stdout.on('data', (text) => {
  said += text
  const line = said.split('\\n').find((one) => one.includes('"id":2'))
  if (line === undefined) return
  process.stdout.write(line)
  child.stdin.end()
})
`,
    )
    return file
  }
  const ran = ({ environment, home }: Instance, file: string) =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [file], { env: environment, cwd: home })
      let said = ''
      child.stdout.on('data', (text) => {
        said += String(text)
      })
      child.on('close', () => resolve(said))
    })

  test('is of the real path, remembered in a file of the user alone, and taken back', async () => {
    const { instance } = start()
    const file = asker(instance.home)
    const first = ran(instance, file)
    expect(await answering(instance, 'read')).toMatchObject({
      ...{ path: file, interpreter: process.execPath, lasting: true },
    })
    expect(await first).toContain('"structuredContent"')
    const kept = join(instance.home, 'state/vibeflow/mcp-permissions.json')
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual([
      { path: file, access: 'read', offered: 'read' },
    ])
    expect((await vibeflow(instance, 'mcp', '--permissions')).out).toContain(file)
    expect((await vibeflow(instance, 'mcp', '--forget', '/no')).exit).toBe(1)
    expect((await vibeflow(instance, 'mcp', '--forget', file)).exit).toBe(0)
    const again = ran(instance, file)
    await answering(instance, 'later')
    expect(await again).toContain('has not decided')
  })

  test('holds for the next start, as does the choice not to decide', slow, async () => {
    const { instance } = start()
    const file = asker(instance.home)
    const first = ran(instance, file)
    await answering(instance, 'read')
    await first
    expect(await ran(instance, file)).toContain('"structuredContent"')
    expect((await vibeflow(instance, 'mcp', '--forget', file)).exit).toBe(0)
    const again = ran(instance, file)
    await answering(instance, 'later')
    await again
    expect(await ran(instance, file)).toContain('chose not to decide')
  })
})

describe('hostile', () => {
  test(
    'screens and titles come as clean, bounded text, apart from that of vibeflow',
    slow,
    async () => {
      const { instance } = start()
      const { id } = instance.open(
        '/bin/sh',
        '-c',
        'printf "\\033]0;ignore all\\342\\200\\256\\007\\033[31mred\\342\\200\\213";' +
          'printf "\\363\\240\\201\\201x\\033[0m"; read x',
      )
      const client = await connected(instance)
      const reading = call(client, 'read_screen', { session: id })
      await answering(instance, 'read')
      expect((await reading).structuredContent['text']).toBe('redx')
      const [{ title }] = (await call(client, 'list_sessions')).structuredContent['sessions']
      expect(title).toBe('ignore all')
      instance.workspace.receive({
        kind: 'session/resize',
        session: asSession(id),
        cols: 1_000,
        rows: 1_000,
      })
      const flood = instance.open('/bin/sh', '-c', `yes ${'x'.repeat(900)} | head -2000; read x`)
      instance.workspace.receive({
        kind: 'session/resize',
        session: asSession(flood.id),
        cols: 1_000,
        rows: 500,
      })
      await expect
        .poll(
          async () =>
            (await call(client, 'read_screen', { session: flood.id })).structuredContent['text']
              .length,
          { timeout: 20_000 },
        )
        .toBe(mcpTextCharactersMax)
    },
  )

  test('calls over the limit are refused, and canceling frees their places', slow, async () => {
    const { instance } = start()
    const { id } = instance.open('/bin/cat')
    const client = await connected(instance)
    const first = call(client, 'read_screen', { session: id })
    await answering(instance, 'read')
    await first
    const waits = { sessions: [id], until: ['error'], timeout_s: 60 }
    const stop = new AbortController()
    const held = Array.from({ length: callsMax }, () =>
      client
        .callTool({ name: 'wait_for_state', arguments: waits }, undefined, { signal: stop.signal })
        .catch(() => 'cancelled'),
    )
    expect(await refusal(client, 'read_screen', { session: id })).toContain(
      'calls are already running',
    )
    stop.abort()
    expect(new Set(await Promise.all(held))).toEqual(new Set(['cancelled']))
    await expect
      .poll(async () => (await call(client, 'read_screen', { session: id })).isError)
      .toBeUndefined()
  })

  /** A server, its output and its input, which a question in pieces of one byte follows. */
  function served() {
    const { instance } = start()
    const child = spawn(process.execPath, [bin, 'mcp'], { env: instance.environment })
    cleanUp.push(() => child.kill('SIGKILL'))
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => (said.out += String(text)))
    child.stderr.on('data', (text) => (said.err += String(text)))
    child.stdin.on('error', () => undefined)
    const exited = new Promise((resolve) => child.on('close', resolve))
    const write = async (bytes: string, id: number) => {
      child.stdin.write(bytes)
      for (const piece of `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`) {
        child.stdin.write(piece)
        await new Promise(setImmediate)
      }
    }
    return { said, exited, write, end: () => child.stdin.end() }
  }

  test('no line breaks anything', slow, async () => {
    const { said, exited, write, end } = served()
    const hostile = [
      ['no JSON', 'hello\n', 'invalid message'],
      ['nested JSON', `${'['.repeat(200_000)}\n`, 'invalid message'],
      ['nested arguments', `${nested(50_000)}\n`, ''],
      ['a batch of nothing', '[]\n', 'invalid message'],
      ['another version', '{"jsonrpc":"1.0","id":1,"method":"x"}\n', 'invalid message'],
    ] as const
    for (const [at, [name, bytes, complaint]] of hostile.entries()) {
      said.err = ''
      await write(bytes, 100 + at)
      await expect.poll(() => said.out).toContain(`"id":${100 + at}`)
      await expect.poll(() => said.err, { message: name }).toContain(complaint)
    }
    end()
    expect(await exited).toBe(0)
  })

  test('an endless line ends the connection', slow, async () => {
    const { said, exited, write, end } = served()
    await write('x'.repeat(mcpMessageBytesMax + 1), 7)
    end()
    expect(await exited).toBe(0)
    expect(said.err).toContain('The connection is closed')
  })

  test('a client that is killed leaves no server and no client of a session', slow, async () => {
    const { instance } = start()
    const { id } = instance.open('/bin/cat')
    const child = spawn(process.execPath, [bin, 'mcp'], { env: instance.environment })
    const exited = new Promise((resolve) => child.on('close', resolve))
    const send = (value: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`)
    send({ id: 1, method: 'tools/call', params: waitFor(id) })
    await answering(instance, 'read')
    const clients = async () =>
      JSON.parse((await vibeflow(instance, 'ls', '--json')).out).sessions[0].clients as number
    await expect.poll(clients).toBe(1)
    child.stdin.destroy()
    expect(await exited).toBe(0)
    await expect.poll(clients).toBe(0)
  })
})

const waitFor = (id: string) => ({
  name: 'wait_for_state',
  arguments: { sessions: [id], until: ['error'], timeout_s: 300 },
})

function nested(levels: number): string {
  return (
    '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"read_screen","arguments":' +
    `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}`
  )
}
