/**
 * `session.defaultSession`: permissions and downloads, all refused unless the app's
 * handlers allow them.
 */
import type * as Electron from 'electron'
import { EventEmitter } from 'node:events'
import { makeEvent } from './event.ts'
import { expected } from '../process/problem.ts'
import { record } from './recorded.ts'
import { theEngine, type Page } from '../run.ts'

type Check = (contents: Page | null, permission: string, origin: string, details: object) => boolean
type Ask = (
  contents: Page,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void
/** Names for Chromium's descriptors and Electron's handlers. */
const PERMISSIONS: readonly (readonly [name: string, electron: string, more?: object])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['midi', 'midi'],
  ['midi', 'midiSysex', { sysex: true }],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write', { allowWithoutSanitization: false }],
  ['display-capture', 'display-capture'],
  ['idle-detection', 'idle-detection'],
  ['window-management', 'window-management'],
  ['local-fonts', 'local-fonts'],
  ['persistent-storage', 'persistent-storage'],
  ['storage-access', 'storage-access'],
  ['top-level-storage-access', 'top-level-storage-access'],
  ['background-sync', 'background-sync'],
  ['background-fetch', 'background-fetch'],
  ['periodic-background-sync', 'background-sync'],
  ['screen-wake-lock', 'screen-wake-lock'],
  ['nfc', 'nfc'],
  ['keyboard-lock', 'keyboardLock'],
  ['pointer-lock', 'pointerLock'],
  ['local-network-access', 'local-network-access'],
  ['payment-handler', 'payment-handler'],
  ['accelerometer', 'sensors'],
  ['gyroscope', 'sensors'],
  ['magnetometer', 'sensors'],
]

export class Session extends EventEmitter {
  #check: Check | null = null
  #ask: Ask | null = null

  setPermissionCheckHandler(handler: Check | null): void {
    this.#check = handler
  }

  setPermissionRequestHandler(handler: Ask | null): void {
    this.#ask = handler
  }

  setDevicePermissionHandler(
    handler: ((details: Electron.DevicePermissionHandlerHandlerDetails) => boolean) | null,
  ): void {
    record('session.setDevicePermissionHandler', handler !== null)
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    record('session.setSpellCheckerEnabled', enabled)
  }

  // ---- for the shim ----

  /** Denies everything for all origins, once per browser. */
  async denyAll(): Promise<void> {
    await Promise.all(
      PERMISSIONS.map(([name, , more]) => setPermission({ name, ...more }, 'denied')),
    )
  }

  /**
   * Called before a document of this origin is shown. Asks the request handler about permissions
   * that the check handler left open, since Chromium does not expose the page's requests.
   */
  async decide(contents: Page, servedOrigin: string, origin: string): Promise<void> {
    if (this.#check === null && this.#ask === null) return
    await Promise.all(
      PERMISSIONS.map(async ([name, permission, more]) => {
        if (await this.#granted(contents, permission, origin))
          await setPermission({ name, ...more }, 'granted', servedOrigin)
      }),
    )
  }

  async #granted(contents: Page, permission: string, origin: string): Promise<boolean> {
    const details = { requestingUrl: `${origin}/`, isMainFrame: true }
    if (this.#check !== null && !this.#check(contents, permission, origin, details)) return false
    if (this.#ask === null) return this.#check !== null
    return new Promise((resolve) => this.#ask?.(contents, permission, resolve, details))
  }

  /** Emits the download to the app, and cancels it in any case. */
  downloadBegins(
    params: { readonly guid: string; readonly url: string; readonly suggestedFilename: string },
    contents: Page | undefined,
  ): void {
    const item = {
      getURL: () => params.url,
      getFilename: () => params.suggestedFilename,
      cancel: () => undefined,
    }
    this.emit('will-download', makeEvent({}), item, contents)
    theEngine().root.send('Browser.cancelDownload', { guid: params.guid }).catch(expected)
  }
}

/** Names depend on the version of Chromium. A page cannot request an unknown one either. */
async function setPermission(
  permission: object,
  setting: 'granted' | 'denied',
  origin?: string,
): Promise<void> {
  await theEngine()
    .root.send('Browser.setPermission', {
      permission,
      setting,
      ...(origin === undefined ? {} : { origin }),
    })
    .catch(expected)
}

export const defaultSession = new Session()
export const session = { defaultSession }
