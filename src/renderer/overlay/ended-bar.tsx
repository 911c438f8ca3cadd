/**
 * The bar in a pane whose program has ended, and the message in a pane whose program could not
 * start.
 */
import type { SessionId } from '../../core/ids.ts'
import { useEffect, useRef } from 'preact/hooks'
import { exactSpan } from '../../base/text/span.ts'
import type { JSX } from 'preact'
import type { Approval } from '../../core/consent/consent.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'
import type { Insets } from '../grid/fit.ts'
import { Bars } from './consent/bars.ts'
import { ConsentText } from './consent/consent-text.tsx'
import { scrollByKey } from './consent/scroll-by-key.ts'
import { UnreadHint } from './consent/unread-hint.tsx'
import { useConsent } from './consent/use-consent.ts'
import { usePage, useSession } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'

/** Draws one bar for each visible pane without a program. */
export function Foot(): JSX.Element {
  const page = usePage()
  const { panes } = useCell(page.panes.view)
  useCell(page.state.order)
  return (
    <>
      {panes.map(({ id, insets }) => (
        <PaneFoot key={id} id={id} insets={insets} />
      ))}
    </>
  )
}

function PaneFoot({
  id,
  insets: { top, right, bottom, left },
}: {
  readonly id: SessionId
  readonly insets: Insets
}): JSX.Element | null {
  const view = useSession(id)
  const from = (edge: keyof Insets, px: number) => `calc(var(--pane-${edge}, 0px) + ${px}px)`
  const sides = {
    left: from('left', left),
    right: from('right', right),
    bottom: from('bottom', bottom),
  }
  if (view?.deferredStart !== undefined) {
    const height = `calc(100vh - ${from('top', top)} - ${from('bottom', bottom)})`
    const place = { ...sides, maxHeight: height }
    return <Waiting view={view} start={view.deferredStart} place={place} />
  }
  if (view?.phase === 'failed')
    return <Failed view={view} place={{ ...sides, top: from('top', top) }} />
  if (view?.phase !== 'ended') return null
  return (
    <div
      class="foot"
      style={sides}
      data-state={view.state}
      role="group"
      aria-label="Program ended"
      onMouseDown={(event) => event.preventDefault()}
    >
      <span class="foot-words cut" role="status">
        {ending(view)}
      </span>
      {view.exit !== undefined && (
        <span class="foot-time soft">after {exactSpan(view.exit.ranMs)}</span>
      )}
      <Buttons view={view} restart="Restart" />
    </div>
  )
}

/** A command that waits for the user, with its directory. It stays within its pane. */
function Waiting({
  view: { id, state, problem, exit },
  start: { command, directory },
  place,
}: {
  readonly view: TabView
  readonly start: NonNullable<TabView['deferredStart']>
  readonly place: Readonly<Record<string, string>>
}): JSX.Element {
  const page = usePage()
  const asked = useRef<HTMLDivElement>(null)
  const asking = useConsent([command, directory], id)
  const hasFocus = useCell(page.state.focused) === id
  // the approval covers the command and its directory
  const run = ({ texts: [command = '', directory = ''] }: Approval): void =>
    page.send({ kind: 'session/start', session: id, command, directory })
  const scroll = (event: KeyboardEvent): boolean =>
    asked.current !== null && scrollByKey(event, asked.current)
  useEffect(() => page.get(Bars).show(id, { asking, run, scroll }), [id, asking.consent])
  const click = (): void => {
    const approval = asking.approve()
    if (approval === null) return
    run(approval)
    page.panes.shown?.focus()
  }
  return (
    <div
      class="foot foot-waiting"
      style={place}
      data-state={state}
      role="group"
      aria-label="Not started"
      onPointerDown={() => page.tabs.goTo(id)}
      onMouseDown={(event) => {
        if (event.target instanceof HTMLButtonElement) event.preventDefault()
      }}
    >
      <div class="foot-asked" ref={asked}>
        <span class="foot-words" role="status">
          {problem !== undefined && `${problem} `}
          {exit !== undefined && `${ending({ exit })}. `}
          Not started:
        </span>
        <ConsentText asking={asking} label="Command" />
        <span class="foot-place soft">
          in <ConsentText asking={asking} index={1} label="Directory" inline />
        </span>
      </div>
      <div class="foot-answer">
        <UnreadHint asking={asking} />
        <span class="foot-buttons">
          <button
            class={hasFocus ? 'button button-main' : 'button'}
            disabled={!asking.ready}
            onClick={click}
          >
            Start
            {hasFocus && <kbd aria-hidden="true">Enter</kbd>}
          </button>
          <button class="button" onClick={() => page.tabs.close(id)}>
            Close
          </button>
        </span>
      </div>
    </div>
  )
}

function Failed({
  view,
  place,
}: {
  readonly view: TabView
  readonly place: Readonly<Record<string, string>>
}): JSX.Element {
  const { split } = useCell(usePage().panes.view)
  return (
    <div class="failed-place" style={place}>
      <div
        class="failed"
        role="alert"
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLParagraphElement)) event.preventDefault()
        }}
      >
        <h1>Couldn't start this {split === null ? 'tab' : 'pane'}</h1>
        <p>{view.problem ?? "Couldn't start the program."}</p>
        <Buttons view={view} restart="Retry" failed />
      </div>
    </div>
  )
}

function Buttons({
  view,
  restart,
  failed = false,
}: {
  readonly view: TabView
  readonly restart: string
  readonly failed?: boolean
}): JSX.Element {
  const page = usePage()
  const bound = useCell(page.shortcuts).label('restart_tab')
  // shortcuts act on the focused pane
  const hasFocus = useCell(page.state.focused) === view.id
  return (
    <span class="foot-buttons">
      <button class="button" onClick={() => page.tabs.restart(view.id)}>
        {restart}
        {hasFocus && bound !== undefined && <kbd aria-hidden="true">{bound}</kbd>}
      </button>
      {failed && view.configured === true && (
        <button class="button" onClick={() => page.perform('open_config')}>
          Open configuration file
        </button>
      )}
      <button class="button" onClick={() => page.tabs.close(view.id)}>
        Close{hasFocus && <kbd aria-hidden="true">Enter</kbd>}
      </button>
    </span>
  )
}

function ending({ exit }: Pick<TabView, 'exit'>): string {
  if (exit === undefined) return 'Not started'
  if (exit.outOfMemory === true) return 'Process was killed: out of memory'
  return exit.signal === null
    ? `Process exited with code ${exit.code}`
    : `Process was killed (${exit.signal})`
}
