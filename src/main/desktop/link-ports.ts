/**
 * Opens links on this desktop: addresses, text in an editor, other files in viewers. `core/links`
 * decides what may be opened.
 */
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { expandPath } from '../../core/config/expand.ts'
import type { Command } from '../../base/command.ts'
import type { WorkspacePorts } from '../../core/windows/workspace/workspace-ports.ts'
import { anyTerminalEditor } from '../../host/config/open-in-editor.ts'
import {
  editFile,
  isFile,
  lookAt,
  openByDesktop,
  openerWords,
  runOpener,
} from '../../host/files/open-file.ts'
import { showsFolders } from '../../host/desktop/notification-service.ts'
import { terminalProgram } from '../../host/desktop/terminal-program.ts'
import type { PathProbe } from '../../host/files/path-probe.ts'
import { shell } from '../electron.ts'
import { recordCall } from '../test-hook.ts'
import { ownEnvironment } from '../process.ts'

/**
 * @param opener returns `links.opener`
 * @param tab opens a tab that runs a command
 * @param looks checks paths
 */
export function linkPorts(
  opener: () => string,
  tab: (command: Command) => void,
  looks: PathProbe,
): WorkspacePorts['links'] {
  return {
    openExternal: (address) => {
      recordCall('shell.openExternal', address)
      return opener() === ''
        ? openExternal(address)
        : run(openerWords(opener(), address, null, null))
    },
    isFile: (path) => isFile(path, looks),
    look: (path) => lookAt(path, looks),
    edit: (path, line, column) =>
      editFile(path, { line, column }, { opener: opener(), environment: ownEnvironment, run, tab }),
    view: async (path) => {
      recordCall('shell.openPath', path)
      const inTab = await terminalProgram(path, ownEnvironment)
      if (inTab === null) await openByDesktop(path, ownEnvironment)
      else tab(inTab)
    },
    editorFor: (path) => anyTerminalEditor(path, ownEnvironment)?.name ?? null,
    editIn: (path) => {
      const editor = anyTerminalEditor(path, ownEnvironment)
      if (editor !== null) tab(editor.command)
    },
    showInFolder: (path) => {
      recordCall('shell.showItemInFolder', path)
      void showInFolder(path)
    },
  }
}

/**
 * Electron runs a message loop within the call while it waits for an activation token, so messages
 * of pages arrive during the call. It is therefore called when nothing else is in progress.
 */
function openExternal(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      shell.openExternal(address).then(resolve, reject)
    })
  })
}

/** Without a file manager on the bus Electron would open the folder above. */
async function showInFolder(path: string): Promise<void> {
  if (await showsFolders()) shell.showItemInFolder(path)
  else await openByDesktop(dirname(path), ownEnvironment).catch(() => undefined)
}

/** Runs a command without a shell. */
async function run([program = '', ...args]: readonly string[]): Promise<void> {
  await runOpener(
    [expandPath(program, ownEnvironment, homedir()), ...args],
    homedir(),
    ownEnvironment,
  )
}
