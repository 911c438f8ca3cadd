/**
 * Finds characters that a font may draw as a ligature (`fonts.ligatures`): runs of punctuation that
 * JetBrains Mono and Fira Code join, if the font has any. The search takes time in each row. The
 * addon does not join across the cursor.
 */
import type { Terminal } from '@xterm/xterm'
import { drawWithFeatures } from '../../look/font-features.ts'

/** The longest first. Each is looked for after the end of the previous one. */
const signs = [
  '<!-- --> <==> <--> <~~> ==== |||> <||| ## ### #### ... ..< ..= ::= ::: <=> <-> <~> === !==',
  '=/= =!= <<= >>= >>> <<< ||| <$> <+> <*> <|> ==> <== ->> <<- -<< >>- =>> ~~> <~~ &&& +++ ***',
  '/// /** |-> <-| |=> <=| -| _|_ -> <- => <= >= == != :: := && || // /* */ ++ -- ** ?? ?. ?:',
  '.. >> << |> <| ~> <~ ~~ </ /> <> ;; !! @@ -< >- =~ !~ {| |} [| |] #{ #[ #( #? #_ %%',
]
  .flatMap((line) => line.split(' '))
  .sort((one, other) => other.length - one.length)

const found = new RegExp(
  signs.map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'),
  'g',
)

/** Every programming font with ligatures has one of these. */
const probes = ['=>', '->', '!=', '===', '>=', '::', '</']

/**
 * Size of the test drawing, px, and the least number and difference (of 255) of pixels. DejaVu Sans
 * Mono and Noto Sans Mono differ in none, Fira Code in 109 to 701 (Chromium 150). It takes 4 to 35
 * ms, once per font.
 */
const probePx = 32
const pixelsMin = 24
const differenceMin = 96

const known = new Map<string, boolean>()

/** Returns whether the font draws some of them as ligatures. */
export function hasLigatures(family: string, weight: string): boolean {
  const font = `${weight} ${probePx}px ${family}`
  const before = known.get(font)
  if (before !== undefined) return before
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: probePx * 4, height: probePx * 2 })
  drawWithFeatures(canvas, family)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return false
  context.font = font
  const advance = context.measureText('=').width
  const ink = (parts: readonly string[]): Uint8ClampedArray => {
    context.clearRect(0, 0, canvas.width, canvas.height)
    for (const [at, part] of parts.entries())
      context.fillText(part, probePx / 2 + at * advance, probePx * 1.4)
    return context.getImageData(0, 0, canvas.width, canvas.height).data
  }
  const found = probes.some((sign) => {
    const apart = ink([...sign])
    const differing = ink([sign]).filter(
      (value, at) => Math.abs(value - (apart[at] ?? 0)) > differenceMin,
    )
    return differing.length >= pixelsMin
  })
  canvas.remove()
  known.set(font, found)
  return found
}

/** @returns a function that ends it */
export function joinLigatures(terminal: Terminal): () => void {
  const id = terminal.registerCharacterJoiner((text) =>
    [...text.matchAll(found)].map((match): [number, number] => [
      match.index,
      match.index + match[0].length,
    ]),
  )
  return () => terminal.deregisterCharacterJoiner(id)
}
