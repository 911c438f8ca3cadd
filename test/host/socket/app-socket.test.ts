/**
 * The socket of `vibeflow new`: how many may wait there, that those who leave make room, and that
 * nothing is started where sessions may only be watched.
 */
import { connect, type Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FrameParser, encodeJson } from '../../../src/core/socket/frame.ts'
import { appCallersMax, refusedMax } from '../../../src/core/socket/limits.ts'
import { messageType } from '../../../src/core/socket/message-types.ts'
import { listenForApp } from '../../../src/host/socket/app-socket.ts'

const request = encodeJson(messageType.control, {
  cmd: 'new-tab',
  words: [],
  directory: '/',
  environment: {},
})

/** What comes back, as JSON; null: the connection ends without a word. */
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

// … and who leaves makes room
test('so many callers at a time, the next ones are answered, a storm is shut out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-app-socket-'))
  let access: 'full' | 'read' = 'full'
  const listening = listenForApp(folder, () => access, {
    newTab: () => Promise.resolve({ id: 'one', socket: null }),
    pane: () => ({ problem: 'none' }),
    panes: () => ({ panes: [] }),
    openLayout: () => ({ problem: 'none' }),
    saveLayout: () => ({ problem: 'none' }),
  })
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
      message: `${appCallersMax} callers wait for this vibeflow already. Try again in a moment.`,
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
    await expect
      .poll(() => ask(path, request), { timeout: 15_000 })
      .toEqual({ v: 1, id: 'one', socket: null })
    access = 'read'
    expect(await ask(path, request)).toEqual({
      code: 'CONTROL_MESSAGE_FAILED',
      message:
        'Nothing was done: socket.access is "read" in the configuration of the running ' +
        'vibeflow. "full" allows it.',
    })
  } finally {
    listening.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
