/** A small view of a pasted image. Chromium decodes it in its sandbox, as images of programs. */
import { headerOf } from '../../terminal/images/header.ts'

/** Largest view, px. */
const thumbnailPx = { width: 320, height: 180 } as const

/** Pixels of an image that is decoded for a view: a screenshot of 6K has fewer. */
const decodedPixelsMax = 33_554_432

/** Returns the size of a view of an image, in whole px, or `null` without one. */
export function thumbnailSize(
  width: number,
  height: number,
): { readonly width: number; readonly height: number } | null {
  if (!(width > 0 && height > 0) || width * height > decodedPixelsMax) return null
  const scale = Math.min(1, thumbnailPx.width / width, thumbnailPx.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Draws an image into a hidden canvas and shows it.
 * @param canvas returns the canvas once the image is decoded; `null` if it is gone
 */
export async function drawThumbnail(
  bytes: Uint8Array,
  canvas: () => HTMLCanvasElement | null,
): Promise<void> {
  const header = headerOf(bytes)
  const size = header === null ? null : thumbnailSize(header.width, header.height)
  if (header === null || size === null) return
  const ratio = window.devicePixelRatio
  const blob = new Blob([Uint8Array.from(bytes)], { type: `image/${header.kind}` })
  const bitmap = await createImageBitmap(blob, {
    resizeWidth: Math.round(size.width * ratio),
    resizeHeight: Math.round(size.height * ratio),
    resizeQuality: 'high',
  }).catch(() => null) // damaged after its header
  const place = canvas()
  if (bitmap !== null && place !== null) {
    place.width = bitmap.width
    place.height = bitmap.height
    place.style.width = `${size.width}px`
    place.style.height = `${size.height}px`
    place.getContext('2d')?.drawImage(bitmap, 0, 0)
    place.hidden = false
  }
  bitmap?.close()
}
