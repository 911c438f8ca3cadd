/** Dividers between the active tab's panes, and a stripe with each pane's state. */
import type { JSX } from 'preact'
import { ratioAt, type Divider } from '../../../core/windows/panes/layout.ts'
import { dividerWidth, ratioMin, ratioStep } from '../../../core/windows/panes/limits.ts'
import { equalize, setRatio } from '../../../core/windows/panes/tree.ts'
import { Stripe } from '../../bar/stripe.tsx'
import type { PanesInView } from '../../grid/panes.ts'
import { usePage, useSession } from '../../page/page-context.ts'
import type { Page } from '../../page/page.ts'
import { useCell } from '../../state/cell.ts'

export function PaneFrames(): JSX.Element | null {
  const page = usePage()
  const view = useCell(page.panes.view)
  if (view.split === null) return null
  return (
    <div class="pane-frames">
      {view.panes.map((pane) => (
        <PaneStripe key={pane.id} {...pane} />
      ))}
      {view.dividers.map((divider) => (
        <DividerBar key={divider.path} divider={divider} />
      ))}
    </div>
  )
}

function PaneStripe({ id, insets }: PanesInView['panes'][number]): JSX.Element | null {
  const view = useSession(id)
  if (view === null) return null
  return (
    <div class="pane-stripe" data-pane={id} style={px(insets)}>
      <Stripe view={view} inView />
    </div>
  )
}

function DividerBar({ divider }: { readonly divider: Divider }): JSX.Element {
  const page = usePage()
  const { axis, rect, ratio } = divider
  return (
    <div
      class="divider"
      role="separator"
      tabIndex={0}
      aria-label="Pane divider"
      aria-orientation={axis === 'row' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(100 * ratio)}
      aria-valuemin={100 * ratioMin}
      aria-valuemax={100 - 100 * ratioMin}
      style={px(rect)}
      onMouseDown={(event) => event.preventDefault()} // the keyboard stays where it is
      onPointerDown={(event) => drag(page, divider, event)}
      onDblClick={() => {
        const { split } = page.panes.view.value
        const tree = split === null ? null : equalize(split.tree)
        if (tree !== null && typeof tree !== 'string') page.tabs.rearrange({ tree, zoomed: false })
      }}
      onKeyDown={(event) => {
        const by = steps[axis][event.key]
        if (by !== undefined) turn(page, divider, ratio + by * ratioStep)
        if (event.key === 'Escape' || event.key === 'Enter') page.panes.shown?.focus()
        if (by !== undefined || event.key === 'Escape' || event.key === 'Enter')
          event.preventDefault()
      }}
    />
  )
}

const steps: Readonly<Record<Divider['axis'], Readonly<Record<string, number>>>> = {
  row: { ArrowLeft: -1, ArrowRight: 1 },
  column: { ArrowUp: -1, ArrowDown: 1 },
}

/** Moves the divider permanently. */
function turn(page: Page, { path }: Divider, ratio: number): void {
  const { split } = page.panes.view.value
  const tree = split === null ? null : setRatio(split.tree, path, ratio)
  if (tree !== null && typeof tree !== 'string') page.tabs.rearrange({ tree, zoomed: false })
}

/** Moves the panes with the pointer. The main process is notified at the end. */
function drag(page: Page, divider: Divider, event: PointerEvent): void {
  // the element with this listener
  const bar = event.currentTarget as HTMLElement
  if (event.button !== 0) return
  bar.setPointerCapture(event.pointerId)
  const { axis, within, path } = divider
  const box = bar.parentElement?.getBoundingClientRect()
  const ratioOf = ({ clientX, clientY }: PointerEvent): number =>
    ratioAt(
      divider,
      axis === 'row'
        ? clientX - (box?.left ?? 0) - within.left
        : clientY - (box?.top ?? 0) - within.top,
      dividerWidth,
    )
  const move = (moved: PointerEvent): void => {
    const { split } = page.panes.view.value
    const tree = split === null ? null : setRatio(split.tree, path, ratioOf(moved))
    if (tree !== null && typeof tree !== 'string') page.panes.preview({ tree, zoomed: false })
  }
  const before = page.panes.view.value.split
  const end = (): void => {
    bar.removeEventListener('pointermove', move)
    bar.removeEventListener('lostpointercapture', end)
    window.removeEventListener('keydown', cancel, { capture: true })
    const { split } = page.panes.view.value
    if (split !== null) page.tabs.rearrange(split)
  }
  const cancel = (key: KeyboardEvent): void => {
    if (key.key !== 'Escape') return
    key.preventDefault()
    key.stopImmediatePropagation()
    if (before !== null) page.panes.preview(before)
    bar.releasePointerCapture(event.pointerId) // which ends the drag
  }
  bar.addEventListener('pointermove', move)
  window.addEventListener('keydown', cancel, { capture: true })
  bar.addEventListener('lostpointercapture', end)
}

function px(edges: object): Record<string, string> {
  return Object.fromEntries(Object.entries(edges).map(([edge, value]) => [edge, `${value}px`]))
}
