/** One window of tabs for tests, and a page that keeps what it is sent. */
import { defined } from '../../../src/base/objects/defined.ts'
import type { WatchProcesses } from '../../../src/core/session/ports.ts'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import { focusOf } from '../../../src/core/windows/panes/arrangement.ts'
import { FakeClock } from '../fake/fake-clock.ts'
import { fakeStart } from '../fake/fake-pty.ts'
import { shadowsInPlace } from '../frames/shadow.ts'
import { makeWorkspace } from './make-workspace.ts'
import { asSession } from './ids.ts'

/**
 * One window with a tab, and a page that keeps what it is sent.
 * @param sized the page has measured its tab
 * @param connected there is a page
 * @param watch watches the processes of its tabs
 */
export function makeWindow({
  sized = true,
  connected = true,
  shadows = false,
  watch = undefined as WatchProcesses | undefined,
} = {}) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart((path) => path !== '/gone')
  const sent: MainMessage[] = []
  const world = {
    foreground: null as string | null,
    isFirst: false,
    stopped: null as string | null,
    directory: null as string | null,
    runsIn: null as string | null,
    closed: 0,
    clipboard: 'text',
    clipboardImage: null as Uint8Array | null,
    clipboardHangs: false,
    opened: [] as string[],
    edited: [] as unknown[],
  }
  const workspace = makeWorkspace({
    clock,
    start,
    sessions: defined({ watch, shadow: shadows ? shadowsInPlace(clock).port : undefined }),
    clipboard: {
      write: (_selection, text) => {
        world.clipboard = text
        return Promise.resolve()
      },
      read: () =>
        world.clipboardHangs ? new Promise(() => undefined) : Promise.resolve(world.clipboard),
      readImage: () => Promise.resolve(world.clipboardImage),
      saveImage: (_bytes, kind) => Promise.resolve(`/private/image.${kind}`),
    },
    foreground: () => ({
      directory: world.runsIn,
      name: world.foreground ?? 'bash',
      isFirst: world.isFirst || world.foreground === null || world.foreground === 'bash',
      stopped: world.stopped,
    }),
    directoryOf: () => world.directory,
    configuration: {
      open: (...asked) => {
        world.edited.push(asked)
      },
    },
    texts: {
      themes: () =>
        Promise.resolve({
          themes: [],
          problems: [
            {
              level: 'warning',
              line: null,
              file: '/c/themes/a.toml',
              text: 'Theme a.toml: it is wrong.',
            },
          ],
        }),
    },
    links: {
      openExternal: (address) => {
        world.opened.push(address)
        return Promise.resolve()
      },
    },
    window: {
      close: () => {
        world.closed += 1
      },
    },
  })
  const page = (message: MainMessage) => sent.push(message)
  const connect = () => {
    workspace.connect(page)
    workspace.receive({ kind: 'page/ready' })
  }
  if (connected) connect()
  workspace.newTabs.open({ directory: '/home/u' })
  if (sized)
    workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 100, rows: 30 })
  const last = <Kind extends MainMessage['kind']>(kind: Kind) =>
    sent.findLast(
      (message): message is Extract<MainMessage, { kind: Kind }> => message.kind === kind,
    )
  return { clock, ptys, sent, world, workspace, connect, last }
}

/** Returns the sessions of a window, tab after tab, and the session with the focus. */
export const order = (state: Extract<MainMessage, { kind: 'window/state' }> | undefined) => [
  state?.sessions.map(({ id }) => id),
  state && focusOf(state),
]
