/** Scrolls a question with keys, so that it can be read without a pointer. */

/** Distance that a key scrolls, px, from the height of the box. */
const scrolls: Readonly<Record<string, (height: number) => number>> = {
  ArrowDown: () => 40,
  ArrowUp: () => -40,
  PageDown: (height) => height * 0.9,
  PageUp: (height) => height * -0.9,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
}

/**
 * Scrolls the first part of `root` that can move in the key's direction, `root` itself last.
 * @returns whether something scrolled, which uses up the key
 */
export function scrollByKey(event: KeyboardEvent, root: HTMLElement): boolean {
  const by = scrolls[event.key]
  if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return false
  if (event.target instanceof HTMLInputElement) return false
  for (const element of [...root.querySelectorAll<HTMLElement>('.consent-text, .preview'), root]) {
    const { scrollTop, clientHeight, scrollHeight } = element
    const end = Math.max(0, scrollHeight - clientHeight)
    const to = Math.max(0, Math.min(end, scrollTop + by(clientHeight)))
    if (Math.abs(to - scrollTop) < 1) continue
    element.scrollTop = to
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return false
}
