/** `Tray`: keeps image, tooltip and menu for tests, and draws nothing. */
import { EventEmitter } from 'node:events'
import type { Menu } from './menu.ts'
import type { NativeImage } from './native-image.ts'
import { record } from '../recorded.ts'

export class Tray extends EventEmitter {
  #destroyed = false

  constructor(image: Pick<NativeImage, 'toPNG'> | string) {
    super()
    record('Tray', this, image)
  }

  setImage(image: NativeImage | string): void {
    record('Tray.setImage', this, image)
  }

  setToolTip(text: string): void {
    record('Tray.setToolTip', this, text)
  }

  setTitle(text: string): void {
    record('Tray.setTitle', this, text)
  }

  setContextMenu(menu: Menu | null): void {
    record('Tray.setContextMenu', this, menu)
  }

  destroy(): void {
    this.#destroyed = true
    record('Tray.destroy', this)
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }
}
