/** Dragging a tab: it follows the pointer, a mark shows the slot, Esc cancels. */
import type { TabId } from '../../core/ids.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RefObject } from 'preact'
import { groupAround } from '../../core/windows/tabs/groups.ts'
import type { TabLayout } from '../../core/windows/tabs/tab-layout.ts'
import type { Page } from '../page/page.ts'
import type { TabAxis } from './axis.ts'
import { DropOnPane } from './drop-on-pane.ts'

/** A press becomes a drag after this distance, px, because hands shake. */
const threshold = 4

/** Distance from an end of the strip at which it scrolls, px. */
const edge = 24
const edgeStep = 8

export interface Drag {
  readonly tab: TabId | null
  /** Distance from the tab's own position, px. */
  readonly offset: number
  /** Gap where the tab would be inserted, counted from the first tab. Null if it would not move. */
  readonly mark: number | null
  readonly press: (event: PointerEvent, id: TabId) => void
}

interface Dragging {
  readonly tab: TabId
  readonly offset: number
  readonly slot: number
}

/** Distance beyond the window's edge at which a drop counts as outside, px. */
const outside = 24

/** Shortest time between two positions sent to another window, ms. */
const sendMs = 40

/** Returns whether a drop here moves the tab to another window, or to a new one. */
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
  { layout, axis, order }: DragLayout,
): Drag {
  const [dragging, setDragging] = useState<Dragging | null>(null)
  const now = useRef<DragLayout>({ layout, axis, order })
  now.current = { layout, axis, order }
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const press = useRef((event: PointerEvent, id: TabId): void => {
    if (event.button !== 0) return
    const over = new DropOnPane(page, id, page.state.active.value)
    page.tabs.activate(id)
    if (document.activeElement?.closest('[role=tablist]') != null) page.panes.shown?.focus()
    stop.current?.()
    const element = strip.current
    if (element === null) return
    const drag = new TabDrag(event, id, element, {
      page,
      over,
      now: () => now.current,
      show: setDragging,
      ended: () => {
        stop.current = null
        setDragging(null)
      },
    })
    stop.current = drag.end
  })

  if (dragging === null) return { tab: null, offset: 0, mark: null, press: press.current }
  const index = order.indexOf(dragging.tab)
  const mark =
    dragging.slot === index ? null : dragging.slot > index ? dragging.slot + 1 : dragging.slot
  return { tab: dragging.tab, offset: dragging.offset, mark, press: press.current }
}

interface DragLayout {
  readonly layout: TabLayout
  readonly axis: TabAxis
  /** The visible tabs, which a filter may have reduced. */
  readonly order: readonly TabId[]
}

interface DragPorts {
  readonly page: Page
  /** Panes of another tab, as drop targets. */
  readonly over: DropOnPane
  readonly now: () => DragLayout
  readonly show: (dragging: Dragging) => void
  readonly ended: () => void
}

/** One press of a tab. Follows the pointer until it is released or Esc is pressed. */
class TabDrag {
  readonly #id: TabId
  readonly #strip: HTMLElement
  readonly #ports: DragPorts
  readonly #axis: TabAxis
  readonly #from: number
  readonly #listeners = new AbortController()
  #last: Dragging | null = null
  /** Pointer's position along the strip, px of the window. */
  #at: number
  #frame: number | null = null
  /** When the position outside the window was last sent. Null while the pointer is inside. */
  #sentAt: number | null = null

  constructor(event: PointerEvent, id: TabId, strip: HTMLElement, ports: DragPorts) {
    this.#id = id
    this.#strip = strip
    this.#ports = ports
    this.#axis = ports.now().axis
    this.#at = event[this.#axis.pointer]
    this.#from = this.#at + strip[this.#axis.scroll]
    const { signal } = this.#listeners
    window.addEventListener('pointermove', this.#move, { signal })
    window.addEventListener('pointerup', this.#drop, { signal })
    window.addEventListener('pointercancel', this.end, { signal })
    window.addEventListener('blur', this.end, { signal })
    window.addEventListener('keydown', this.#key, { signal, capture: true })
  }

  readonly end = (): void => {
    this.#listeners.abort()
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    if (this.#sentAt !== null) this.#send(null)
    this.#ports.over.cancel()
    this.#ports.ended()
  }

  #send(at: { readonly x: number; readonly y: number } | null, drop = false): void {
    this.#sentAt = at === null || drop ? null : performance.now()
    this.#ports.page.send({ kind: 'tab/drag', tab: this.#id, at, drop })
  }

  #draw(): void {
    const { layout, order } = this.#ports.now()
    const { tabSize } = layout
    const index = order.indexOf(this.#id)
    if (index === -1) {
      this.end()
      return
    }
    const moved = this.#at + this.#strip[this.#axis.scroll] - this.#from
    const { from, to } = groupAround(layout.groups, index)
    const last = Math.min(to, order.length) - 1
    const offset = Math.max(from - index, Math.min(last - index, moved / tabSize)) * tabSize
    this.#last = { tab: this.#id, offset, slot: Math.round(index + offset / tabSize) }
    this.#ports.show(this.#last)
  }

  readonly #scrollAtEdge = (): void => {
    this.#frame = null
    const box = this.#strip.getBoundingClientRect()
    const { begin, end, scroll } = this.#axis
    const step =
      this.#at < box[begin] + edge ? -edgeStep : this.#at > box[end] - edge ? edgeStep : 0
    const before = this.#strip[scroll]
    this.#strip[scroll] += step
    if (this.#strip[scroll] === before) return
    this.#draw()
    this.#frame = requestAnimationFrame(this.#scrollAtEdge)
  }

  readonly #move = (event: PointerEvent): void => {
    const { clientSize, pointer, scroll, scrollSize } = this.#axis
    this.#at = event[pointer]
    const moved = Math.abs(this.#at + this.#strip[scroll] - this.#from)
    if (this.#last === null && moved < threshold && !this.#ports.over.isOver(event)) return
    this.#draw()
    this.#ports.over.move(event)
    if (!isOutside(event)) {
      if (this.#sentAt !== null) this.#send(null)
    } else if (this.#sentAt === null || performance.now() - this.#sentAt >= sendMs)
      this.#send({ x: event.clientX, y: event.clientY })
    if (this.#frame === null && this.#strip[scrollSize] > this.#strip[clientSize])
      this.#frame = requestAnimationFrame(this.#scrollAtEdge)
  }

  readonly #drop = (event: PointerEvent): void => {
    const target = this.#last
    const joined = target !== null && this.#ports.over.drop(event)
    this.end()
    if (joined) return
    if (target !== null && isOutside(event))
      this.#send({ x: event.clientX, y: event.clientY }, true)
    else if (target !== null) this.#moveTo(target.slot)
  }

  #moveTo(slot: number): void {
    const other = this.#ports.now().order[slot]
    if (other !== undefined) this.#ports.page.tabs.moveTo(this.#id, other)
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#last === null) return
    event.preventDefault()
    event.stopPropagation()
    this.end()
  }
}
