/** Menu roles that work without native menus. Editing roles act on the focused page. */
import { app } from './app.ts'
import { expected } from '../problem.ts'
import type { Window } from '../run.ts'

interface Role {
  readonly label: string
  readonly run?: (window: Window) => void
}

const edit = (label: string, command: string): Role => ({
  label,
  run: (window) => {
    window.webContents
      .executeJavaScript(`document.execCommand(${JSON.stringify(command)})`, true)
      .catch(expected)
  },
})

const ROLES: Readonly<Record<string, Role>> = {
  quit: { label: 'Quit' },
  about: { label: 'About' },
  close: { label: 'Close Window', run: (window) => window.close() },
  minimize: { label: 'Minimize', run: (window) => window.minimize() },
  zoom: {
    label: 'Zoom',
    run: (window) => (window.isMaximized() ? window.unmaximize() : window.maximize()),
  },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    run: (window) => window.setFullScreen(!window.isFullScreen()),
  },
  reload: { label: 'Reload', run: (window) => window.reload() },
  undo: edit('Undo', 'undo'),
  redo: edit('Redo', 'redo'),
  cut: edit('Cut', 'cut'),
  copy: edit('Copy', 'copy'),
  paste: edit('Paste', 'paste'),
  delete: edit('Delete', 'delete'),
  selectall: edit('Select All', 'selectAll'),
}

export function roleLabel(role: string | undefined): string | undefined {
  return role === undefined ? undefined : ROLES[role]?.label
}

export function runRole(role: string | undefined, window: Window | null): void {
  if (role === 'quit') app.quit()
  else if (role !== undefined && window !== null) ROLES[role]?.run?.(window)
}
