/**
 * Attacks the app's socket from programs of the same user, while it serves answers to dialogs and
 * requests for `vibeflow mcp`. They send floods and frames that are endless, deep, forged or split.
 * None of them answers or allows anything, no client waits forever, and correct clients are still
 * served.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { permissionWaitersMax } from '../../src/core/clients/mcp/limits.ts'
import { appCallersMax, frameBytesMax } from '../../src/core/clients/socket/limits.ts'
import { encodePacket, encodeJson, FrameParser } from '../../src/core/clients/socket/frame.ts'
import { messageType } from '../../src/core/clients/socket/message-types.ts'
import { defaults } from '../../src/core/config/table.ts'
import { startInstance, type Instance } from '../support/instance.ts'
import { slow } from '../slow.ts'

let folder: string
let instance: Instance
const sockets: Socket[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attack-app-socket-'))
  instance = startInstance({
    configuration: () => ({ ...defaults, socket: { ...defaults.socket, mcp: 'full' } }),
  })
  instance.attention.dialogs.set('one', {
    ...{ lines: ['rm -rf ~'], token: '1.1/0/waiting/5' },
    choices: [
      { number: 1, label: 'Yes' },
      { number: 2, label: 'No' },
    ],
  })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  instance.close()
  rmSync(folder, { recursive: true, force: true })
})

const path = () => join(instance.home, `run/vibeflow/app-${process.pid}.sock`)

/**
 * Sends these pieces one after the other and returns the reply; `null` if the connection ends
 * without one.
 */
