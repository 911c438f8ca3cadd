/** One tab. It follows its own cell, so that output of one tab redraws one tab. */
import { toSessionId, type TabId } from '../../core/ids.ts'
import { openTabMenu } from '../features/menus/menus.ts'
import { Hover } from '../features/hover/hover.ts'
import { memo } from './memo.ts'
import type { JSX } from 'preact'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'
import { headlineOf, type HeadlineView } from '../../core/windows/tabs/headline.ts'
import type { Page } from '../page/page.ts'
import { usePage } from '../page/page-context.ts'
import { useCell, useCells } from '../state/cell.ts'
import { Icon } from '../overlay/icon.tsx'
import { lineThatFits, stateWords } from '../../core/windows/tabs/narrow.ts'
import {
  lasts,
  tabDescription,
  subtitleFields,
  thirdLine,
} from '../../core/windows/tabs/state-words.ts'
import { glyphOf } from '../../core/windows/tabs/stripe.ts'
import { columnLines, isColumn } from '../../core/windows/tabs/tab-layout.ts'
import { mainNow, wallClock } from '../page/clock.ts'
import { uiFamilies } from '../look/style/chrome.ts'
import { AgentSign } from './agent-sign.tsx'
import { Flag } from './flag.tsx'
import { tabAxisOf } from './axis.ts'
import { useSince } from './since-clock.ts'
import { StateGlyph, Stripe } from './stripe.tsx'
import { textWidth } from './text-width.ts'
import { TimelineBar } from './timeline-bar.tsx'

interface TabProps {
  readonly id: TabId
  readonly active: boolean
  /** 1-based position and total, because some tabs may not be in the document. */
  readonly place: number
  readonly of: number
  /** Position and size along the strip, px. */
  readonly at: number
  readonly size: number
  /** Space for text, px. */
  readonly width: number
  /** Whether a part of it is visible in the strip. */
  readonly inView: boolean
  /** Distance from its position while it is dragged, px. */
  readonly dragged: number | null
  readonly press: (event: PointerEvent, id: TabId) => void
}

/** Space at both sides of the text in a row and a sidebar, and for an icon, px, as in bar.css. */
const textSides = 12 + 4
const textSidesInColumn = 12 + 12
const shapeWidth = 15

const gone: HeadlineView = {
  id: toSessionId('-'),
  title: '',
  project: '',
  place: '',
  state: 'active',
  phase: 'ended',
}

/** Summary of all panes of the tab. Its id is that of the focused session. */
function useHeadline(page: Page, id: TabId): HeadlineView {
  const { state } = page
  useCell(state.tabs)
  const views = useCells(state.sessionsIn(id).flatMap((session) => state.session(session) ?? []))
  return headlineOf(views, state.focusIn(id)) ?? gone
}

/** Returns whether one of the tab's panes receives broadcast input. */
function useReceives(page: Page, id: TabId): boolean {
  const receivers = useCell(page.state.broadcast.receivers)
  useCell(page.state.tabs)
  return receivers.size > 0 && page.state.sessionsIn(id).some((session) => receivers.has(session))
}

