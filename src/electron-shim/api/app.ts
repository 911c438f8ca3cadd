/** `app`: names, paths, switches and the app's life. closing.ts ends it. */
import { EventEmitter } from 'node:events'
import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type * as Electron from 'electron'
import { makeFolders } from '../../host/files/make-folders.ts'
import { leave, quitting } from '../process/closing.ts'
import { emitPreventable, ShimEvent } from './event.ts'
import { expected } from '../process/problem.ts'
import { record } from './recorded.ts'
import { theEngine, windows } from '../run.ts'
import { releaseLock, takeLock } from '../process/single-instance.ts'

/** Facts that start.ts found before the app was loaded. */
export interface AppFacts {
  readonly folder: string
  readonly name: string
  readonly version: string
  readonly packaged: boolean
}

let facts: AppFacts = { folder: process.cwd(), name: 'Electron', version: '0.0.0', packaged: false }
const paths = new Map<string, string>()
let ready = false
let resolveReady: () => void
const whenReady = new Promise<void>((resolve) => {
  resolveReady = resolve
})
let featureStatus: unknown = {}

export class App extends EventEmitter {
  whenReady(): Promise<void> {
    return whenReady
  }

  isReady(): boolean {
    return ready
  }

  get isPackaged(): boolean {
    return facts.packaged
  }

  getName(): string {
    return facts.name
  }

  getVersion(): string {
    return facts.version
  }

  getAppPath(): string {
    return facts.folder
  }

  getPath(name: 'userData'): string {
    return paths.get(name) ?? path.join(configFolder(), app.getName())
  }

  setPath(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error('Path must be absolute')
    if (name !== 'userData') throw new Error(`Failed to set path: unknown name ${name}`)
    paths.set(name, folder)
  }

  setDesktopName(name: string): void {
    record('app.setDesktopName', name)
  }

  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count)
    return false // as on a desktop without such a launcher
  }

  /** Returns the data of chrome://gpu. Electron's `basic` has less; here both are the same. */
  async getGPUInfo(_infoType: 'basic' | 'complete'): Promise<unknown> {
    const { gpu } = await theEngine().root.send('SystemInfo.getInfo')
    featureStatus = gpu.featureStatus
    return { auxAttributes: gpu.auxAttributes, gpuDevice: gpu.devices }
  }

  /** Known after `getGPUInfo`, as in Electron. */
  getGPUFeatureStatus(): Electron.GPUFeatureStatus {
    return featureStatus as Electron.GPUFeatureStatus
  }

  requestSingleInstanceLock(additionalData: object = {}): boolean {
    const userData = this.getPath('userData')
    try {
      makeFolders(userData)
      accessSync(userData, constants.W_OK)
    } catch (error) {
      expected(error)
      return false // as Electron, whose lock is there
    }
    return takeLock(userData, additionalData, (argv, cwd, data) =>
      this.emit('second-instance', new ShimEvent(), argv, cwd, data),
    )
  }

  releaseSingleInstanceLock(): void {
    releaseLock()
  }

  /** Closes windows, each of which may refuse, then emits `will-quit`, which may refuse too. */
  quit(): void {
    if (quitting.now) return
    if (emitPreventable(this, 'before-quit')) return
    quitting.now = true
    for (const window of [...windows.values()]) {
      window.close()
      if (!window.isDestroyed()) {
        quitting.now = false
        return
      }
    }
    // The windows emit `closed` first.
    setImmediate(() => {
      if (emitPreventable(this, 'will-quit')) {
        quitting.now = false
        return
      }
      this.exit(0)
    })
  }

  /** Exits without asking. */
  exit(code = 0): void {
    quitting.now = true
    for (const window of [...windows.values()]) window.destroy()
    setImmediate(() => {
      this.emit('quit', new ShimEvent(), code)
      leave(code)
    })
  }

  readonly commandLine = {
    appendSwitch(name: string, value = ''): void {
      const { switches } = theEngine()
      switches.set(name, [...(switches.get(name) ?? []), value])
    },
    hasSwitch: (name: string): boolean => theEngine().switches.has(name),
  }
}

export const app = new App()

export function setAppFacts(next: AppFacts): void {
  facts = next
}

/** Uses `app.emit`, which a test driver replaces to delay the app. */
export function becomeReady(): void {
  ready = true
  app.emit('ready', new ShimEvent(), {})
  resolveReady()
}

/** Whether windows may be created. A test driver replaces `app.isReady`, not this. */
export function isStarted(): boolean {
  return ready
}

/** Quits with the last window, unless the app is quitting already. */
export function windowClosed(): void {
  if (windows.size > 0 || quitting.now) return
  if (app.listenerCount('window-all-closed') === 0) app.quit()
  else app.emit('window-all-closed')
}

/** The XDG specification ignores relative values. */
function configFolder(): string {
  const given = process.env['XDG_CONFIG_HOME']
  return given !== undefined && path.isAbsolute(given) ? given : path.join(os.homedir(), '.config')
}
