/** Buttons of the tab bar: counts, tab list, new tab, menu, and the arrows of the strip. */
import type { JSX } from 'preact'
import { addButtonWidth, overflowControlWidth } from '../../core/windows/tabs/tab-layout.ts'
import { waitingWords, type EdgeMark } from '../../core/windows/tabs/needs-you.ts'
import { openNewTabMenu, openWindowMenu } from '../features/menus/menus.ts'
import { Icon } from '../overlay/icon.tsx'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'
import type { PagePoint } from '../state/overlay.ts'
import type { TabAxis } from './axis.ts'

/** Width of a count among the buttons, px. */
export const pillWidth = 36

/** Buttons after the strip. Counts come first, so that no button moves when one appears. */
export function BarButtons({
  list,
  tabs,
  filter,
}: {
  readonly list: boolean
  readonly tabs: number
  readonly filter: JSX.Element | false
}): JSX.Element {
  const page = usePage()
  const waiting = useCell(page.state.waiting)
  const receivers = useCell(page.state.broadcast.receivers)
  return (
    <div class="bar-buttons">
      {filter}
      {receivers.size > 0 && (
        <BarButton
          label={`Broadcasting to ${receivers.size} terminals. Click to stop.`}
          width={pillWidth}
          act={() => page.perform('toggle_broadcast')}
        >
          <span class="pill pill-broadcast">{receivers.size} ×</span>
        </BarButton>
      )}
      {waiting !== null && (
        <BarButton
          label={waitingWords(waiting)}
          width={pillWidth}
          act={() => page.overlays.open({ kind: 'attention' })}
        >
          <span
            class="pill"
            data-state={waiting.state}
            data-seen={waiting.seen === waiting.count ? '' : undefined}
          >
            {waiting.count > 99 ? '99+' : waiting.count}
          </span>
        </BarButton>
      )}
      {list && (
        <BarButton
          label={`All tabs (${tabs})`}
          width={overflowControlWidth}
          act={() => page.overlays.open({ kind: 'tab-list', filter: '' })}
        >
          <Icon name="list" />
        </BarButton>
      )}
      <BarButton
        label="New tab"
        width={addButtonWidth}
        act={() => page.tabs.open()}
        menu={(at) => openNewTabMenu(page, at)}
      >
        <Icon name="plus" />
      </BarButton>
      <BarButton label="Menu" width={overflowControlWidth} act={(at) => openWindowMenu(page, at)}>
        <Icon name="menu" />
      </BarButton>
    </div>
  )
}

export type Side = TabAxis['begin'] | TabAxis['end']

/** Scrolls the strip. If hidden tabs on its side need you, it opens the most urgent instead. */
export function Arrow({
  side,
  mark,
  disabled,
  scroll,
}: {
  readonly side: Side
  readonly mark: EdgeMark | null
  readonly disabled: boolean
  readonly scroll: () => void
}): JSX.Element {
  const page = usePage()
  if (mark === null)
    return (
      <BarButton
        label={`Scroll tabs ${scrollWords[side]}`}
        side={side}
        width={overflowControlWidth}
        disabled={disabled}
        act={scroll}
      >
        <Icon name={sideIcons[side]} />
      </BarButton>
    )
  return (
    <BarButton
      label={
        `${mark.count} ${mark.count === 1 ? 'tab' : 'tabs'} ${sideWords[side]} ` +
        `${mark.count === 1 ? 'needs' : 'need'} you. Click to go to the most urgent.`
      }
      side={side}
      width={overflowControlWidth}
      act={() => page.tabs.goTo(mark.session)}
    >
      <>
        <Icon name={sideIcons[side]} />
        <span class="edge-mark" data-state={mark.state} data-side={side}>
          {mark.count > 99 ? '99+' : mark.count}
        </span>
      </>
    </BarButton>
  )
}

const sideIcons = { left: 'left', right: 'right', top: 'up', bottom: 'down' } as const
const sideWords = { left: 'on the left', right: 'on the right', top: 'above', bottom: 'below' }
const scrollWords = { left: 'left', right: 'right', top: 'up', bottom: 'down' }

interface BarButtonProps {
  readonly label: string
  readonly width: number
  /** Side of the strip, if the button scrolls it. */
  readonly side?: Side
  readonly disabled?: boolean
  /** @param at the point below the button, px of the window */
  readonly act: (at: PagePoint) => void
  readonly menu?: (at: PagePoint) => void
  readonly children: JSX.Element
}

function BarButton(props: BarButtonProps): JSX.Element {
  const { label, width, side, disabled = false, act, menu, children } = props
  return (
    <button
      class="bar-button soft"
      aria-label={label}
      data-side={side}
      title={label}
      style={{ width: `${width}px` }}
      disabled={disabled}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect()
        act({ x: left, y: bottom })
      }}
      onContextMenu={(event) => {
        if (menu === undefined) return
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        event.preventDefault()
        event.stopPropagation()
        menu({ x: left, y: bottom })
      }}
    >
      {children}
    </button>
  )
}
