/** `nativeImage`: PNG bytes and the size from their header. Other formats are not supported. */
import { readFileSync } from 'node:fs'
import { expected } from '../problem.ts'

export class NativeImage {
  #png: Buffer

  private constructor(png: Buffer) {
    this.#png = png
  }

  static fromPng(png: Buffer): NativeImage {
    return new NativeImage(png)
  }

  isEmpty(): boolean {
    return this.#png.length === 0
  }

  getSize(): { width: number; height: number } {
    // IHDR is the first chunk: width and height follow signature, length and name.
    return this.#png.length < 24
      ? { width: 0, height: 0 }
      : { width: this.#png.readUInt32BE(16), height: this.#png.readUInt32BE(20) }
  }

  toPNG(): Buffer {
    return Buffer.from(this.#png)
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#png.toString('base64')}`
  }
}

export const nativeImage = {
  createEmpty: (): NativeImage => NativeImage.fromPng(Buffer.alloc(0)),
  /** A file that cannot be read gives an empty image, as in Electron. */
  createFromPath(file: string): NativeImage {
    try {
      return NativeImage.fromPng(readFileSync(file))
    } catch (error) {
      expected(error)
      return nativeImage.createEmpty()
    }
  },
  createFromBuffer: (bytes: Buffer): NativeImage => NativeImage.fromPng(Buffer.from(bytes)),
  createFromDataURL: (address: string): NativeImage =>
    NativeImage.fromPng(Buffer.from(address.replace(/^data:image\/png;base64,/, ''), 'base64')),
}

/** Icon sizes of panels and window lists, px. */
const iconEdges = [16, 24, 32, 48, 64, 128] as const

/**
 * Returns page code that scales the image to these sizes: width, height and pixels (0xAARRGGBB).
 */
export function iconPictures(image: Pick<NativeImage, 'toPNG'>): string {
  return `(async () => {
    const bytes = Uint8Array.from(atob('${image.toPNG().toString('base64')}'), (one) =>
      one.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    return ${JSON.stringify(iconEdges)}.flatMap((edge) => {
      const context = new OffscreenCanvas(edge, edge).getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, edge, edge)
      const { data } = context.getImageData(0, 0, edge, edge)
      return [edge, edge, ...Array.from({ length: edge * edge }, (_, at) => {
        const [red, green, blue, alpha] = data.subarray(4 * at)
        return ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0
      })]
    })
  })()`
}
