/**
 * A display of X11 of its own with a window manager (openbox), whose picture can be looked at: what
 * a person would see, whatever the app believes.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, type XDisplay, type XTest } from 'x11'

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface XScreen {
  /** Variables of a program that is to open its windows there. */
  readonly variables: Readonly<Record<string, string>>
  readonly pid: number
  /** Returns a part of the server's screen, 4 bytes per pixel: blue, green, red, unused. */
  readonly look: (part: Rect) => Promise<Buffer>
  /** As its user presses one after the other, and lets them go: keysyms. */
  readonly press: (...keysyms: readonly number[]) => Promise<void>
  readonly stop: () => void
}

/** Keysyms. */
export const f12 = 0xffc9
export const superKey = 0xffeb

/** Openbox has taken the display over. */
const managedMs = 60_000

/** @throws Error where Xvfb or openbox cannot be started */
export async function startXScreen(
  { width, height }: Pick<Rect, 'width' | 'height'>,
  folder: string,
): Promise<XScreen> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb has ended')))
    server.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  const DISPLAY = `:${number}`
  // Chromium chooses Wayland by XDG_SESSION_TYPE alone.
  const variables = {
    ...{ DISPLAY, WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: 'x11' },
    ...{ VIBEFLOW_HEADLESS: '', XAUTHORITY: '' },
  }
  const manager: ChildProcess = spawn('openbox', ['--sm-disable'], {
    stdio: 'ignore',
    env: { ...process.env, ...variables, HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const stop = () => {
    manager.kill()
    server.kill()
  }
  try {
    const x = await connected(DISPLAY)
    await managed(x, manager)
    return {
      variables,
      pid: server.pid ?? 0,
      look: (part) => look(x, part),
      press: (...keysyms) => press(x, keysyms),
      stop: () => {
        x.client.terminate()
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

function connected(display: string): Promise<XDisplay> {
  return new Promise((resolve, reject) => {
    const client = createClient({ display, shm: false }, (error, server) => {
      if (error) return reject(error)
      client.atoms = { ...client.atoms } // those of an earlier server mean others here
      resolve(server)
    })
    client.on('error', () => undefined) // when the server ends
  })
}

async function managed(x: XDisplay, manager: ChildProcess): Promise<void> {
  const root = x.screen[0]?.root ?? 0
  const atom = await ask<number>((done) =>
    x.client.InternAtom(false, '_NET_SUPPORTING_WM_CHECK', done),
  )
  for (const end = performance.now() + managedMs; performance.now() < end; await delay(50)) {
    if (manager.exitCode !== null) break
    const { data } = await ask<{ data: Buffer }>((done) =>
      x.client.GetProperty(0, root, atom, 0, 0, 1, done),
    )
    if (data.length > 0) return
  }
  throw new Error('openbox does not start')
}

function look(x: XDisplay, { x: left, y, width, height }: Rect): Promise<Buffer> {
  const root = x.screen[0]?.root ?? 0
  return ask<{ data: Buffer }>((done) =>
    x.client.GetImage(2, root, left, y, width, height, 0xffff_ffff, done),
  ).then(({ data }) => data)
}

async function press(x: XDisplay, keysyms: readonly number[]): Promise<void> {
  const { client, min_keycode: first, max_keycode: last } = x
  const rows = await ask<readonly number[][]>((done) =>
    client.GetKeyboardMapping(first, last - first + 1, done),
  )
  const codes = keysyms.map((keysym) => first + rows.findIndex((row) => row[0] === keysym))
  const test = await ask<XTest>((done) => client.require('xtest', done))
  for (const code of codes) test.FakeInput(test.KeyPress, code, 0, 0, 0, 0)
  for (const code of codes.toReversed()) test.FakeInput(test.KeyRelease, code, 0, 0, 0, 0)
}

function ask<Value>(
  request: (done: (error: Error | null, value: Value) => void) => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    request((error, value) => (error ? reject(error) : resolve(value)))
  })
}
