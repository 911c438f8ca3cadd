/**
 * How links are opened on this desktop: addresses, text in an editor, the rest in the desktop's
 * viewers. What may be opened, `core/links` decides.
 */
import { homedir } from 'node:os'
import { expandPath } from '../core/config/expand.ts'
import type { Command } from '../base/command.ts'
import type { WorkspacePorts } from '../core/windows/workspace/workspace-ports.ts'
import { anyTerminalEditor } from '../host/config/open-in-editor.ts'
import {
  editFile,
  isFile,
  lookAt,
  openByDesktop,
  openerWords,
  runOpener,
} from '../host/files/open-file.ts'
import { terminalProgram } from '../host/desktop/terminal-program.ts'
import type { PathProbe } from '../host/files/path-probe.ts'
import { shell } from './electron.ts'
import { recordCall } from './test-hook.ts'

/**
 * `opener`: `links.opener` now; `tab`: opens a tab that runs this; `looks`: asks what lies at a
 * path.
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
      editFile(path, { line, column }, { opener: opener(), environment: process.env, run, tab }),
    view: async (path) => {
      recordCall('shell.openPath', path)
      const inTab = await terminalProgram(path, process.env)
      if (inTab === null) await openByDesktop(path, process.env)
      else tab(inTab)
    },
    editorFor: (path) => anyTerminalEditor(path, process.env)?.name ?? null,
    editIn: (path) => {
      const editor = anyTerminalEditor(path, process.env)
      if (editor !== null) tab(editor.command)
    },
    showInFolder: (path) => {
      recordCall('shell.showItemInFolder', path)
      shell.showItemInFolder(path)
    },
  }
}

/**
 * Electron runs a message loop of its own within the call while it waits for an activation token:
 * other messages of pages come in. So nothing of ours is under way around it.
 */
function openExternal(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      shell.openExternal(address).then(resolve, reject)
    })
  })
}

/** No shell reads the words. */
async function run([program = '', ...args]: readonly string[]): Promise<void> {
  await runOpener([expandPath(program, process.env, homedir()), ...args], homedir(), process.env)
}
