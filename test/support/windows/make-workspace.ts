/** One window of tabs for tests. Its ports are fakes that do nothing unless a test names others. */
import { defaults } from '../../../src/core/config/table.ts'
import { builtInDark } from '../../../src/core/config/theme/bundled.ts'
import { paneFor, toSessionId, toTabId } from '../../../src/core/ids.ts'
import { ClosedTabs } from '../../../src/core/windows/workspace/closed-tabs.ts'
import type { WindowRegistry } from '../../../src/core/windows/workspace/window-registry.ts'
import { Workspace } from '../../../src/core/windows/workspace/workspace.ts'
import type {
  WorkspaceFacts,
  WorkspacePorts,
} from '../../../src/core/windows/workspace/workspace-ports.ts'

const nothing = () => undefined

/** The ports of a test, in groups that may be given in part. */
type Grouped =
  | 'clipboard'
  | 'configuration'
  | 'conversations'
  | 'links'
  | 'recorder'
  | 'registry'
  | 'sessions'
  | 'texts'
  | 'window'
type PortChanges = {
  readonly [Port in Grouped]?: Partial<WorkspacePorts[Port]>
} & Partial<Pick<WorkspacePorts, 'newId' | 'foreground' | 'directoryOf' | 'nestedDirectoryOf'>> & {
    readonly clock: WorkspacePorts['clock']
    readonly start: WorkspacePorts['sessions']['start']
  }

const plainFacts: WorkspaceFacts = {
  version: '1.0',
  test: true,
  home: '/home/u',
  environment: {},
  replies: { version: '1.0', clipboardWrite: true },
  hostname: 'thishost',
  fonts: [],
}

/** @param facts instead of those of `/home/u` on `thishost`, whose shell is bash */
export function makeWorkspace(
  { clock, start, ...changes }: PortChanges,
  facts: Partial<WorkspaceFacts> = {},
): Workspace {
  const { environment } = { ...plainFacts, ...facts }
  let ids = 0
  const workspace: Workspace = new Workspace(
    { ...plainFacts, ...facts },
    {
      clock,
      arranged: nothing,
      resumed: nothing,
      pageReady: nothing,
      restoreGivenUp: nothing,
      newId: changes.newId ?? (() => toSessionId(`t${++ids}`)),
      sessions: { clock, start, repository: () => Promise.resolve(null), ...changes.sessions },
      recorder: { entry: nothing, goesOn: nothing, ...changes.recorder },
      clipboard: {
        write: () => Promise.resolve(),
        read: () => Promise.resolve(''),
        readImage: () => Promise.resolve(null),
        saveImage: () => Promise.reject(new Error('there are no files.')),
        copies: {
          connection: () => null,
          image: () => Promise.reject(new Error('there is no connection.')),
          file: () => Promise.reject(new Error('there is no connection.')),
        },
        ...changes.clipboard,
      },
      foreground: changes.foreground ?? (() => ({ name: 'bash', isFirst: true })),
      directoryOf: changes.directoryOf ?? (() => null),
      nestedDirectoryOf: changes.nestedDirectoryOf ?? (() => null),
      links: {
        openExternal: () => Promise.resolve(),
        isFile: () => Promise.resolve(false),
        look: () => Promise.resolve(null),
        edit: () => Promise.resolve(false),
        view: () => Promise.reject(new Error('there are no files.')),
        editorFor: () => null,
        editIn: nothing,
        showInFolder: nothing,
        ...changes.links,
      },
      pager: () => Promise.reject(new Error('there is no pager.')),
      texts: {
        themes: () => Promise.resolve({ themes: [], problems: [] }),
        collection: () => Promise.resolve([builtInDark]),
        beep: nothing,
        fonts: () => Promise.resolve(['Some Mono']),
        readSound: () => Promise.resolve(new Uint8Array()),
        screenReaderRuns: () => Promise.resolve(false),
        ...changes.texts,
      },
      configuration: {
        options: defaults,
        launch: () => ({ shell: { program: '/bin/bash', args: [] }, environment }),
        save: () => null,
        reload: nothing,
        open: nothing,
        ...changes.configuration,
      },
      offers: { answered: () => [], answer: nothing },
      conversations: {
        search: () => nothing,
        directory: () => Promise.resolve(null),
        ...changes.conversations,
      },
      layouts: {
        names: () => [],
        save: () => ({ problem: 'there are no layouts.' }),
        openFrom: () => null,
      },
      mcp: {
        state: () => ({ kind: 'page/mcp', question: null, permissions: [] }),
        answer: nothing,
        forget: nothing,
      },
      registry: loneWindow(() => workspace, changes.registry),
      window: {
        id: 'w1',
        close: nothing,
        toggleFullscreen: nothing,
        measured: nothing,
        translucent: false,
        isDropDown: false,
        isFullscreen: () => false,
        isVisible: () => true,
        ...changes.window,
      },
    },
  )
  return workspace
}

const noRepository = () => Promise.resolve({ problem: 'there are no repositories.' })
const noWorktrees: WindowRegistry['worktrees'] = {
  list: noRepository,
  create: noRepository,
  find: noRepository,
  check: noRepository,
  remove: noRepository,
}

/** A window without others. */
function loneWindow(
  window: () => Workspace,
  changes: Partial<WindowRegistry> = {},
): WindowRegistry {
  let tabs = 0
  const lone: WindowRegistry = {
    get rules() {
      return window().options
    },
    newTabId: () => toTabId(`tab${(tabs += 1)}`),
    find: nothing,
    withConversation: () => null,
    quit: (force) => window().closing.closeWindow(force),
    comesBack: () => false,
    keepsPrograms: () => false,
    portUse: () => null,
    newWindow: nothing,
    moveTab: nothing,
    drag: nothing,
    goTo: (session) => {
      window().strip.focusPane(paneFor(session))
      return true
    },
    worktrees: noWorktrees,
    closed: new ClosedTabs(nothing),
    neverAsk: nothing,
    changed: nothing,
    happened: nothing,
    front: nothing,
    gone: nothing,
    overview: () => ({ kind: 'windows/state', windows: [], rows: [], reopenable: 0 }),
    history: () => [],
  }
  return Object.defineProperties(lone, Object.getOwnPropertyDescriptors(changes))
}
