/** The edge of the sidebar that changes its width. The width is saved on release. */
import { clamp } from '../../base/numbers/clamp.ts'
import type { JSX, TargetedPointerEvent } from 'preact'
import { sidebarWidths } from '../../core/config/limits.ts'
import { usePage } from '../page/page-context.ts'

/** Change per key press, px. */
const step = 10

const within = (width: number): number =>
  clamp(Math.round(width), sidebarWidths.least, sidebarWidths.most)

/** @param width current width of the sidebar, px */
export function SidebarEdge({ width }: { readonly width: number }): JSX.Element {
  const page = usePage()
  const side = page.state.options.value.tabs.position === 'right' ? -1 : 1
  const save = (value: number): void => {
    page.state.sidebarWidth.set(value)
    page.send({ kind: 'option/save', option: { name: 'tabs.sidebar_width', value } })
  }
  const press = (event: TargetedPointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    const from = event.clientX
    const at = ({ clientX }: PointerEvent) => within(width + side * (clientX - from))
    const move = (moved: PointerEvent): void => page.state.sidebarWidth.set(at(moved))
    const end = (ended: PointerEvent): void => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', end)
      edge.removeEventListener('pointercancel', end)
      if (ended.type === 'pointerup' && at(ended) !== width) save(at(ended))
      else page.state.sidebarWidth.set(null)
    }
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end)
    edge.addEventListener('pointercancel', end)
  }
  return (
    <div
      class="sidebar-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label="Sidebar width"
      aria-valuemin={sidebarWidths.least}
      aria-valuemax={sidebarWidths.most}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={press}
      onKeyDown={({ key }) => {
        if (key === 'Escape') page.panes.shown?.focus()
        const by = { ArrowLeft: -side * step, ArrowRight: side * step }[key]
        if (by !== undefined && within(width + by) !== width) save(within(width + by))
      }}
    />
  )
}
