/** `vibeflow mcp` as agents use it: a client of the SDK starts the command, at real sessions. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, describe, expect, test } from 'vitest'
import { defaults, type Options } from '../../src/core/config/table.ts'
import {
  callsMax,
  mcpMessageBytesMax,
  mcpTextCharactersMax,
} from '../../src/core/clients/mcp/limits.ts'
import type { UserAnswer } from '../../src/core/clients/mcp/access.ts'
import type { TabView } from '../../src/core/windows/tabs/tab-view.ts'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'
import { root } from '../tidy/tree.ts'
import { asSession } from '../support/windows/ids.ts'

const bin = join(root, 'src/cli/bin/vibeflow.mjs')
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const one of cleanUp.splice(0).reverse()) await one()
})

interface Place {
  readonly instance: Instance
  set(socket: Partial<Options['socket']>): void
}

function start(socket: Partial<Options['socket']> = {}): Place {
  let options: Options = { ...defaults, socket: { ...defaults.socket, ...socket } }
  const instance = startInstance({ configuration: () => options })
  cleanUp.push(() => instance.close())
  return {
    instance,
    set: (other) => {
      options = { ...options, socket: { ...options.socket, ...other } }
      instance.mcp.configured()
    },
  }
}

async function connected(
  { environment, home }: Pick<Instance, 'environment' | 'home'>,
  extra: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp'],
    env: { ...environment, ...extra },
    cwd: home,
    stderr: 'pipe',
  })
  await client.connect(transport)
  cleanUp.push(() => client.close())
  return client
}

/** Gives the user's word as soon as there is a question. */
async function answering({ mcp }: Instance, access: UserAnswer) {
  for (const end = performance.now() + 20_000; performance.now() < end; await tick()) {
    const { question } = mcp.state()
    if (question === null) continue
    mcp.answer(question.id, access)
    return question
  }
  throw new Error('nothing was asked')
}
const tick = () => new Promise((resolve) => setTimeout(resolve, 10))

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: Record<string, any>
}
/** The SDK's client checks what is structured by the schema of the tool. */
const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as unknown as Result
const refusal = async (...[client, name, args]: Parameters<typeof call>) => {
  const { isError, content } = await call(client, name, args)
  expect(isError).toBe(true)
  return content[0]?.text
}

