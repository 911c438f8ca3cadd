/**
 * The socket of `vibeflow new`: how many may wait there, that those who leave make room, and that
 * nothing is started where sessions may only be watched.
 */
import { connect, type Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FrameParser, encodeJson } from '../../../src/core/clients/socket/frame.ts'
import {
  appCallersMax,
  appFollowersMax,
  refusedMax,
} from '../../../src/core/clients/socket/limits.ts'
import { messageType } from '../../../src/core/clients/socket/message-types.ts'
import { listenForApp } from '../../../src/host/socket/app-socket.ts'
import { fakeAppCalls } from '../../support/fake/fake-app-calls.ts'
import { attentionItemOf, fakeAttention } from '../../support/fake/fake-attention.ts'

const request = encodeJson(messageType.control, {
  cmd: 'new-tab',
  words: [],
  directory: '/',
  environment: {},
})

/** Returns the reply as JSON; `null` if the connection ends without one. */
function ask(path: string, bytes: Uint8Array): Promise<unknown> {
  return new Promise((resolve) => {
    const parser = new FrameParser()
    const socket = connect({ path }, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      parser.push(chunk)
      const frame = parser.next()
      if (frame !== null && !('refused' in frame))
        resolve(JSON.parse(new TextDecoder().decode(frame.payload)))
      socket.destroy()
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}

test('callers over the limit are answered or shut out, and leaving frees a place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-app-socket-'))
  let access: 'full' | 'read' = 'full'
  const listening = listenForApp(
    folder,
    () => access,
    fakeAppCalls({ newTab: () => Promise.resolve({ id: 'one', socket: null }) }),
  )
  if ('problem' in listening) throw new Error(listening.problem)
  const path = join(folder, `app-${process.pid}.sock`)
  const hold = (count: number) =>
    Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect({ path }, () => resolve(socket))
            socket.on('error', () => undefined)
          }),
      ),
    )
  try {
    const silent = await hold(appCallersMax)
    expect(await ask(path, request)).toEqual({
      code: 'CONNECTION_LIMIT',
      message:
        `This vibeflow already has the maximum of ${appCallersMax} callers. Try again in ` +
        'a moment.',
    })
    const storm = await Promise.all(
      Array.from({ length: refusedMax + 20 }, () => ask(path, request)),
    )
    expect(
      storm.every(
        (answer) =>
          answer === null || (answer as { readonly code: string }).code === 'CONNECTION_LIMIT',
      ),
    ).toBe(true)
    for (const socket of silent) socket.destroy()
    await expect.poll(() => ask(path, request)).toEqual({ v: 1, id: 'one', socket: null })
    access = 'read'
    expect(await ask(path, request)).toEqual({
      code: 'CONTROL_MESSAGE_FAILED',
      message:
        'Not allowed: socket.access is "read" in the configuration of the running vibeflow. Set ' +
        'it to "full" to allow this.',
    })
  } finally {
    listening.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a process without windows refuses each request for one in the same way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-app-socket-'))
  const made = { id: 'one', socket: null }
  const calls = fakeAppCalls({
    windowless: true,
    newTab: () => Promise.resolve(made),
    pane: () => ({}),
  })
  const listening = listenForApp(folder, () => 'full', calls)
  if ('problem' in listening) throw new Error(listening.problem)
  const from = { words: [], directory: '/', environment: {} }
  const asked = (cmd: string, more: object = {}) =>
    ask(
      join(folder, `app-${process.pid}.sock`),
      encodeJson(messageType.control, { cmd, ...from, ...more }),
    )
  try {
    for (const answer of [
      await asked('new-tab'),
      await asked('next'),
      await asked('attend', { session: 'one', do: { act: 'go' } }),
      await asked('open-layout', { name: 'work' }),
      await asked('save-layout', { name: 'work', overwrite: false, session: null }),
      await asked('pane', { session: 'one', do: { act: 'zoom' } }),
    ])
      expect(answer).toEqual({
        code: 'CONTROL_MESSAGE_FAILED',
        message:
          'vibeflow runs without a window. Start vibeflow, or use `vibeflow new --detached`.',
      })
    expect(await asked('new-tab', { detached: true })).toEqual({ v: 1, ...made })
    const close = { session: 'one', do: { act: 'close', force: true } }
    expect(await asked('pane', close)).toEqual({ v: 1 })
  } finally {
    listening.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Frames that come back for one request, as JSON, until it is left. */
function follow(path: string): { readonly answers: any[]; readonly socket: Socket } {
  const parser = new FrameParser()
  const answers: any[] = []
  const socket = connect({ path }, () =>
    socket.write(encodeJson(messageType.control, { cmd: 'attention', follow: true })),
  )
  socket.on('data', (chunk) => {
    parser.push(chunk)
    for (let frame = parser.next(); frame !== null; frame = parser.next())
      if (!('refused' in frame)) answers.push(JSON.parse(new TextDecoder().decode(frame.payload)))
  })
  socket.on('error', () => undefined)
  return { answers, socket }
}

test('a long answer reaches a slow caller, and a caller that leaves is forgotten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-app-socket-'))
  const panes = 'x'.repeat(900_000)
  const calls = fakeAppCalls({ panes: () => ({ panes }) })
  const listening = listenForApp(folder, () => 'full', calls)
  if ('problem' in listening) throw new Error(listening.problem)
  try {
    const path = join(folder, `app-${process.pid}.sock`)
    const socket = connect({ path }, () =>
      socket.write(encodeJson(messageType.control, { cmd: 'panes' })),
    )
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const parser = new FrameParser()
    for await (const chunk of socket) parser.push(chunk as Uint8Array)
    const answer = parser.next()
    if (answer === null || 'refused' in answer) throw new Error('the answer is not whole')
    expect(JSON.parse(new TextDecoder().decode(answer.payload))).toEqual({ v: 1, panes })
  } finally {
    listening.close()
    rmSync(folder, { recursive: true })
  }
})

