/** Tooltip of a tab: complete title, directory, and the reason of its state. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import type { Grid } from '../../grid/grid.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell, useCells } from '../../state/cell.ts'
import { Hover } from './hover.ts'

export function Tip(): JSX.Element | null {
  const page = usePage()
  const tip = useCell(page.get(Hover).tip)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = tip === null ? null : document.querySelector(`#tab-${CSS.escape(tip.tab)}`)
    if (box.current === null || tab === null) return
    const place = tab.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = box.current
    const { left, top } = {
      top: { left: place.left + 6, top: place.bottom + 6 },
      bottom: { left: place.left + 6, top: place.top - height - 6 },
      left: { left: place.right + 6, top: place.top + 6 },
      right: { left: place.left - width - 6, top: place.top + 6 },
    }[page.state.options.value.tabs.position]
    const y = Math.max(6, Math.min(top, window.innerHeight - height - 6))
    box.current.style.left = `${Math.max(6, Math.min(left, window.innerWidth - width - 6))}px`
    box.current.style.top = `${besideRow(y, height, page.panes.shown)}px`
  }, [tip])
  const [view] = useCells(tip === null ? [] : [page.state.session(tip.session) ?? []].flat())
  const said = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (tip !== null && said.current !== undefined && said.current !== view?.state)
      page.get(Hover).again()
    said.current = tip === null ? undefined : view?.state
  }, [tip, view?.state])
  if (tip === null || view === undefined) return null
  return (
    <div class="tip" role="tooltip" ref={box}>
      <div class="tip-title">{view.title}</div>
      {(view.place !== view.title || view.branch !== undefined) && (
        <div class="tip-place note">
          {[view.place, view.branch].filter((part) => part !== undefined).join(' · ')}
        </div>
      )}
      {view.mark?.note !== undefined && <div class="tip-place note">{view.mark.note}</div>}
      {view.contexts !== undefined && <div class="tip-place note">{view.contexts.trail}</div>}
      {tip.text !== '' && <div class="tip-why">{tip.text}</div>}
      {tip.more.map((text) => (
        <div key={text} class="tip-usage note">
          {text}
        </div>
      ))}
      {tip.usage !== '' && <div class="tip-usage note">{tip.usage}</div>}
    </div>
  )
}

/** Moves the tooltip below the cursor's row, or above it if there is no space. */
function besideRow(y: number, height: number, grid: Grid | null): number {
  if (grid === null) return y
  const bottom = grid.cursorPoint().y
  const top = bottom - grid.cell.height
  if (y >= bottom || y + height <= top) return y
  const below = bottom + 6
  return below + height + 6 <= window.innerHeight ? below : Math.max(6, top - height - 6)
}