describe('by reading', () => {
  test('lists, reads, waits and explains, once the user allows it', async () => {
    const { instance } = start()
    const { id } = instance.open(
      '/bin/sh',
      '-c',
      'for n in $(seq 40); do echo row $n; done; printf "\\033]0;evil\\007"; read x; read y',
    )
    const client = await connected(instance)
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ...['list_sessions', 'read_screen', 'read_scrollback', 'wait_for_state', 'explain_state'].map(
        (name) => [name, true],
      ),
    ])
    const listing = call(client, 'list_sessions')
    const asked = await answering(instance, 'read')
    // this process started it: node, with vitest's script, or a worker of it
    expect(asked).toMatchObject({ wants: 'read', offers: 'read', tab: null })
    const { sessions } = (await listing).structuredContent as { sessions: object[] }
    expect(sessions).toEqual([
      expect.objectContaining({ id, title: 'evil', own: false, cols: 80, rows: 24 }),
    ])
    const screen = await call(client, 'read_screen', { session: id })
    expect(screen.structuredContent).toMatchObject({ session: id, cols: 80, cut: false })
    expect(screen.structuredContent['text']).toMatch(/^row 18\n[\s\S]*row 40$/)
    expect(screen.content).toHaveLength(2)
    const back = await call(client, 'read_scrollback', { session: id, limit: 10 })
    expect(back.structuredContent).toMatchObject({ rows: 10, next_offset: 10 })
    expect(back.structuredContent['text']).toMatch(/^row 8\n[\s\S]*row 17$/)
    const older = await call(client, 'read_scrollback', { session: id, offset: 10, limit: 10 })
    expect(older.structuredContent).toMatchObject({ rows: 7, next_offset: null })
    expect((await call(client, 'explain_state', { session: id })).structuredContent).toMatchObject({
      state: 'active',
      why: expect.stringContaining('evil'),
    })
    const [waited] = await Promise.all([
      call(client, 'wait_for_state', { sessions: [id], until: ['waiting'], timeout_s: 20 }),
      vibeflow(instance, 'status', id, '--set', 'waiting', '--app', 'codex'),
    ])
    expect(waited.structuredContent).toMatchObject({ reached: true, session: id, state: 'waiting' })
    const over = await call(client, 'wait_for_state', {
      ...{ sessions: [id], until: ['done'], timeout_s: 0.1 },
    })
    expect(over.structuredContent).toMatchObject({ reached: false, session: null, state: null })
    expect(instance.logged.filter((line) => /read_screen of .*: allowed$/.test(line))).toHaveLength(
      1,
    )
    expect(
      instance.workspace
        .session(asSession(id))
        ?.recording.recorder.entries.map(({ event }) => event),
    ).toContainEqual(expect.objectContaining({ type: 'call', tool: 'read_screen', allowed: true }))
  })

  test('reports why a call is refused, and how to proceed', async () => {
    const place = start()
    const { instance } = place
    const { id } = instance.open('/bin/cat')
    const client = await connected(instance)
    const reading = call(client, 'read_screen', { session: id })
    await answering(instance, 'read')
    expect((await reading).isError).toBeUndefined()
    for (const [name, args] of Object.entries({
      new_session: {},
      send_text: { session: id, text: 'x' },
      answer: { session: id },
    }))
      expect(await refusal(client, name, args)).toBe(
        `Not allowed: ${name} requires socket.mcp = "full" in the user's configuration, which ` +
          'has "read". Only the user can change it.',
      )
    place.set({ mcp: 'full', access: 'read' })
    expect(await refusal(client, 'send_text', { session: id, text: 'x' })).toContain(
      'socket.access = "full"',
    )
    place.set({ mcp: 'off', access: 'full' })
    expect(await refusal(client, 'read_screen', { session: id })).toContain(
      'read_screen requires socket.mcp = "read" or "full"',
    )
    expect((await client.listTools()).tools).toEqual([])
    place.set({ mcp: 'read' })
    expect(await refusal(client, 'read_screen', { session: 'nosuchsession' })).toContain(
      'Unknown session "nosuchsession". Use an ID from list_sessions, the start of one, a title',
    )
    expect(await refusal(client, 'read_screen', { session: '../../x' })).toContain('session')
    expect(await refusal(client, 'rm')).toContain('Unknown tool "rm". Available: list_sessions')
    expect(instance.logged.some((line) => /send_text of .*: refused: Not allowed/.test(line))).toBe(
      true,
    )
  })

  test('a refusal of the user lasts for the program', async () => {
    const { instance } = start()
    const client = await connected(instance)
    const listing = refusal(client, 'list_sessions')
    await answering(instance, 'none')
    expect(await listing).toMatch(/^Not allowed: the user has refused this to /)
    expect(await refusal(client, 'list_sessions')).toMatch(/the user has refused this/)
    expect(instance.mcp.state().question).toBeNull()
  })

  test('where no vibeflow runs, and where it has no sockets', async () => {
    const home = mkdtempSync(join(tmpdir(), 'vibeflow-mcp-'))
    cleanUp.push(() => rmSync(home, { recursive: true, force: true }))
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const client = await connected({ home, environment: { HOME: home, PATH, NODE_COMPILE_CACHE } })
    expect((await call(client, 'list_sessions')).structuredContent).toEqual({
      sessions: [],
      note: 'No session is running. (Sessions with socket.enabled = false are not listed.)',
    })
    expect(await refusal(client, 'read_screen', { session: 'abc' })).toContain(
      "vibeflow isn't running",
    )
  })
})

