/** Restrictions of a page, whatever code it runs. test/app/locks.spec.ts tries to break each. */
import { app, session, type WebContents, type WebPreferences } from '../electron.ts'
import { pageUrl } from './page-address.ts'

/** For every window. */
export const lockedPreferences: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  experimentalFeatures: false,
  webSecurity: true,
  spellcheck: false,
  navigateOnDragDrop: false,
  devTools: !app.isPackaged,
}

/**
 * Refuses permissions, devices and downloads for all pages. The app uses the clipboard from main.
 */
export function lockSession(): void {
  const ours = session.defaultSession
  ours.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  ours.setPermissionCheckHandler(() => false)
  ours.setDevicePermissionHandler(() => false)
  ours.on('will-download', (event) => event.preventDefault())
  ours.setSpellCheckerEnabled(false)
}

/** Allows a page to reload, but not to navigate, open or embed anything. */
export function lockWebContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (event.url !== pageUrl) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
