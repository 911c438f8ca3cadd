/**
 * What a page may not do, whatever gets into it. test/app/locks.spec.ts
 * tries to break each of these.
 */
import { app, session, type WebContents, type WebPreferences } from './electron.ts'
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
 * No permission, device or download for any page. The app itself uses the clipboard from the main
 * process.
 */
export function lockSession(): void {
  const ours = session.defaultSession
  ours.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  ours.setPermissionCheckHandler(() => false)
  ours.setDevicePermissionHandler(() => false)
  ours.on('will-download', (event) => event.preventDefault())
  ours.setSpellCheckerEnabled(false)
}

/**
 * A page stays where it is: it can be loaded anew, but it neither leaves, nor opens, nor embeds
 * anything.
 */
export function lockWebContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (event.url !== pageUrl) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
