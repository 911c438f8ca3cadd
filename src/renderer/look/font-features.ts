/**
 * OpenType features of the grid's fonts (`fonts.features`). xterm.js has no option for them. They
 * are in its list of families, as the name of a family that does not exist, so that a change draws
 * all glyphs again and terminals with other features have an atlas of their own.
 */
import { featurePattern } from '../../core/config/sections/terminal.ts'

const prefix = 'features: '
const marked = /"features: ([^"]*)"$/

/** Most canvases in the document: one per atlas in use, and those of tests of a font. */
const canvasesMax = 8

/** Returns a list of families for `fontFeatures`. */
export function withFeatures(family: string, features: readonly string[]): string {
  return features.length === 0 ? family : `${family}, "${prefix}${features.join(' ')}"`
}

/** Returns CSS `font-feature-settings` for a list of families: `"zero" 1, "cv02" 3`. */
export function fontFeatures(family: string): string {
  const written = marked.exec(family)?.[1]
  return written === undefined ? 'normal' : featureSettings(written.split(' '))
}

/** Returns features such as `zero`, `-calt` and `cv02=3` as CSS `font-feature-settings`. */
export function featureSettings(features: readonly string[]): string {
  const settings = features.flatMap((one) => {
    const [, sign, tag, value] = featurePattern.exec(one) ?? []
    return tag === undefined ? [] : [`"${tag}" ${sign === '-' ? 0 : (value ?? 1)}`]
  })
  return settings.length === 0 ? 'normal' : settings.join(', ')
}

let holder: HTMLElement | null = null

/**
 * Makes a canvas draw text in this list of families with its features. Only a canvas in the
 * document has a style. Chromium keeps what a `font` of a canvas means, so that text must not
 * change without its list.
 */
export function drawWithFeatures(canvas: HTMLCanvasElement, family: string): void {
  const settings = fontFeatures(family)
  if (settings === 'normal') return
  canvas.style.fontFeatureSettings = settings
  if (canvas.isConnected) return
  if (holder === null) {
    holder = document.createElement('div')
    holder.hidden = true
    document.body.append(holder)
  }
  if (holder.childElementCount >= canvasesMax) holder.firstElementChild?.remove()
  holder.append(canvas)
}