test('the inbox is sent at each change, to as many clients as allowed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-app-socket-'))
  const attention = fakeAttention()
  let access: 'full' | 'read' = 'full'
  const listening = listenForApp(folder, () => access, fakeAppCalls({ attention }))
  if ('problem' in listening) throw new Error(listening.problem)
  const path = join(folder, `app-${process.pid}.sock`)
  const asked = (request: object) => ask(path, encodeJson(messageType.control, request))
  try {
    const item = attentionItemOf({ id: 'one', message: 'x'.repeat(1_000) })
    const all = Array.from({ length: appFollowersMax }, () => follow(path))
    await expect.poll(() => attention.followers.size).toBe(appFollowersMax)
    const beyond = follow(path)
    await expect.poll(() => beyond.answers).toMatchObject([{ code: 'CONNECTION_LIMIT' }])
    // followers do not use the places of single requests
    expect(await asked({ cmd: 'attention' })).toEqual({ v: 1, working: 0, items: [] })
    // a client that reads nothing gets the newest list when it reads again; until then only a
    // limited amount is sent
    all[0]!.socket.pause()
    for (let working = 1; working <= 5_000; working += 1) attention.set({ working, items: [item] })
    await expect
      .poll(() => all[1]!.answers.at(-1))
      .toMatchObject({
        ...{ v: 1, working: 5_000, items: [item] },
      })
    all[0]!.socket.resume()
    await expect.poll(() => all[0]!.answers.at(-1)?.working).toBe(5_000)
    expect(all[0]!.answers.length).toBeLessThan(1_000)
    expect(await asked({ cmd: 'attend', session: 'one', do: { act: 'acknowledge' } })).toEqual({
      v: 1,
    })
    expect(await asked({ cmd: 'attend', session: 'two', do: { act: 'go' } })).toMatchObject({
      code: 'SESSION_NOT_FOUND',
    })
    for (const what of [{ act: 'snooze' }, { act: 'snooze', forMs: 1e12 }, { act: 'kill' }, null])
      expect(await asked({ cmd: 'attend', session: 'one', do: what })).toMatchObject({
        code: 'INVALID_OPERATION',
      })
    expect(await asked({ cmd: 'next' })).toMatchObject({ v: 1, item: { id: 'one' } })
    attention.dialogs.set('one', {
      lines: ['rm x'],
      choices: [{ number: 1, label: 'Yes' }],
      token: 't',
    })
    const answers = (more: object) => asked({ cmd: 'answer', session: 'one', token: 't', ...more })
    expect(await answers({ choice: 1 })).toEqual({ v: 1, sent: true })
    expect(await answers({ token: 'o', choice: 1 })).toMatchObject({ sent: false })
    expect(await answers({ choice: '1' })).toMatchObject({ code: 'INVALID_OPERATION' })
    for (const cmd of ['dialog', 'answer'])
      expect(await asked({ cmd, session: 'two', token: 't', choice: 1 })).toMatchObject({
        code: 'SESSION_NOT_FOUND',
      })
    access = 'read'
    expect(await asked({ cmd: 'dialog', session: 'one' })).toMatchObject({ lines: ['rm x'] })
    expect(await answers({ choice: 1 })).toMatchObject({ code: 'CONTROL_MESSAGE_FAILED' })
    expect(attention.answers).toEqual([['one', 't', 1]])
    for (const cmd of ['next', 'attend'])
      expect(await asked({ cmd, session: 'one', do: { act: 'go' } })).toMatchObject({
        code: 'CONTROL_MESSAGE_FAILED',
      })
    for (const { socket } of all) socket.destroy()
    await expect.poll(() => attention.followers.size).toBe(0)
  } finally {
    listening.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a request whose caller no longer waits starts nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-app-socket-'))
  let started = 0
  const newTab = () => {
    started += 1
    return Promise.resolve({ id: 'one', socket: null })
  }
  const listening = listenForApp(folder, () => 'full', fakeAppCalls({ newTab }))
  if ('problem' in listening) throw new Error(listening.problem)
  const path = join(folder, `app-${process.pid}.sock`)
  const asked = { cmd: 'new-tab', words: [], directory: '/', environment: {} }
  const askUntil = (until: number) =>
    ask(path, encodeJson(messageType.control, { ...asked, until }))
  expect(await askUntil(Date.now() - 1)).toMatchObject({ message: 'The caller no longer waits.' })
  expect(started).toBe(0)
  expect(await askUntil(Date.now() + 60_000)).toMatchObject({ id: 'one' })
  listening.close()
  rmSync(folder, { recursive: true })
})
