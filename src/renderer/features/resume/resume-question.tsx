/** Asks whether to resume agents, with each complete command line, tab and directory. */
import type { JSX } from 'preact'
import { ConsentText } from '../../overlay/consent/consent-text.tsx'
import { useConsent } from '../../overlay/consent/use-consent.ts'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import type { ResumePrompt } from '../../state/overlay.ts'
import { sendApproved, textsOf, resumeTitle } from './resume-offers.ts'

export function ResumeQuestion({
  offers,
}: {
  readonly offers: readonly ResumePrompt[]
}): JSX.Element {
  const page = usePage()
  const asking = useConsent(textsOf(offers), offers.map(({ id }) => id).join(' '))
  const [first] = offers
  const single = offers.length === 1 && first !== undefined
  return (
    <DialogBox
      title={single ? resumeTitle(first) : `Resume ${offers.length} agents?`}
      choices={[
        {
          label: single ? 'Resume' : 'Resume all',
          asking,
          run: (approval) => {
            page.overlays.dismiss()
            sendApproved(page, offers, approval)
          },
        },
      ]}
    >
      <p>{single ? 'This command runs in the tab:' : 'Each command runs in its tab:'}</p>
      <ul class="resume-list">
        {offers.map((offer, at) => (
          <li key={offer.id}>
            <p>
              <strong>
                <bdi>{offer.title}</bdi>
              </strong>
              {single ? '' : `: ${offer.agent}`}
            </p>
            <ConsentText asking={asking} index={2 * at} label="Command" />
            <p class="resume-place soft">
              in <ConsentText asking={asking} index={2 * at + 1} label="Directory" inline />
            </p>
          </li>
        ))}
      </ul>
    </DialogBox>
  )
}
