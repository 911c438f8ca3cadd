/** `Tray`: keeps image, tooltip and menu for tests, and draws nothing. */
import { EventEmitter } from 'node:events'
import type { Menu } from './menu.ts'
import { record } from './recorded.ts'

export class Tray extends EventEmitter {
  constructor(image: object) {
    super()
    record('Tray', this, image)
  }

  setImage(image: object): void {
    record('Tray.setImage', this, image)
  }

  setToolTip(text: string): void {
    record('Tray.setToolTip', this, text)
  }

  setContextMenu(menu: Menu): void {
    record('Tray.setContextMenu', this, menu)
  }

  destroy(): void {
    record('Tray.destroy', this)
  }
}
