/** Fits a tab's second line, from all of it down to only its icon. */
import { countOf, needOf, stateWord, type Described } from './state-words.ts'
import { filledParts, type FilledPart } from '../../../base/text/template.ts'

interface Room {
  /** Width of the line, including the icon. */
  readonly px: number
  /** Width of the icon; 0 if there is none. */
  readonly shapePx: number
  readonly measure: (text: string) => number
}

interface FittingLine {
  readonly shape: boolean
  readonly parts: readonly FilledPart[]
}

/** Minimum useful width of a project, px; the rest is truncated. */
const projectPx = 36

/** Returns the widest variant that fits. A state is never truncated. */
export function lineThatFits(
  {
    template,
    fields,
    words,
    isUrgent,
  }: {
    readonly template: string
    readonly fields: Readonly<Record<string, string>>
    readonly words: readonly string[]
    /** Whether the tab needs the user: then the icon stays, with the age instead of a word. */
    readonly isUrgent: boolean
  },
  { px, shapePx, measure }: Room,
): FittingLine {
  const all = filledParts(template, fields)
  const fitsAll = all.reduce((sum, { text }) => sum + measure(text), shapePx) <= px
  const whole = fitsAll ? all : filledParts(template, { ...fields, branch: '' })
  const cut = (part: FilledPart) => part.field === 'project' || part.field === 'message'
  const least = whole.reduce(
    (sum, part) => sum + (cut(part) ? Math.min(projectPx, measure(part.text)) : measure(part.text)),
    shapePx,
  )
  if (words.length === 0 || least <= px || !whole.some(({ field }) => field === 'state'))
    return { shape: true, parts: withCut(whole, cut, { px: px - shapePx, measure }) }
  const since = fields['since'] ?? ''
  const aged: readonly FilledPart[] = [
    { field: 'state', text: fields['state'] ?? '' },
    ...(since === '' || !whole.some(({ field }) => field === 'since')
      ? []
      : [{ field: 'since', text: ` · ${since}` }]),
  ]
  if (aged.reduce((sum, { text }) => sum + measure(text), shapePx) <= px)
    return { shape: true, parts: aged }
  const state = (text: string): readonly FilledPart[] => [{ field: 'state', text }]
  const beside = words.find((word) => shapePx + measure(word) <= px)
  if (beside !== undefined) return { shape: true, parts: state(beside) }
  if (isUrgent && shapePx > 0) {
    const isAged = since !== '' && whole.some(({ field }) => field === 'since')
    const fits = isAged && shapePx + measure(since) <= px
    return { shape: true, parts: fits ? [{ field: 'since', text: since }] : [] }
  }
  const alone = words.find((word) => measure(word) <= px)
  // Without space for a text, only the icon; without icons, the shortest text is truncated.
  return alone === undefined
    ? { shape: true, parts: shapePx === 0 ? state(words.at(-1) ?? '') : [] }
    : { shape: shapePx === 0, parts: state(alone) }
}

/** Truncates the one flexible part here: the page would leave a gap after it. */
function withCut(
  parts: readonly FilledPart[],
  cut: (part: FilledPart) => boolean,
  { px, measure }: Pick<Room, 'px' | 'measure'>,
): readonly FilledPart[] {
  const room = parts
    .filter((part) => !cut(part))
    .reduce((left, { text }) => left - measure(text), px)
  if (parts.filter(cut).length !== 1) return parts
  return parts.map((part) =>
    cut(part) ? { ...part, text: cutTo(part.text, room, measure) } : part,
  )
}

/** Letters of a part that any tab has space for. */
const lettersMax = 100

function cutTo(text: string, px: number, measure: Room['measure']): string {
  if (measure(text) <= px) return text
  const letters = [...text].slice(0, lettersMax)
  while (letters.length > 0 && measure(`${letters.join('')}…`) > px) letters.pop()
  return letters.length === 0 ? text : `${letters.join('')}…`
}

/** Returns the texts for a state, longest first; empty if there is none. */
export function stateWords(view: Described, wallClock: (at: number) => string): readonly string[] {
  const whole = stateWord(view, wallClock)
  if (view.state !== 'waiting' || view.exit !== undefined) {
    const [first = '', ...rest] = whole.split(', ')
    return whole === '' ? [] : rest.length === 0 ? [whole] : [whole, first]
  }
  const { agent, panes } = view
  if (panes !== undefined)
    return [whole, `${countOf(panes)} need${panes.need === 1 ? 's' : ''} you`, countOf(panes)]
  const mark = agent?.confidence === 'guess' ? '?' : ''
  const what = needOf(agent, wallClock)
  const snoozed =
    agent?.snoozedUntil == null
      ? []
      : [`${what}${mark}, snoozed`, `snoozed until ${wallClock(agent.snoozedUntil)}`, 'snoozed']
  if (snoozed.length > 0) return [whole, ...snoozed]
  const words = [`needs you: ${what}`, what, 'needs you'].map((word) => `${word}${mark}`)
  return [...new Set([whole, ...words])]
}
