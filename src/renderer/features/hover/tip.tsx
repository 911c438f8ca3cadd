/**
 * The short form of "why", under the tab that the pointer rests on: whole title, place, and the
 * reason.
 */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'

export function Tip(): JSX.Element | null {
  const page = usePage()
  const tip = useCell(page.state.tip)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = tip === null ? null : document.querySelector(`#tab-${CSS.escape(tip.tab)}`)
    if (box.current === null || tab === null) return
    const place = tab.getBoundingClientRect()
    box.current.style.left =
      `${Math.max(6, Math.min(place.left + 6, window.innerWidth - box.current.offsetWidth - 6))}` +
      'px'
    box.current.style.top = `${place.bottom + 6}px`
  }, [tip])
  const view = tip === null ? undefined : page.state.tab(tip.tab)?.value
  if (tip === null || view === undefined) return null
  return (
    <div class="tip" role="tooltip" ref={box}>
      <div class="tip-title">{view.title}</div>
      {view.place !== view.title && <div class="tip-place">{view.place}</div>}
      {tip.text !== '' && <div class="tip-why">{tip.text}</div>}
    </div>
  )
}
