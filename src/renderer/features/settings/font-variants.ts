/** Finds the features of a font that change characters, by drawing these with and without it. */
import { drawWithFeatures, withFeatures } from '../../look/font-features.ts'

export interface FontVariant {
  readonly tag: string
  /** Characters that it changes, up to `sampleMax`. */
  readonly sample: string
}

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => name + String(at + 1).padStart(2, '0'))

/** Features that fonts for programs have for their variants of characters. */
const tags = ['zero', 'onum', 'salt', 'dlig', ...numbered('ss', 20), ...numbered('cv', 99)]

/** Each is drawn by itself, so that only ligatures within it are made. */
const signs = [
  ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)),
  ...['=>', '->', '!=', '==', '===', '>=', '<=', '::', '&&', '||', '</', '...', '|>'],
]

const sampleMax = 8
const signPx = 16
/** Least sum of differing pixel values (each up to 255): rounding makes smaller ones. */
const differenceMin = 255

/** Time that features are drawn for before the page may do something else, ms. */
const sliceMs = 8

const known = new Map<string, Promise<readonly FontVariant[]>>()

/** Returns the features that change ASCII characters or ligatures of the first of these fonts. */
export function fontVariants(family: string): Promise<readonly FontVariant[]> {
  const found = known.get(family) ?? find(family)
  known.set(family, found)
  return found
}

async function find(family: string): Promise<readonly FontVariant[]> {
  await document.fonts.load(`${signPx}px ${family}`)
  const canvas = document.createElement('canvas')
  const [width, height] = [signPx * 2.5, signPx * 2]
  Object.assign(canvas, { width: width * signs.length, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return []
  const ink = (features: readonly string[]): Uint8ClampedArray => {
    const families = withFeatures(family, features)
    drawWithFeatures(canvas, families)
    context.font = `${signPx}px ${families}`
    context.clearRect(0, 0, canvas.width, height)
    for (const [at, sign] of signs.entries())
      context.fillText(sign, at * width + signPx / 2, signPx * 1.4)
    return context.getImageData(0, 0, canvas.width, height).data
  }
  const plain = ink([])
  const changed = (pixels: Uint8ClampedArray): string[] => {
    const sums = new Float64Array(signs.length)
    for (let at = 3; at < pixels.length; at += 4) {
      const sign = Math.floor(((at >> 2) % canvas.width) / width)
      sums[sign] = (sums[sign] ?? 0) + Math.abs((pixels[at] ?? 0) - (plain[at] ?? 0))
    }
    return signs.filter((_, at) => (sums[at] ?? 0) >= differenceMin)
  }
  const found: FontVariant[] = []
  let began = performance.now()
  for (const tag of tags) {
    const sample = changed(ink([tag])).slice(0, sampleMax)
    if (sample.length > 0) found.push({ tag, sample: sample.join(' ') })
    if (performance.now() - began < sliceMs) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
  canvas.remove()
  return found
}
