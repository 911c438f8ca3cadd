/** Measures the part of an element that the user can see. */
import type { VisiblePart } from '../../../core/consent/consent.ts'

/** Distance of the points that are tested for something covering the element, CSS px. */
const stepPx = 16

/**
 * Returns the visible part of an element in CSS px from the top of its content, or null. Ignores
 * what an ancestor or the window clips and what another element covers. The caller checks that the
 * window is visible.
 */
export function visiblePart(element: HTMLElement): VisiblePart | null {
  const box = element.getBoundingClientRect()
  const origin = box.top + element.clientTop
  let [top, bottom] = [origin, origin + element.clientHeight]
  let [left, right] = [0, window.innerWidth]
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    if (getComputedStyle(above).overflow === 'visible') continue
    const around = above.getBoundingClientRect()
    top = Math.max(top, around.top + above.clientTop)
    bottom = Math.min(bottom, around.top + above.clientTop + above.clientHeight)
    left = Math.max(left, around.left)
    right = Math.min(right, around.right)
  }
  top = Math.max(top, 0)
  bottom = Math.min(bottom, window.innerHeight)
  const isCut = box.left < left - 1 || box.right > right + 1
  const { left: from, right: to } = box
  if (isCut || bottom <= top || isCovered(element, { left: from, right: to, top, bottom }))
    return null
  const scrolled = element.scrollTop - origin
  return { from: top + scrolled, to: bottom + scrolled, total: element.scrollHeight }
}

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Returns whether another element covers a part of the area. */
function isCovered(element: HTMLElement, area: Area): boolean {
  const { classList } = document.documentElement
  // Tooltips ignore the pointer but cover the text.
  classList.add('found-by-points')
  try {
    return isCoveredAtPoints(element, area)
  } finally {
    classList.remove('found-by-points')
  }
}

function isCoveredAtPoints(element: HTMLElement, { left, right, top, bottom }: Area): boolean {
  for (const y of points(top + 1, bottom - 1))
    for (const x of points(left + 1, right - 1)) {
      const upper = document.elementFromPoint(x, y)
      // The page itself: the element is not laid out there yet, or a dialog makes it inert.
      if (upper === null || upper === document.documentElement || upper === document.body)
        return true
      if (!element.contains(upper) && liesOver(upper, element)) return true
    }
  return false
}

/** Returns whether `upper` or an ancestor is positioned, unlike text on the same line. */
function liesOver(upper: Element, element: Element): boolean {
  let above: Element | null = upper
  for (; above !== null && !above.contains(element); above = above.parentElement)
    if (getComputedStyle(above).position !== 'static') return true
  return false
}

function* points(from: number, to: number): Generator<number> {
  for (let at = from; at < to; at += stepPx) yield at
  yield to
}