function send(...pieces: readonly Uint8Array[]): Promise<any> {
  return new Promise((resolve) => {
    const parser = new FrameParser()
    const socket = connect({ path: path() }, () => {
      const next = (at: number): void => {
        const piece = pieces[at]
        if (piece !== undefined && !socket.destroyed)
          socket.write(piece, () => setImmediate(() => next(at + 1)))
      }
      next(0)
    })
    sockets.push(socket)
    socket.on('data', (chunk) => {
      parser.push(chunk)
      const frame = parser.next()
      if (frame !== null && !('refused' in frame)) {
        resolve(JSON.parse(new TextDecoder().decode(frame.payload)))
        socket.destroy()
      }
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}
const ask = (request: unknown) => send(encodeJson(messageType.control, request))

const good = { cmd: 'answer', session: 'one', token: '1.1/0/waiting/5', choice: 2 }
const notUnderstood = {
  code: 'INVALID_OPERATION',
  message: 'Invalid request.',
}
/** Expects one reply for a correct client, whatever came before. */
async function stillServes(): Promise<void> {
  expect(instance.attention.answers).toEqual([])
  expect(await ask(good)).toEqual({ v: 1, sent: true })
  expect(instance.attention.answers).toEqual([['one', good.token, 2]])
}

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
const call = { cmd: 'mcp', pid: 4_000_000, tool: 'read_screen', session: null }

test.each([
  ['no choice', { ...good, choice: undefined }],
  ['a choice in a text', { ...good, choice: '2' }],
  ['choices in a list', { ...good, choice: [2] }],
  ['no token', { ...good, token: null }],
  ['tokens in a list', { ...good, token: [good.token] }],
  ['no session', { ...good, session: undefined }],
  ['a dialog of nobody', { cmd: 'dialog', session: { toString: 'one' } }],
  ['a call of no process', { ...call, pid: 1 }],
  ['a call of a process in a text', { ...call, pid: '4000000' }],
  ['a call of half a process', { ...call, pid: 4_000.5 }],
  ['a call of no tool', { ...call, tool: 'constructor' }],
  ['a call of a session that is a path', { ...call, session: '../../one' }],
  ['a call without a session', { cmd: 'mcp', pid: 4_000_000, tool: null }],
])('%s is not understood, and does nothing', async (_, request) => {
  expect(await ask(request)).toEqual(notUnderstood)
  await stillServes()
})

test.each([
  ['another token', { ...good, token: '1.1/0/waiting/6' }, { sent: false }],
  ['a token of 500,000 characters', { ...good, token: '1'.repeat(500_000) }, { sent: false }],
  ['a choice that is none', { ...good, choice: 1e308 }, { sent: false }],
  ['half a choice', { ...good, choice: 1.5 }, { sent: false }],
  ['another session', { ...good, session: 'two' }, { code: 'SESSION_NOT_FOUND' }],
  ['a name of objects', { ...good, session: '__proto__' }, { code: 'SESSION_NOT_FOUND' }],
  ['a process that is not there', call, { code: 'CONTROL_MESSAGE_FAILED' }],
  ['the first process', { ...call, pid: 2 }, { code: 'CONTROL_MESSAGE_FAILED' }],
  ['a session that is not there', { ...call, session: 'x' }, { code: 'SESSION_NOT_FOUND' }],
])('%s: nothing is sent, and no question is shown', async (_, request, expected) => {
  expect(await ask(request)).toMatchObject(expected)
  expect(instance.mcp.state().question).toBe(null)
  await stillServes()
})

test.each([
  ['nested', encodePacket(messageType.control, `{"cmd":"answer","token":${deep}}`)],
  ['nested, and not ended', encodePacket(messageType.control, '['.repeat(500_000))],
  ['of a list', encodePacket(messageType.control, JSON.stringify([good]))],
  ['of no text', encodePacket(messageType.control, Uint8Array.from([0xc3, 0x28]))],
  ['of another type', encodePacket(messageType.welcome, JSON.stringify(good))],
  ['longer than any may be', Uint8Array.from([messageType.control, 0xff, 0xff, 0xff, 0xff])],
])('a frame %s is refused', async (_, frame) => {
  expect(await send(frame)).toEqual(notUnderstood)
  await stillServes()
})

test('a frame sent byte by byte is one frame, and bytes after it are ignored', async () => {
  const frame = encodeJson(messageType.control, good)
  expect(await send(...[...frame].map((byte) => Uint8Array.of(byte)))).toEqual({ v: 1, sent: true })
  const other = encodeJson(messageType.control, { ...good, choice: 1 })
  expect(await send(Buffer.concat([frame, other, other]))).toEqual({ v: 1, sent: true })
  expect(instance.attention.answers.map(([, , choice]) => choice)).toEqual([2, 2])
})

test('a flood of answers and calls is answered, and some must try again', async () => {
  const wrong = { ...good, token: 'no' }
  const flood = await Promise.all(
    Array.from({ length: 2_000 }, (_, at) => ask(at % 2 === 0 ? wrong : call)),
  )
  const kinds = new Set(flood.map((one) => (one === null ? null : (one.code ?? one.sent))))
  expect([...kinds].every((kind) => kind !== true)).toBe(true)
  expect(kinds.has(false)).toBe(true)
  expect(instance.mcp.state().question).toBe(null)
  expect(instance.logged.length).toBeLessThan(100)
  await stillServes()
})

test('endless senders block only their own places', async () => {
  const begun = Buffer.alloc(5)
  begun[0] = messageType.control
  begun.writeUInt32BE(frameBytesMax, 1)
  const endless = Array.from({ length: appCallersMax - 1 }, () => {
    const socket = connect({ path: path() }, () => socket.write(begun))
    socket.on('error', () => undefined)
    sockets.push(socket)
    return setInterval(() => socket.write('['), 5)
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await stillServes()
  for (const timer of endless) clearInterval(timer)
})

test('calls waiting for the user are few, and answers pass them', slow, async () => {
  // a server by its words; this process has started it, and is asked about
  const server = spawn(process.execPath, ['-e', 'setTimeout(() => 0, 60_000)', 'mcp'])
  try {
    const own = { ...call, pid: server.pid }
    const waiting = Array.from({ length: appCallersMax - 4 }, () => ask(own))
    await expect.poll(() => instance.mcp.state().question).not.toBe(null)
    const { question } = instance.mcp.state()
    await expect.poll(() => instance.logged.length).toBe(waiting.length - permissionWaitersMax)
    expect(instance.mcp.state().question).toEqual(question)
    await stillServes()
    instance.mcp.answer(question?.id ?? 0, 'none')
    const said = await Promise.all(waiting)
    expect(said.every((one) => one?.code === 'CONTROL_MESSAGE_FAILED')).toBe(true)
    expect(instance.mcp.state().question).toBe(null)
  } finally {
    server.kill()
  }
})

test('an error within the app is reported, not waited for', async () => {
  const { answer, dialog } = instance.attention
  Object.assign(instance.attention, {
    answer: () => Promise.reject(new Error('a fault\u001b[2J')),
    dialog: () => {
      throw new Error('a fault')
    },
  })
  const failed = {
    code: 'CONTROL_MESSAGE_FAILED',
    message: expect.stringMatching(/^Internal error in vibeflow: Error: a fault[ -~]*$/),
  }
  expect([await ask(good), await ask({ cmd: 'dialog', session: 'one' })]).toEqual([failed, failed])
  Object.assign(instance.attention, { answer, dialog })
  await stillServes()
})
