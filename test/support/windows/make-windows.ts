/** Several windows of tabs for tests, and pages that draw them. */
import { defined } from '../../../src/base/objects/defined.ts'
import type { WatchProcesses } from '../../../src/core/session/ports.ts'
import type { MainMessage, PageMessage } from '../../../src/core/ipc/contract.ts'
import { sessionIn, toSessionId, type SessionId } from '../../../src/core/ids.ts'
import { mainGate } from '../../../src/core/ipc/gate.ts'
import { focusOf } from '../../../src/core/windows/panes/arrangement.ts'
import { Windows, type WindowsPorts } from '../../../src/core/windows/windows.ts'
import type { WindowFrame } from '../../../src/core/windows/window-frame.ts'
import type { Workspace } from '../../../src/core/windows/workspace/workspace.ts'
import { kindOf } from '../../../src/terminal/frames/decode.ts'
import { FakeClock } from '../fake/fake-clock.ts'
import { fakeStart } from '../fake/fake-pty.ts'
import { FramePage } from '../frames/frame-page.ts'
import { shadowsInPlace } from '../frames/shadow.ts'
import { makeWorkspace } from './make-workspace.ts'
import { focuses } from './ids.ts'

/** A page that draws all its tabs. */
class FakePage {
  readonly tabs = new Map<SessionId, FramePage>()
  readonly sent: MainMessage[] = []
  order: readonly SessionId[] = []
  active: SessionId | null = null
  answer: (message: PageMessage) => void = () => undefined
  readonly #gate = mainGate()

  receive(message: MainMessage): void {
    // a real page drops what its guards refuse
    if (this.#gate.admit(message) === null) throw new Error(`a page refuses ${message.kind}`)
    this.sent.push(message)
    if (message.kind === 'window/state') {
      const focus = focusOf(message)
      this.order = message.sessions.map(({ id }) => id)
      this.active = focus === null ? null : sessionIn(focus)
      for (const id of this.tabs.keys()) if (!this.order.includes(id)) this.tabs.delete(id)
      for (const id of this.order)
        if (!this.tabs.has(id)) {
          this.tabs.set(id, new FramePage())
          this.answer({ kind: 'session/frames', session: id, on: true })
        }
    } else if (message.kind === 'session/cells') {
      this.tabs.get(message.session)?.take(message.bytes)
      this.answer({
        kind: kindOf(message.bytes) === 'frame' ? 'session/drawn' : 'session/rows-taken',
        session: message.session,
      })
    }
  }

  last<Kind extends MainMessage['kind']>(kind: Kind) {
    return this.sent.findLast(
      (message): message is Extract<MainMessage, { kind: Kind }> => message.kind === kind,
    )
  }
}

/**
 * Makes windows with fakes for everything outside. New pages draw all their tabs.
 * @param connect links the page of a new window, instead of a page that draws
 * @param closed called when a window is gone
 */
export function makeWindows({
  connect,
  closed,
  shadows = true,
  worktrees = {},
  watch,
}: {
  readonly connect?: (id: string, workspace: Workspace) => void
  readonly closed?: (id: string) => void
  readonly shadows?: boolean
  readonly worktrees?: Partial<WindowsPorts['worktrees']>
  readonly watch?: WatchProcesses
} = {}) {
  const clock = new FakeClock()
  const pages = new Map<string, FakePage>()
  const world = {
    quit: 0,
    raised: [] as string[],
    flashed: [] as string[],
    foreground: 'bash',
    keeps: false,
    slowToClose: false,
    /** Frames that the windows were asked to have. */
    frames: [] as (WindowFrame | undefined)[],
    gone: new Set<string>(),
    directory: null as string | null,
    keepsPrograms: false,
    /** Programs end that would keep running. */
    stopped: false,
  }
  const { start, ptys } = fakeStart((path) => !world.gone.has(path))
  let [ids, made] = [0, 0]
  const windows: Windows = new Windows({
    clock,
    newId: () => `w${++made}`,
    sinceEpoch: (at) => at,
    minuteOfDay: () => 600,
    doNotDisturb: () => false,
    show: () => undefined,
    withdraw: () => undefined,
    sound: () => undefined,
    badge: () => undefined,
    working: () => undefined,
    runCommand: () => Promise.resolve(null),
    commandFailed: () => undefined,
    quit: (stop) => {
      world.quit += 1
      world.stopped = stop
    },
    keeps: () => world.keeps,
    keepsPrograms: () => world.keepsPrograms,
    worktrees: {
      git: {
        open: () => Promise.resolve({ problem: 'there are no repositories.' }),
        programsIn: () => Promise.resolve([]),
      },
      pattern: () => '../{repo}-{branch}',
      ...worktrees,
    },
    detached: { find: () => undefined, attach: () => null },
    sessionGone: () => undefined,
    make: (registry, id, _kind, before) => {
      world.frames.push(before)
      const page = new FakePage()
      pages.set(id, page)
      const workspace = makeWorkspace({
        clock,
        start,
        sessions: defined({ watch, shadow: shadows ? shadowsInPlace(clock).port : undefined }),
        newId: () => toSessionId(`t${++ids}`),
        foreground: () => ({ name: world.foreground, isFirst: world.foreground === 'bash' }),
        directoryOf: () => world.directory,
        registry,
        window: {
          id,
          close: () => {
            const gone = () => {
              pages.delete(id)
              workspace.dispose()
              windows.closed(id)
              closed?.(id)
            }
            if (world.slowToClose) clock.after(500, gone)
            else gone()
          },
        },
      })
      const load = () => {
        // a page is another process
        page.answer = (message) => {
          clock.after(1, () => workspace.receive(message))
        }
        workspace.connect((message) => page.receive(message))
        workspace.receive({ kind: 'page/ready' })
      }
      clock.after(50, () => (connect ?? load)(id, workspace)) // a new page loads for a while
      // Side by side, 1,000 px each.
      const x = 1_000 * made
      return {
        workspace,
        raise: () => world.raised.push(id),
        flash: () => world.flashed.push(id),
        frame: () => ({ x, y: 50, width: 960, height: 600 }),
        bounds: () => ({ x, y: 30, width: 960, height: 620 }),
      }
    },
  })
  const open = () => {
    const workspace = windows.open({ directory: '/srv/api' })
    clock.advance(100)
    workspace.receive({
      kind: 'session/resize',
      session: focuses(workspace)[0]!,
      cols: 80,
      rows: 24,
    })
    return workspace
  }
  return { clock, open, pages, ptys, windows, world }
}
