/**
 * Dragging a tab along the strip: it follows the pointer, a mark shows the slot, letting go moves
 * it there, Esc calls it off.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RefObject } from 'preact'
import type { TabLayout } from '../../core/view/tab-layout.ts'
import type { Page } from '../page.ts'

/** A press becomes a drag after this way, px: hands shake. */
const threshold = 4

/** Near an end of the strip it scrolls, px per frame. */
const edge = 24
const edgeStep = 8

export interface Drag {
  readonly tab: string | null
  /** px from the tab's own place. */
  readonly offset: number
  /** The gap in which it would land, counted from the left; null where it would stay. */
  readonly mark: number | null
  readonly press: (event: PointerEvent, id: string) => void
}

interface Dragging {
  readonly tab: string
  readonly offset: number
  readonly slot: number
}

/** So far beyond the window's edge a tab is let go outside, px: at the edge hands shake. */
const outside = 24

/** Another window is told where the pointer is at most this often, ms. */
const tellMs = 40

/**
 * Dropped beside the window: a tab goes to the window whose bar is there, or gets one of its own.
 */
function isOutside({ clientX, clientY }: PointerEvent): boolean {
  return (
    clientX < -outside ||
    clientY < -outside ||
    clientX > window.innerWidth + outside ||
    clientY > window.innerHeight + outside
  )
}

export function useDrag(
  page: Page,
  strip: RefObject<HTMLElement | null>,
  layout: TabLayout,
  order: readonly string[],
): Drag {
  const [dragging, setDragging] = useState<Dragging | null>(null)
  const now = useRef({ layout, order })
  now.current = { layout, order }
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const press = useRef((event: PointerEvent, id: string): void => {
    if (event.button !== 0) return
    page.activate(id)
    if (document.activeElement?.closest('[role=tablist]') != null) page.focusGrid()
    stop.current?.()
    const element = strip.current
    if (element === null) return
    const from = event.clientX + element.scrollLeft
    let last: Dragging | null = null
    let x = event.clientX
    let frame: number | null = null
    /** Outside of the window, and told so at that time. */
    let told: number | null = null
    const tell = (at: { readonly x: number; readonly y: number } | null, drop = false): void => {
      told = at === null || drop ? null : performance.now()
      page.send({ kind: 'tab/drag', tab: id, at, drop })
    }

    const draw = (): void => {
      const {
        layout: { tabWidth },
        order,
      } = now.current
      const index = order.indexOf(id)
      if (index === -1) {
        end()
        return
      }
      const moved = x + element.scrollLeft - from
      const offset =
        Math.max(-index, Math.min(order.length - 1 - index, moved / tabWidth)) * tabWidth
      last = { tab: id, offset, slot: Math.round(index + offset / tabWidth) }
      setDragging(last)
    }
    const scrollAtEdge = (): void => {
      frame = null
      const box = element.getBoundingClientRect()
      const step = x < box.left + edge ? -edgeStep : x > box.right - edge ? edgeStep : 0
      const before = element.scrollLeft
      element.scrollLeft += step
      if (element.scrollLeft === before) return
      draw()
      frame = requestAnimationFrame(scrollAtEdge)
    }
    const move = (event: PointerEvent): void => {
      x = event.clientX
      if (last === null && Math.abs(x + element.scrollLeft - from) < threshold) return
      draw()
      if (!isOutside(event)) {
        if (told !== null) tell(null)
      } else if (told === null || performance.now() - told >= tellMs) tell({ x, y: event.clientY })
      if (frame === null && element.scrollWidth > element.clientWidth)
        frame = requestAnimationFrame(scrollAtEdge)
    }
    const drop = (event: PointerEvent): void => {
      const target = last
      end()
      if (target !== null && isOutside(event)) {
        tell({ x: event.clientX, y: event.clientY }, true)
        return
      }
      if (target !== null && now.current.order.indexOf(id) !== target.slot)
        page.send({ kind: 'tab/move', tab: id, to: target.slot })
    }
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || last === null) return
      event.preventDefault()
      event.stopPropagation()
      end()
    }
    const end = (): void => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('blur', end)
      window.removeEventListener('keydown', key, true)
      if (frame !== null) cancelAnimationFrame(frame)
      if (told !== null) tell(null)
      stop.current = null
      setDragging(null)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', end)
    window.addEventListener('blur', end)
    window.addEventListener('keydown', key, true)
    stop.current = end
  })

  if (dragging === null) return { tab: null, offset: 0, mark: null, press: press.current }
  const index = order.indexOf(dragging.tab)
  const mark =
    dragging.slot === index ? null : dragging.slot > index ? dragging.slot + 1 : dragging.slot
  return { tab: dragging.tab, offset: dragging.offset, mark, press: press.current }
}
