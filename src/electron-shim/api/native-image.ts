/** `nativeImage`: PNG bytes. Other formats are not supported. */

export class NativeImage {
  #png: Buffer

  private constructor(png: Buffer) {
    this.#png = png
  }

  static fromPng(png: Buffer): NativeImage {
    return new NativeImage(png)
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#png.toString('base64')}`
  }
}

export const nativeImage = {
  createFromBuffer: (bytes: Buffer): NativeImage => NativeImage.fromPng(Buffer.from(bytes)),
}

/** Icon sizes of panels and window lists, px. */
const iconEdges = [16, 24, 32, 48, 64, 128] as const

/**
 * Returns page code that scales the image to these sizes: width, height and pixels (0xAARRGGBB).
 */
export function iconPictures(png: Buffer): string {
  return `(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (one) =>
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
