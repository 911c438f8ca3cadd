/** The questions that are asked before something is lost or sent: closing, restarting, pasting. */
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { panesBeside } from '../../core/panes/arrangement.ts'
import { usePage } from '../page-context.ts'
import type { Overlay } from '../state/overlay.ts'
import { Dialog } from './dialog.tsx'

export function CloseTab({
  tab,
  restart,
  sentence,
  whole,
}: Overlay & { kind: 'close-tab' }): JSX.Element {
  const page = usePage()
  const verb = restart ? 'Restart' : 'Close'
  const isPane = whole !== true && panesBeside(page.state.arrangement, tab).length > 1
  return (
    <Dialog
      title={`${verb} this ${isPane ? 'pane' : 'tab'}?`}
      choices={[{ label: verb, grave: true, run: () => page.confirmOverlay() }]}
    >
      <p>
        <strong>{sentence}</strong>. It will be terminated.
      </p>
      {!restart && <NeverAsk />}
    </Dialog>
  )
}

/**
 * A link that looks as if it led elsewhere. Where it leads comes first and
 * alone, so that nothing can stand before it.
 */
export function OpenLink({
  question: { place, written, address, text },
}: Overlay & { kind: 'open-link' }): JSX.Element {
  const page = usePage()
  return (
    <Dialog
      title="Open this link?"
      choices={[{ label: 'Open', grave: true, run: () => page.confirmOverlay() }]}
    >
      <p class="dialog-place">
        <bdi>{place}</bdi>
      </p>
      <p>
        This is where it leads
        {written === null ? (
          ', and its text names another place.'
        ) : (
          <>
            . It is written{' '}
            <strong>
              <bdi>{written}</bdi>
            </strong>
            , with letters that look like others.
          </>
        )}
      </p>
      {text !== null && (
        <>
          <p>Its text:</p>
          <pre class="preview" tabIndex={0} aria-label="Text of the link">
            <bdi>{text}</bdi>
          </pre>
        </>
      )}
      <p class="dialog-whole">Full address:</p>
      <pre class="preview" tabIndex={0} aria-label="Full address">
        {address}
      </pre>
    </Dialog>
  )
}

/**
 * A click, and nothing else, ends the questions: until the app ends, or, when
 * the user has seen what is written, for good.
 */
function NeverAsk(): JSX.Element {
  const page = usePage()
  const [step, setStep] = useState<'offered' | 'asked' | 'done'>('offered')
  const { file } = page.state.complaint.value
  const never = (save: boolean): void => {
    page.send({ kind: 'option/never-ask' })
    if (save)
      page.send({ kind: 'option/save', option: { name: 'ui.confirm_on_close', value: false } })
    setStep('done')
  }
  if (step === 'offered')
    return (
      <p class="dialog-never">
        <button class="link soft" tabIndex={0} onClick={() => setStep('asked')}>
          Don't ask again
        </button>
      </p>
    )
  if (step === 'done')
    return (
      <p class="dialog-never" role="status">
        vibeflow no longer asks before closing.
      </p>
    )
  return (
    <div class="dialog-never" role="group" aria-label="Don't ask again">
      <p>This will be written to {file}:</p>
      <pre class="preview">{'[ui]\nconfirm_on_close = false'}</pre>
      <p>
        <button class="link soft" tabIndex={0} onClick={() => never(true)}>
          Save
        </button>
        {' or '}
        <button class="link soft" tabIndex={0} onClick={() => never(false)}>
          only until vibeflow quits
        </button>
      </p>
    </div>
  )
}

/** Names in the list before it says how many more there are. */
const namesMax = 6

export function CloseWindow({
  sentences,
  tabs,
  inDropDown = 0,
  quit,
}: Overlay & { kind: 'close-window' }): JSX.Element {
  const page = usePage()
  const rest = sentences.length - namesMax
  const verb = quit ? 'Quit' : 'Close'
  const what =
    `${quit ? 'vibeflow' : 'this window'}` +
    `${tabs > 1 ? ` and ${quit ? 'close' : 'its'} ${tabs} tabs` : ''}` +
    `${tabs > 1 && inDropDown > 0 ? `, ${inDropDown} of them in the drop-down` : ''}`
  return (
    <Dialog
      title={`${verb} ${what}?`}
      choices={[{ label: verb, grave: true, run: () => page.confirmOverlay() }]}
    >
      {sentences.length > 0 && (
        <>
          <p>{sentences.length === 1 ? 'This will be terminated:' : 'These will be terminated:'}</p>
          <ul>
            {sentences.slice(0, namesMax).map((name, index) => (
              <li key={index}>{name}</li>
            ))}
            {rest > 0 && <li>and {rest} more</li>}
          </ul>
        </>
      )}
      <NeverAsk />
    </Dialog>
  )
}

export function PasteQuestion({ question, into, paste }: Overlay & { kind: 'paste' }): JSX.Element {
  const page = usePage()
  const { lines, bytes, runs, controls, invisible, preview, cut } = question
  const choose = (asOneLine: boolean) => () => {
    page.dismiss()
    paste(asOneLine)
  }
  return (
    <Dialog
      title={
        `Paste ${lines === 1 ? 'this text' : `${lines.toLocaleString('en')} lines`}` +
        `${into > 1 ? ` into ${into} terminals` : ''}?`
      }
      choices={[
        ...(lines > 1 ? [{ label: 'Paste as one line', run: choose(true) }] : []),
        { label: 'Paste', run: choose(false) },
      ]}
    >
      <p>
        {size(bytes)}
        {runs && `. ${lines > 1 ? 'Each' : 'Its'} line break may run the text before it`}
        {controls && '. It contains control characters'}
        {invisible && '. It contains invisible characters'}.
      </p>
      <pre
        class="preview"
        tabIndex={0}
        aria-label={cut === null ? 'Text' : 'Beginning of the text'}
      >
        {preview}
      </pre>
      {cut !== null && (
        <>
          <p>
            {cut.lineEnds > 0 &&
              `${cut.lineEnds.toLocaleString('en')} of ${lines.toLocaleString('en')} lines, `}
            {size(cut.bytes)}, are not shown
            {cut.hidden && ', including invisible characters'}. It ends with:
          </p>
          <pre class="preview" tabIndex={0} aria-label="End of the text">
            {cut.end}
          </pre>
        </>
      )}
    </Dialog>
  )
}

export function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  return bytes < 1_048_576
    ? `${(bytes / 1_024).toFixed(1)} KiB`
    : `${(bytes / 1_048_576).toFixed(1)} MiB`
}
