/**
 * The desktop's two clipboards for the workspace. Electron's calls are asynchronous; the workspace
 * limits them.
 */
import type { ClipboardPort } from '../../core/windows/workspace/clipboard-service.ts'
import { clipboard } from '../electron.ts'

const of = (selection: 'clipboard' | 'primary') =>
  selection === 'primary' ? clipboard.selection : clipboard

export const clipboardPort: ClipboardPort = {
  write: (selection, text) => of(selection).writeText(text),
  read: (selection) => of(selection).readText(),
}
