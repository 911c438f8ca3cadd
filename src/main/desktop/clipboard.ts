/**
 * The desktop's two clipboards for the workspace. Electron's calls are asynchronous; the workspace
 * limits them. Images are not decoded here.
 */
import type { ClipboardPort } from '../../core/windows/workspace/clipboard-service.ts'
import type { PastedImages } from '../../host/state/pasted-images.ts'
import { copyPort } from '../../host/socket/copy-socket.ts'
import { clipboard } from '../electron.ts'

const of = (selection: 'clipboard' | 'primary') =>
  selection === 'primary' ? clipboard.selection : clipboard

/** Every desktop program that copies an image offers it in this form. */
const imageType = 'image/png'

/** Returns the port. From then on, old files of images are removed. */
export function clipboardPort(images: PastedImages): ClipboardPort {
  images.keepClean()
  return {
    write: (selection, text) => of(selection).writeText(text),
    read: (selection) => of(selection).readText(),
    readImage: async () => {
      const items = await clipboard.read()
      const item = items.find(({ types }) => types.includes(imageType))
      const image = await item?.getType(imageType)
      return image instanceof Blob ? new Uint8Array(await image.arrayBuffer()) : null
    },
    saveImage: (bytes, kind) => images.save(bytes, kind, new Date()),
    copies: copyPort(),
  }
}