export const Tab = memo(function Tab({
  id,
  active,
  place,
  of,
  at,
  size,
  width,
  inView,
  dragged,
  press,
}: TabProps): JSX.Element {
  const page = usePage()
  const view = useHeadline(page, id)
  const {
    tabs,
    ui: { font, font_size: fontSize, shapes },
  } = useCell(page.state.options)
  const axis = tabAxisOf(isColumn(tabs))
  const twin = useCell(page.state.twins).get(view.id)
  const receives = useReceives(page, id)
  const zoomed = page.state.tab(id)?.zoomed === true
  useSince(inView && lasts(view) ? view.agent.since : null)
  const now = mainNow()
  const line = lineThatFits(
    {
      template: tabs.subtitle,
      fields: subtitleFields(view, now, wallClock, twin),
      words: stateWords(view, wallClock),
      isUrgent: view.state === 'waiting',
    },
    {
      px: width - (axis.column ? textSidesInColumn : textSides),
      shapePx: shapes && glyphOf(view) !== 'none' ? shapeWidth : 0,
      measure: (text) => textWidth(text, `${fontSize - 1}px ${uiFamilies(font)}`),
    },
  )
  const classes = `tab${active ? ' tab-active' : ''}${dragged === null ? '' : ' tab-dragged'}`
  return (
    <div
      class={classes}
      role="presentation"
      data-session={view.id}
      data-state={view.state}
      data-phase={view.phase}
      data-receives={receives}
      style={{ ...axis.size(size), transform: axis.place(at + (dragged ?? 0)) }}
      onPointerDown={(event) => {
        page.get(Hover).leave() // or the tooltip would stay where the tab was before the drag
        press(event, id)
      }}
      onPointerOver={(event) => pointerOver(event, page.get(Hover), id)}
      onPointerLeave={() => page.get(Hover).leave()}
      onAuxClick={(event) => {
        if (event.button === 1) page.tabs.closeWhole(id)
      }}
      onDblClick={(event) => {
        event.stopPropagation()
        page.state.renaming.set(id)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        openTabMenu(page, id, { x: event.clientX, y: event.clientY })
      }}
    >
      <div
        class="tab-face"
        role="tab"
        id={`tab-${id}`}
        data-tab={id}
        tabIndex={active ? 0 : -1}
        aria-selected={active}
        aria-controls={`grid-${view.id}`}
        aria-posinset={place}
        aria-setsize={of}
        aria-keyshortcuts="Delete F2"
      >
        <Stripe view={view} inView={inView} />
        <span class="for-ears">
          {tabDescription(view, now, wallClock, twin)}
          {receives && ', receives your input'}
          {zoomed && ', one pane zoomed'}
        </span>
        <div class="tab-text" aria-hidden="true">
          <Title view={view} receives={receives} zoomed={zoomed} sign={width >= signWidthMin} />
          <div class="tab-subtitle">
            {shapes && line.shape && <StateGlyph view={view} />}
            {line.parts.map(({ field, text }, index) => (
              <span key={index} class={`sub-${field ?? 'text'}`}>
                {text}
              </span>
            ))}
          </div>
          {axis.column && columnLines(tabs) > 2 && (
            <div class="tab-message soft cut">{thirdLine(view)}</div>
          )}
        </div>
      </div>
      <TimelineBar id={view.id} />
      {/* Mouse only: a tab list may contain nothing but tabs, and the keyboard has Delete. */}
      <button
        class="tab-close soft sign-button"
        tabIndex={-1}
        aria-hidden="true"
        title="Close"
        onPointerDown={stay}
        onDblClick={stay}
        onClick={() => page.tabs.closeWhole(id)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
})

function pointerOver(
  {
    buttons,
    currentTarget,
    relatedTarget: from,
    target,
  }: PointerEvent & { readonly currentTarget: HTMLElement },
  hover: Hover,
  id: TabId,
): void {
  const isInside = from instanceof Node && currentTarget.contains(from)
  if (hasOwnTip(target)) hover.leave()
  // Dragging a selection past the upper edge moves the pointer over tabs.
  else if (buttons === 0 && (!isInside || hasOwnTip(from))) hover.enter(id)
}

/** The close button, a mark and the timeline name themselves: the tab shows no second tooltip. */
function hasOwnTip(place: EventTarget | null): boolean {
  return place instanceof Element && place.closest('[title]') !== null
}

interface TitleProps {
  readonly view: TabView
  readonly receives: boolean
  readonly zoomed: boolean
  /** Whether there is space for the agent's badge. */
  readonly sign: boolean
}

/** Narrower tabs leave the space to the title, px. */
const signWidthMin = 80

function Title({ view, receives, zoomed, sign }: TitleProps): JSX.Element {
  const { title, agent, mark, muted, call, contexts } = view
  return (
    <div class="tab-title">
      <Flag mark={mark} />
      {receives && (
        <span class="tab-mark tab-receives soft" title="Receives your input">
          <Icon name="broadcast" />
        </span>
      )}
      {zoomed && (
        <span class="tab-mark tab-zoomed soft" title="One pane is zoomed">
          <Icon name="zoomed" />
        </span>
      )}
      {muted === true && (
        <span class="tab-mark soft" title="Muted">
          <Icon name="muted" />
        </span>
      )}
      {call !== undefined && muted !== true && (
        <span
          class="tab-mark tab-called soft"
          title={call.kind === 'bell' ? 'Bell' : 'Notification'}
        >
          <Icon name="bell" />
        </span>
      )}
      {sign && contexts !== undefined && <ContextSign {...contexts} />}
      {sign && <AgentSign tool={agent?.tool} />}
      <span class="tab-name cut">{title}</span>
    </div>
  )
}

/** Badge of a tab whose output reports that it comes from root, a container or another machine. */
function ContextSign({ trail, root, place }: NonNullable<TabView['contexts']>): JSX.Element | null {
  const signs = [...(place === null ? [] : [place]), ...(root ? ['root'] : [])]
  return signs.length === 0 ? null : (
    <span
      class={`agent-sign${root ? ' tab-root' : ''}`}
      data-sign={signs.join(' ')}
      title={`Reported by the program: ${trail}`}
    />
  )
}

/** Pressing the close button neither activates nor drags the tab. */
function stay(event: Event): void {
  event.stopPropagation()
}
