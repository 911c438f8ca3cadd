/**
 * Attacks the verbs with a program at a session's socket that is not vibeflow, or is broken. The
 * verbs still show the other sessions, in their own words.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodePacket, encodeJson } from '../../src/core/clients/socket/frame.ts'
import { messageType } from '../../src/core/clients/socket/message-types.ts'
import { runVerb } from '../support/run-verb.ts'

let home: string
const servers: Server[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hostile-'))
  mkdirSync(join(home, 'vibeflow'), { mode: 0o700 })
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  rmSync(home, { recursive: true, force: true })
})

async function vibeflow(...words: readonly string[]): Promise<readonly [number, string]> {
  const environment = { XDG_RUNTIME_DIR: home, HOME: home }
  const { exit, out, err } = await runVerb(words, { environment, directory: '/' })
  return [exit, `${out}${err}`]
}

/** A session that answers all that it hears with this WELCOME. */
function session(id: string, welcome: unknown): void {
  mkdirSync(join(home, 'vibeflow', id), { mode: 0o700 })
  servers.push(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write(encodeJson(messageType.welcome, welcome)))
    }).listen(join(home, 'vibeflow', id, 'ipc.sock')),
  )
}

const state = {
  v: 1,
  seq: 1,
  state: 'working',
  since: Date.now(),
  seen: true,
  source: 'shell',
  confidence: 'sure',
  tool: 'claude',
}
const facts = {
  id: 'goodaaaaaaaa',
  pid: 1,
  title: 'the good one',
  cwd: '/',
  command: 'sh',
  startedAt: Date.now(),
  cols: 80,
  rows: 24,
  sizeBy: 'window',
  access: 'full',
  clients: 1,
}

test('a session file without valid fields is ignored and hides no other session', async () => {
  session('goodaaaaaaaa', {
    v: 1,
    server: 'vibeflow/0.1.0',
    encoding: 'json',
    session: facts,
    state,
    at: 0,
    limits: {},
  })
  for (const [index, welcome] of [
    {},
    { session: null, state: null },
    { session: facts, state: { ...state, tool: {} } },
    { session: { ...facts, title: { a: 1 } }, state },
    { session: { ...facts, userVariables: 'a' }, state },
    { session: { ...facts, userVariables: { a: { b: 1 } } }, state },
    { session: facts, state: { ...state, since: 'x' } },
    [1],
  ].entries())
    session(`bad${index}aaaaaaaa`, welcome)
  const [code, said] = await vibeflow('ls')
  expect([code, said]).toEqual([0, expect.stringContaining('the good one')])
  expect(said).not.toMatch(/\[object|undefined|NaN/)
  expect(await vibeflow('status', '@claude')).toEqual([0, expect.stringContaining('working')])
  expect(await vibeflow('status', 'bad3aaaaaaaa')).toEqual([
    6,
    expect.stringContaining('does not answer HELLO'),
  ])
})

/** An app whose control socket answers this; null: nothing. */
function app(pid: number, answer: Uint8Array | null): void {
  servers.push(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        if (answer !== null) socket.write(answer)
      })
    }).listen(join(home, 'vibeflow', `app-${pid}.sock`)),
  )
}

test('an app without a valid answer hides no sessions of others', async () => {
  const pane = {
    id: 'goodpane',
    window: 'Window 1',
    tab: 1,
    active: true,
    state: 'ended',
    title: 'a\u001b[2Jb',
    directory: '/',
  }
  const welcome = (value: unknown) => encodeJson(messageType.welcome, value)
  session('goodaaaaaaaa', { v: 1, session: facts, state, limits: {} })
  for (const [index, answer] of [
    welcome({ panes: [null, { ...pane, title: 3 }, { ...pane, tab: 'x' }, [], pane] }),
    welcome({ panes: { length: 2 } }),
    welcome([1]),
    encodePacket(messageType.welcome, 'no JSON'),
    Uint8Array.of(messageType.welcome, 255, 255, 255, 255),
    encodeJson(messageType.error, { code: 'X', message: 'no\u001b[2J' }),
    null,
  ].entries())
    app(100 + index, answer)
  const [code, said] = await vibeflow('ls')
  expect([code, said]).toEqual([0, expect.stringContaining('the good one')])
  expect(said.split('\n').filter((row) => row.startsWith('goodpane'))).toHaveLength(1)
  expect(said).not.toMatch(/\[object|undefined|NaN|\u001b/)
})

test('a pane verb goes to the app that has the session', async () => {
  const ok = encodeJson(messageType.welcome, { v: 1 })
  app(1, ok)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const message = 'No window of this vibeflow has the session goodaaaaaaaa.'
  app(2, encodeJson(messageType.error, { code: 'SESSION_NOT_FOUND', message })) // the newer one
  session('goodaaaaaaaa', { v: 1, session: facts, state, limits: {} })
  expect(await vibeflow('pane', 'zoom', 'goodaaaaaaaa')).toEqual([0, ''])
  servers.shift()?.close()
  expect(await vibeflow('pane', 'zoom', 'goodaaaaaaaa')).toEqual([4, `vibeflow pane: ${message}\n`])
})
