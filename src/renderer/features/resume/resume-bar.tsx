/** Offers to resume the agent of a restored tab. Nothing runs without approval of the full line. */
import { useEffect } from 'preact/hooks'
import type { JSX } from 'preact'
import type { Approval } from '../../../core/consent/consent.ts'
import { spelledText } from '../../../core/consent/spelled.ts'
import { Bars } from '../../overlay/consent/bars.ts'
import { ConsentText } from '../../overlay/consent/consent-text.tsx'
import { UnreadHint } from '../../overlay/consent/unread-hint.tsx'
import { useConsent } from '../../overlay/consent/use-consent.ts'
import { usePage, useSession } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { ResumePrompt } from '../../state/overlay.ts'
import { barOf, offersOf, sendApproved, textsOf, resumeTitle } from './resume-offers.ts'

export function ResumeBar(): JSX.Element {
  const page = usePage()
  const focused = useCell(page.state.focused)
  useCell(page.state.order)
  const view = useSession(focused)
  const chord = useCell(page.shortcuts).label('resume_agent')
  const [offer] = offersOf(view === null ? [] : [view])
  return (
    <>
      {/* Always in the document, because screen readers announce changes of its text. */}
      <div class="for-ears" role="status">
        {offer === undefined ? '' : spoken(offer, chord)}
      </div>
      {offer !== undefined && <Offered key={offer.id} offer={offer} chord={chord} />}
    </>
  )
}

function Offered({
  offer,
  chord,
}: {
  readonly offer: ResumePrompt
  readonly chord: string | undefined
}): JSX.Element {
  const page = usePage()
  const { id } = offer
  const asking = useConsent(textsOf([offer]), id)
  const run = (approval: Approval): void => {
    sendApproved(page, [offer], approval)
    page.panes.shown?.focus()
  }
  useEffect(() => page.get(Bars).show(barOf(id), { asking, run }), [asking.consent])
  const click = (): void => {
    const approval = asking.approve()
    if (approval !== null) run(approval)
  }
  const dismiss = (): void => {
    page.send({ kind: 'session/resume', session: id, accept: false })
    page.panes.shown?.focus()
  }
  return (
    <div
      class="resume-bar"
      role="group"
      aria-label="Resume agent"
      onMouseDown={(event) => event.preventDefault()}
    >
      <span class="resume-words">
        <span class="resume-title">{resumeTitle(offer)}</span>
        <span class="resume-line soft">
          <ConsentText asking={asking} label="Command" inline />{' '}
          <span class="resume-place soft">
            in <ConsentText asking={asking} index={1} label="Directory" inline />
          </span>
        </span>
        <UnreadHint asking={asking} />
      </span>
      <span class="foot-buttons">
        <button class="button" disabled={!asking.ready} onClick={click}>
          Resume
          {chord !== undefined && <kbd aria-hidden="true">{chord}</kbd>}
        </button>
        <button class="button" onClick={dismiss}>
          Dismiss
        </button>
      </span>
    </div>
  )
}

function spoken(offer: ResumePrompt, chord: string | undefined): string {
  const { command, directory } = offer
  const how =
    chord === undefined
      ? 'To resume, run “Resume agent” from the command palette.'
      : `Press ${chord} to resume.`
  return (
    `${resumeTitle(offer)} Runs ${spelledText(command)} in ${spelledText(directory)}. ${how} ` +
    'Typing dismisses this.'
  )
}