describe('in full', () => {
  test('opens a session, types into it, and not into its own', async () => {
    const { instance } = start({ mcp: 'full' })
    const own = instance.open('/bin/cat')
    const client = await connected(instance, { VIBEFLOW_SESSION_ID: own.id })
    expect((await client.listTools()).tools).toHaveLength(8)
    const opening = call(client, 'new_session', { command: ['/bin/cat'], title: '-x' })
    expect(await answering(instance, 'full')).toMatchObject({ wants: 'full', offers: 'full' })
    const { session } = (await opening).structuredContent as { session: string }
    expect(instance.workspace.session(asSession(session))?.program.pid).toBeGreaterThan(0)
    const typed = await call(client, 'send_text', { session, text: 'hello', enter: true })
    expect(typed.structuredContent).toEqual({ session, bytes: 6 })
    for (const end = performance.now() + 10_000; performance.now() < end; await tick()) {
      const { structuredContent } = await call(client, 'read_screen', { session })
      if (/hello\nhello/.test(structuredContent['text'])) break
    }
    expect((await call(client, 'read_screen', { session })).structuredContent['text']).toBe(
      'hello\nhello',
    )
    expect(await refusal(client, 'send_text', { session, text: 'rm -rf x\nls' })).toMatch(
      /^Nothing was typed: text has several lines/,
    )
    expect(await refusal(client, 'send_text', { session, text: '\u001b[A' })).toMatch(
      /^Nothing was typed: text contains control characters/,
    )
    for (const name of ['send_text', 'answer'])
      expect(await refusal(client, name, { session: own.id })).toBe(
        `Not allowed: ${own.id} is your own session.`,
      )
    expect(await refusal(client, 'answer', { session })).toContain('has the session')
    const choices = [{ number: 1, label: 'Yes' }]
    instance.attention.dialogs.set(session, { lines: ['May I?'], choices, token: 't1' })
    expect((await call(client, 'answer', { session })).structuredContent).toEqual({
      ...{ session, sent: false, lines: ['May I?'], choices, token: 't1' },
    })
    expect(await refusal(client, 'answer', { session, choice: 1 })).toContain('token and choice')
    const wrong = await call(client, 'answer', { session, token: 'x', choice: 1 })
    expect(wrong.structuredContent).toMatchObject({ sent: false, why: 'It is another dialog.' })
    const right = await call(client, 'answer', { session, token: 't1', choice: 1 })
    expect(right.structuredContent).toMatchObject({ sent: true })
    expect(instance.attention.answers).toEqual([[session, 't1', 1]])
    // as the verbs name sessions: by the beginning of the id, by the row of `ls`, by title
    const rows = [...(await vibeflow(instance, 'ls')).out.matchAll(/^\w{12}/gm)]
    const row = rows.findIndex(([id]) => id === session) + 1
    for (const word of [session.slice(0, 6), String(row)])
      expect(
        (await call(client, 'read_screen', { session: word })).structuredContent,
      ).toMatchObject({ session, text: 'hello\nhello' })
    // any output sets a title, and rows move: keys go to an id
    for (const [tool, more] of [
      ['send_text', { text: 'x' }],
      ['answer', {}],
    ] as const)
      expect(await refusal(client, tool, { session: String(row), ...more })).toContain(
        `${tool} requires a session ID`,
      )
    const other = instance.open('/bin/cat')
    await expect
      .poll(() => refusal(client, 'send_text', { session: 'cat', text: 'x' }))
      .toBe(
        `"cat" matches several sessions: ${[session, own.id, other.id].sort().join(', ')}. ` +
          'Use one of these IDs, or a row number of `vibeflow ls`.',
      )
    expect(
      await refusal(client, 'send_text', { session: own.id.slice(0, 6), text: 'x' }),
    ).toContain(`Not allowed: ${own.id} is your own session`)
  })

  test('a detached session of tmux is listed and answered, but for that of who asks', async () => {
    const { instance } = start({ mcp: 'full' })
    const client = await connected(instance)
    const view = (id: string): TabView => ({
      ...{ id: asSession(id), title: 'api', project: 'tmux 0.1, detached', place: '' },
      ...{ state: 'waiting', phase: 'running' },
      agent: {
        ...{ since: 1_700_000_000_000, seen: false, snoozedUntil: null, confidence: 'fact' },
        ...{ source: 'screen', tool: 'claude', more: 0, kind: 'permission' },
      },
    })
    instance.detached.push({ view: view('other'), pids: [] })
    instance.detached.push({ view: view('mine'), pids: [process.pid] })
    const listing = call(client, 'list_sessions')
    await answering(instance, 'full')
    const row = {
      ...{ title: 'api', window: '', active: false, state: 'waiting', kind: 'permission' },
      ...{ tool: 'claude', since: '2023-11-14T22:13:20.000Z', directory: '' },
    }
    expect((await listing).structuredContent['sessions']).toEqual([
      { ...row, id: 'other', own: false },
      { ...row, id: 'mine', own: true },
    ])
    const choices = [{ number: 1, label: 'Yes' }]
    for (const id of ['other', 'mine'])
      instance.attention.dialogs.set(id, { lines: ['May I?'], choices, token: 't1' })
    expect((await call(client, 'answer', { session: 'other' })).structuredContent).toMatchObject({
      ...{ lines: ['May I?'], choices, token: 't1' },
    })
    const args = { token: 't1', choice: 1 }
    const sent = await call(client, 'answer', { session: 'other', ...args })
    expect(sent.structuredContent).toMatchObject({ sent: true })
    expect(await refusal(client, 'answer', { session: 'mine', ...args })).toBe(
      'Not allowed: mine is your own session.',
    )
    expect(await refusal(client, 'read_screen', { session: 'other' })).toContain(
      'other is a detached tmux session',
    )
    expect(instance.attention.answers).toEqual([['other', 't1', 1]])
  })

  test('a program that may only read is refused the rest', async () => {
    const { instance } = start({ mcp: 'full' })
    const { id } = instance.open('/bin/cat')
    const client = await connected(instance)
    const typing = refusal(client, 'send_text', { session: id, text: 'x' })
    await answering(instance, 'read')
    expect(await typing).toMatch(/the user has refused more than reading/)
    expect((await call(client, 'read_screen', { session: id })).isError).toBeUndefined()
    expect(await refusal(client, 'send_text', { session: id, text: 'x' })).toMatch(
      /more than reading/,
    )
  })

  test('lines are sent as one paste if the program accepts pastes', async () => {
    const { instance } = start({ mcp: 'full' })
    const { id } = instance.open(
      '/bin/sh',
      '-c',
      'stty raw -echo; printf "\\033[?2004hok"; head -c 23 | od -An -c; exec cat',
    )
    const client = await connected(instance)
    const first = call(client, 'read_screen', { session: id })
    await answering(instance, 'full')
    await first
    await call(client, 'send_text', { session: id, text: 'a\nb\u001b'.replace('\u001b', 'c') })
    await call(client, 'send_text', { session: id, text: 'defghij' })
    await expect
      .poll(
        async () => (await call(client, 'read_screen', { session: id })).structuredContent['text'],
      )
      .toMatch(/033 +\[ +2 +0 +0 +~ +a +\\n +b +c +033 +\[ +2 +0 +1 +~/)
  })
})

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
    expect(await ran(instance, file)).toContain('"structuredContent"')
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
    expect(await ran(instance, file)).toContain('chose not to decide')
  })
})

describe('hostile', () => {
  test("screens and titles arrive as clean, bounded text, apart from vibeflow's own", async () => {
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
  })

  test('calls over the limit are refused, and canceling frees their places', async () => {
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

  /**
   * Starts a server, and records its answers and its input. A question in pieces of one byte
   * follows that input.
   */
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

  test('no line breaks anything', async () => {
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

  test('an endless line ends the connection', async () => {
    const { said, exited, write, end } = served()
    await write('x'.repeat(mcpMessageBytesMax + 1), 7)
    end()
    expect(await exited).toBe(0)
    expect(said.err).toContain('The connection is closed')
  })

  test('a client that is killed leaves no server and no client of a session', async () => {
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

function vibeflow({ environment, home }: Instance, ...words: readonly string[]) {
  return runVerb(words, { environment, directory: home })
}
