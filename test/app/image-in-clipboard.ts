/** A PNG image of one pixel in the clipboard of the app. */
import type { ElectronApplication } from '@playwright/test'

const encoded =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5' +
  'ErkJggg=='

/** Its bytes. */
export const copiedImage = Buffer.from(encoded, 'base64')

/** Copies the image, as another program does. */
export function copyImage(app: ElectronApplication): Promise<void> {
  return app.evaluate(async ({ nativeImage: _, ...electron }, text) => {
    const png = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const { clipboard, ClipboardItem } = electron as unknown as {
      clipboard: { write(items: readonly object[]): Promise<void> }
      ClipboardItem: new (items: object) => object
    }
    await clipboard.write([
      new ClipboardItem({ 'image/png': new Blob([png], { type: 'image/png' }) }),
    ])
  }, encoded)
}
