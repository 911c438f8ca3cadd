/** Creates windows, whose workspaces get the ports that all windows share. */
import type { SessionId } from '../../core/ids.ts'
import { homedir, hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from '../../base/command.ts'
import { FrameLines, type LoggedFrame } from '../../agents/dispatch/frame-line.ts'
import { expandPath } from '../../core/config/expand.ts'
import { shownProblems, type ConfigProblem, type ShownProblem } from '../../core/config/problem.ts'
import { namedThemes } from '../../core/config/theme/named.ts'
import type { OpenWindow } from '../../core/windows/open-window.ts'
import type { Windows, WindowsPorts } from '../../core/windows/windows.ts'
import type { TabOptions } from '../../core/windows/workspace/tab-options.ts'
import type {
  ConfigurationPorts,
  TextPorts,
  WorkspaceFacts,
  WorkspacePorts,
} from '../../core/windows/workspace/workspace-ports.ts'
import { systemClock } from '../../host/clock.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import { openConfiguration, openInEditor } from '../../host/config/open-in-editor.ts'
import { saveOption } from '../../host/config/save-option.ts'
import { screenReaderRuns } from '../../host/desktop/screen-reader.ts'
import type { PathProbe } from '../../host/files/path-probe.ts'
import { pagerCommand } from '../../host/desktop/open-in-pager.ts'
import { directoryOf, foregroundOf, nestedDirectoryOf } from '../../host/proc/process-facts.ts'
import { leavePrograms } from '../../host/pty/live-children.ts'
import { PastedImages } from '../../host/state/pasted-images.ts'
import { fixedFonts } from '../../host/desktop/list-fonts.ts'
import { readSound } from '../../host/desktop/read-sound.ts'
import { ThemeCollection } from '../../host/config/themes/theme-collection.ts'
import type { ThemeFolder } from '../../host/config/themes/theme-folder.ts'
import { clipboardPort } from '../desktop/clipboard.ts'
import { app } from '../electron.ts'
import { launchOf, type LaunchRequests } from './launch-requests.ts'
import { linkPorts } from '../desktop/link-ports.ts'
import { complaintOf } from './settings.ts'
import { sessionsOnly } from '../window/sessions-only.ts'
import { openWindow } from '../window/window.ts'
import type { InstanceParts } from './parts.ts'
import { beep } from './user-reach.ts'
import { ownEnvironment } from '../process.ts'

/** Ports that all windows share, beyond the parts of the instance. */
interface SharedByWindows
  extends Pick<
    WorkspacePorts,
    'conversations' | 'layouts' | 'mcp' | 'newId' | 'offers' | 'recorder' | 'sessions'
  > {
  readonly parts: InstanceParts
  readonly windows: () => Windows
  readonly requests: () => LaunchRequests
  /** Checks the paths of links. */
  readonly linkLooks: PathProbe
  readonly themes: ThemeFolder
  readonly ruleProblems: () => readonly ConfigProblem[]
}

/** Returns a function that creates a window, whose workspace finds others in the registry. */
export function windowFactory(shared: SharedByWindows): WindowsPorts['make'] {
  const { parts, linkLooks, themes, windows, requests, ruleProblems } = shared
  const { conversations, layouts, mcp, newId, offers, recorder, sessions } = shared
  const { configuration, sizes, debugFrames, kept } = parts
  const frames = new FrameLines(systemClock, (line) => {
    process.stderr.write(line)
  })
  const collection = new ThemeCollection(parts.themeCollection)
  let fonts: ReturnType<typeof fixedFonts> | null = null
  const clipboard = clipboardPort(new PastedImages(join(parts.state, 'pasted-images')))
  return (registry, id, kind, before) => {
    const isDetached = kind === 'detached'
    if (!isDetached && windows().ofKind(kind).length === 0) kept.firstOpens(kind)
    const tab = (command: Command) => made.workspace.newTabs.open(editorTab(command))
    const make = isDetached || parts.windowless === true ? sessionsOnly : openWindow
    const made: OpenWindow = make({
      id,
      settings: configuration.settings,
      sizes,
      kind,
      before,
      quitting: () => kept.isOver,
      lost: () => {
        if (!kept.isOver) kept.end(false)
        if (kept.endsPrograms) return
        const programs = made.workspace.strip.sessions.all.map(({ program }) => program.pid)
        leavePrograms(new Set(programs.filter((pid) => pid !== null)))
      },
      facts: factsOf(parts),
      closing: () => {
        if (windows().ofKind(kind).length === 1) kept.lastCloses(kind)
      },
      closed: () => windows().closed(id),
      ports: {
        ...{
          clock: systemClock,
          conversations,
          layouts,
          mcp,
          offers,
          recorder,
          registry,
          sessions,
        },
        newId: () => {
          kept.tabsChange()
          return newId()
        },
        arranged: () => kept.tabsMove(),
        resumed: () => kept.resumed(),
        pageReady: () => kept.pageReady(kind),
        restoreGivenUp: () => kept.restoreGivenUp(),
        clipboard,
        foreground: foregroundOf,
        directoryOf: (pid) => directoryOf(pid),
        nestedDirectoryOf,
        links: linkPorts(() => configuration.options.links.opener, tab, linkLooks),
        pager: (text, line) =>
          pagerCommand(text, line, configuration.options.scrollback.pager, ownEnvironment),
        texts: {
          themes: () => readThemes(themes, collection, configuration),
          collection: () => collection.all(),
          beep,
          // listed once: installing fonts is rare, and a broken page may request them endlessly
          fonts: () => (fonts ??= fixedFonts()),
          readSound: (file) => {
            const path = expandPath(file, ownEnvironment, homedir())
            return readSound(resolve(dirname(configuration.file), path))
          },
          screenReaderRuns,
        },
        configuration: configurationPorts(parts, requests(), () => made, tab),
        ...(debugFrames
          ? { frame: (session: SessionId, frame: LoggedFrame) => frames.add(session, frame) }
          : {}),
      },
    })
    made.workspace.configuration.showProblems(complaintOf(configuration, ruleProblems()))
    return made
  }
}

/** Reads the user's themes, with problems in them and in names of the configuration. */
async function readThemes(
  folder: ThemeFolder,
  collection: ThemeCollection,
  configuration: Configuration,
): ReturnType<TextPorts['themes']> {
  const { themes, problems } = await folder.read()
  const { options, documents, file, exists } = configuration
  const known = await collection.knownFor(options.colors, themes)
  const named = namedThemes(options.colors, documents, known)
  return {
    themes,
    problems: [
      // a deleted file has no name to correct, though its options stay
      ...shownProblems(named.filter((one) => exists || one.file !== file)),
      ...problems.map(
        ({ file, text }): ShownProblem => ({ level: 'warning', line: null, file, text }),
      ),
    ],
  }
}

function configurationPorts(
  { configuration }: InstanceParts,
  requests: LaunchRequests,
  window: () => OpenWindow,
  tab: (command: Command) => void,
): ConfigurationPorts {
  return {
    options: requests.optionsOfNext(),
    launch: (options) => launchOf(options, ownEnvironment),
    save: (options) => saveOption(configuration.file, options),
    reload: () => configuration.reload(),
    open: (file, inTerminal) => {
      const open = file === null ? openConfiguration : openInEditor
      void open(file ?? configuration.file, ownEnvironment, {
        inTerminal,
        tab,
        notice: (level, text, editor) => window().workspace.page.notice(level, text, editor),
      })
    },
  }
}

function factsOf({ configuration: { options }, fonts }: InstanceParts): WorkspaceFacts {
  const version = app.getVersion()
  return {
    version,
    test: ownEnvironment['VIBEFLOW_TEST'] === '1',
    home: homedir(),
    environment: launchOf(options, ownEnvironment).environment,
    replies: { version, clipboardWrite: true },
    hostname: hostname(),
    fonts,
  }
}

/** Returns a tab with an editor and its file as title, which would be `sh` at first. */
function editorTab(command: Command): TabOptions {
  const file = command.args.at(-1)
  return {
    command,
    directory: homedir(),
    onExit: 'close_on_success', // the user has left the editor
    ...(file === undefined ? {} : { title: basename(file) }),
  }
}
