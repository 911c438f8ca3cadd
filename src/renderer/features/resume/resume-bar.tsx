/**
 * Offers, in a tab that came back, to resume the agent that ran in it. It shows the line that would
 * be run; nothing is run unless the user says so.
 */
import type { JSX } from 'preact'
import type { TabView } from '../../../core/tabs/tab-view.ts'
import { usePage, useTab } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'

export function ResumeBar(): JSX.Element {
  const page = usePage()
  const active = useCell(page.state.active)
  useCell(page.state.order)
  const view = useTab(active)
  const chord = useCell(page.keys.shortcuts).label('resume_agent')
  const offer = view?.resume
  const say = (accept: boolean) => {
    if (view !== null) page.send({ kind: 'tab/resume', tab: view.id, accept })
    page.focusGrid()
  }
  return (
    <>
      {/* There before its words are: a screen reader announces what changes in it. */}
      <div class="for-ears" role="status">
        {offer === undefined ? '' : spoken(offer, chord)}
      </div>
      {offer !== undefined && (
        <div
          class="resume-bar"
          role="group"
          aria-label="Resume agent"
          onMouseDown={(event) => event.preventDefault()}
        >
          <span class="resume-words">
            <span class="resume-title">{title(offer)}</span>
            <span class="resume-line soft">
              <code>{offer.command}</code>{' '}
              <span class="resume-place soft">in {offer.directory}</span>
            </span>
          </span>
          <span class="foot-buttons">
            <button class="button" onClick={() => say(true)}>
              Resume
              {chord !== undefined && <kbd aria-hidden="true">{chord}</kbd>}
            </button>
            <button class="button" onClick={() => say(false)}>
              Dismiss
            </button>
          </span>
        </div>
      )}
    </>
  )
}

type Offer = NonNullable<TabView['resume']>

export function title({ agent, session }: Offer): string {
  return session === '' ? `Resume ${agent}?` : `Resume ${agent} session ${session}?`
}

function spoken(offer: Offer, chord: string | undefined): string {
  const how = chord === undefined ? 'The command palette resumes it' : `${chord} resumes it`
  return (
    `${title(offer)} It runs ${offer.command} in ${offer.directory}. ${how}; typing anything ` +
    'else dismisses this offer.'
  )
}
