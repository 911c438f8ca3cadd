/** One tab: stripe, two lines, close button. Follows its own cell, so output of one tab redraws one tab. */
import { memo } from './memo.ts'
import type { JSX } from 'preact'
import type { TabView } from '../../core/ipc/contract.ts'
import { usePage } from '../page-context.ts'
import { Cell, useCell } from '../state/cell.ts'
import { Icon } from '../overlay/icon.tsx'
import { stateWords } from './state-words.ts'

export interface TabProps {
  readonly id: string
  readonly active: boolean
  /** 1-based, among how many: some tabs may not be in the document. */
  readonly place: number
  readonly of: number
  readonly left: number
  readonly width: number
  /** px from its place while it is dragged. */
  readonly dragged: number | null
  readonly press: (event: PointerEvent, id: string) => void
}

const gone = new Cell<TabView>({ id: '-', title: '', subtitle: '', state: 'active', phase: 'ended' })

export const Tab = memo(function Tab({ id, active, place, of, left, width, dragged, press }: TabProps): JSX.Element {
  const page = usePage()
  const view = useCell(page.state.tab(id) ?? gone)
  const classes = `tab${active ? ' tab-active' : ''}${dragged === null ? '' : ' tab-dragged'}`
  return (
    <div
      class={classes} role="presentation" data-id={id} data-state={view.state} data-phase={view.phase}
      style={{ width: `${width}px`, transform: `translateX(${left + (dragged ?? 0)}px)` }}
      onPointerDown={(event) => press(event, id)}
      onAuxClick={(event) => { if (event.button === 1) page.closeTab(id) }}
      onContextMenu={(event) => { event.preventDefault(); page.openTabMenu(id, { x: event.clientX, y: event.clientY }) }}
    >
      <div
        class="tab-face" role="tab" id={`tab-${id}`} data-tab={id} tabIndex={active ? 0 : -1} title={view.subtitle === '' ? view.title : `${view.title}\n${view.subtitle}`}
        aria-selected={active} aria-controls={`grid-${id}`} aria-posinset={place} aria-setsize={of} aria-label={stateWords(view)}
      >
        <div class="stripe" data-state={view.state} />
        <div class="tab-text">
          <div class="tab-title">{view.title}</div>
          <div class="tab-subtitle">{view.subtitle}</div>
        </div>
      </div>
      <button class="tab-close" type="button" tabIndex={-1} aria-label={`Close ${view.title}`} title="Close" onPointerDown={stay} onClick={() => page.closeTab(id)}>
        <Icon name="close" />
      </button>
    </div>
  )
})

/** Pressing the close button neither activates nor drags the tab. */
function stay(event: Event): void {
  event.stopPropagation()
}
