/** The *Why* panel: all facts about a tab's state. A pinned one stays open while the user works. */
import { toSessionId, type SessionId } from '../../../core/ids.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import {
  portsTitle,
  portUseText,
  portUseTitle,
  whyText,
  type PortUse,
  type WhyState as Reasons,
} from '../../../agents/state/why.ts'
import { integrable } from '../../../agents/state/integration.ts'
import { whySections } from '../../../core/windows/tabs/why-report.ts'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { WhyRequests } from './why-requests.ts'
import { Backdrop } from '../../overlay/backdrop.tsx'
import { usePage, useSession } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'

/** Ages in the panel change. */
const refreshMs = 1_000

/** How long a button shows "Copied", ms. */
const copiedMs = 1_500

export function WhyOverlays({ session }: { readonly session: SessionId }): JSX.Element {
  return (
    <Backdrop>
      <WhyPanel session={session} pinned={false} />
    </Backdrop>
  )
}

export function PinnedWhy(): JSX.Element | null {
  const page = usePage()
  const session = useCell(page.state.pinnedWhy)
  return session === null ? null : <WhyPanel key={session} session={session} pinned />
}

/** Returns the current reasons, requested repeatedly while they are visible. */
function useAnswer(session: SessionId, view: TabView | null): Reasons | null {
  const page = usePage()
  const [answer, setAnswer] = useState<Reasons | null>(null)
  useEffect(() => {
    let over = false
    const ask = (): void =>
      void page
        .get(WhyRequests)
        .ask(session)
        .then((report) => {
          if (!over) setAnswer(report)
        })
    ask()
    const timer = window.setInterval(ask, refreshMs)
    return () => {
      over = true
      window.clearInterval(timer)
    }
  }, [session, view])
  return answer
}

/** Ports of the tab's programs. A click opens one in the browser. */
function Ports({
  session,
  answer: { usage },
}: {
  readonly session: SessionId
  readonly answer: Reasons
}): JSX.Element {
  const page = usePage()
  const open = (port: number) => () =>
    page.send({ kind: 'link/open', session, address: `http://localhost:${port}` })
  return (
    <>
      {usage?.ports.map((port) => (
        <button
          key={port}
          class="link soft why-port"
          title={`Open http://localhost:${port}`}
          disabled={!page.state.options.value.links.detect}
          onClick={open(port)}
        >
          {port}
        </button>
      ))}
    </>
  )
}

/** The tab that uses a port which the failed command needed. A click goes to it. */
function PortUser({ use }: { readonly use: PortUse | null }): JSX.Element | null {
  const page = usePage()
  if (use === null) return null
  const go = (): void => {
    if (page.state.overlay.value?.kind === 'why') page.overlays.dismiss()
    page.send({ kind: 'attention/go', session: toSessionId(use.session) })
  }
  return (
    <button class="link soft" title="Go to this tab" onClick={go}>
      {portUseText(use)}
    </button>
  )
}

function WhyPanel({
  session,
  pinned,
}: {
  readonly session: SessionId
  readonly pinned: boolean
}): JSX.Element {
  const page = usePage()
  const view = useSession(session)
  const said = useAnswer(session, view)
  const answered = useCell(page.state.answeredOffers)
  const offered = view?.agent === undefined ? null : integrable(view.agent)
  const isAnswered = offered !== null && answered.includes(offered)
  const answer = said !== null && isAnswered ? { ...said, advice: null } : said
  /** The last copied form, which its button shows. */
  const [copied, setCopied] = useState<'text' | 'json' | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = window.setTimeout(() => setCopied(null), copiedMs)
    return () => window.clearTimeout(timer)
  }, [copied])
  useLayoutEffect(() => {
    if (!pinned) panel.current?.focus()
  }, [])

  const close = (): void => {
    if (pinned) {
      page.state.pinnedWhy.set(null)
      page.panes.shown?.focus()
    } else page.overlays.dismiss()
  }
  const copy = (form: 'text' | 'json') => (): void => {
    if (answer === null) return
    page.send({
      kind: 'clipboard/write',
      selection: 'clipboard',
      text: form === 'json' ? JSON.stringify(answer, null, 2) : `${whyText(answer)}\n`,
    })
    setCopied(form)
  }
  return (
    <div
      class={`why panel${pinned ? ' why-pinned' : ''}`}
      role="dialog"
      aria-label={`Why this state? ${view?.title ?? ''}`}
      tabIndex={-1}
      ref={panel}
      data-tab={session}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          close()
        }
      }}
    >
      <div class="why-head">
        {view !== null && <Stripe view={view} />}
        <div class="why-name">
          <div class="why-title cut">{view?.title ?? 'This tab was closed'}</div>
          <div class="why-place note cut">{view?.place}</div>
        </div>
      </div>
      <p class="why-short">
        {view !== null && <StateGlyph view={view} />}
        <span>{answer?.short ?? 'Loading…'}</span>
      </p>
      <div class="why-body" tabIndex={0} role="group" aria-label="Details">
        {answer !== null &&
          whySections(answer).map(({ title, rows }) => (
            <section key={title}>
              <h2>{title}</h2>
              <table>
                <tbody>
                  {rows.map(([label, text], index) => (
                    <tr key={index}>
                      <th scope="row">{label}</th>
                      <td>
                        {label === portsTitle && <Ports session={session} answer={answer} />}
                        {label === portUseTitle && <PortUser use={answer.portUse} />}
                        {label !== portsTitle && label !== portUseTitle && text}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ))}
      </div>
      <div class="why-buttons">
        <button class="button why-copy" disabled={answer === null} onClick={copy('text')}>
          {copied === 'text' ? 'Copied' : 'Copy text'}
        </button>
        <button class="button why-copy" disabled={answer === null} onClick={copy('json')}>
          {copied === 'json' ? 'Copied' : 'Copy JSON'}
        </button>
        <span class="for-ears" role="status">
          {copied === null ? '' : 'Copied'}
        </span>
        {!pinned && (
          <button
            class="button"
            onClick={() => {
              page.overlays.dismiss()
              page.state.pinnedWhy.set(session)
            }}
          >
            Pin
          </button>
        )}
        <button class="button" onClick={close}>
          Close
        </button>
      </div>
    </div>
  )
}
