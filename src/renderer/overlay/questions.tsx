/** Questions that are asked before something is lost or sent: closing, restarting, pasting. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { Approval } from '../../core/consent/consent.ts'
import { sessionIn } from '../../core/ids.ts'
import { sizeText } from '../../core/consent/dropped.ts'
import { asOneLine } from '../../core/consent/paste.ts'
import { ConsentText } from './consent/consent-text.tsx'
import { useConsent } from './consent/use-consent.ts'
import { usePage } from '../page/page-context.ts'
import type { Page } from '../page/page.ts'
import type { Overlay, PastedPicture } from '../state/overlay.ts'
import { drawThumbnail } from './thumbnail.ts'
import { DialogBox } from './dialog.tsx'

export function CloseQuestion({
  confirm,
  sentence,
  left,
}: Overlay & { kind: 'close' }): JSX.Element {
  const page = usePage()
  const isRestart = confirm.kind === 'session/restart'
  const verb = isRestart ? 'Restart' : 'Close'
  const isPane =
    confirm.kind !== 'tab/close' &&
    page.state.isSplit(isRestart ? confirm.session : sessionIn(confirm.pane))
  return (
    <DialogBox
      title={`${verb} this ${isPane ? 'pane' : 'tab'}?`}
      choices={closeChoices(page, verb, left)}
    >
      {sentence !== '' && (
        <p>
          <strong>{sentence}.</strong> {isRestart ? 'Restarting' : 'Closing'} stops it.
        </p>
      )}
      <LeftRunning left={left} />
      {!isRestart && <NeverAsk />}
    </DialogBox>
  )
}

/** Buttons of a question before closing. The default keeps the named processes. */
function closeChoices(page: Page, verb: string, left: readonly string[] = []) {
  const close = { grave: left.length === 0, run: () => page.overlays.confirm() }
  if (left.length === 0) return [{ label: verb, ...close }]
  const end = { label: `${verb} and end them`, grave: true, run: () => page.overlays.confirm(true) }
  return [end, { label: `${verb} and keep them`, ...close }]
}

/** Lists processes that left the terminal, which its end does not stop. */
function LeftRunning({
  left = [],
}: {
  readonly left?: readonly string[] | undefined
}): JSX.Element | null {
  if (left.length === 0) return null
  return <ProgramList title="Started here, and may keep running:" names={left} all />
}

/** A link that pretends to lead elsewhere. The real host is shown first and alone. */
export function OpenLink({
  session,
  question: { place, written, address, text, isUnseen },
}: Overlay & { kind: 'open-link' }): JSX.Element {
  const page = usePage()
  const asking = useConsent([address, place, written, text].filter((one) => one !== null))
  const textAt = written === null ? 2 : 3
  const open = ({ text: approved }: Approval): void => {
    page.overlays.dismiss()
    page.send({ kind: 'link/open', session, address: approved })
  }
  return (
    <DialogBox
      title="Open this link?"
      choices={[{ label: 'Open', grave: true, asking, run: open }]}
    >
      <p class="dialog-place">
        <ConsentText asking={asking} index={1} label="Destination" inline />
      </p>
      <p>
        The link goes here.{' '}
        {written !== null && (
          <>
            The host name is written{' '}
            <strong>
              <ConsentText asking={asking} index={2} label="Host as written" inline />
            </strong>
            , with look-alike letters.
          </>
        )}
        {written === null && !isUnseen && 'Its text shows a different address.'}
        {isUnseen && ' Part of the link is not visible or may be covered.'}
      </p>
      <p>{text === null ? 'Full address:' : 'Link text:'}</p>
      {text !== null && <ConsentText asking={asking} index={textAt} label="Link text" />}
      {text !== null && <p class="dialog-whole">Full address:</p>}
      <ConsentText asking={asking} label="Full address" />
    </DialogBox>
  )
}

/** Stops the questions until the app quits, or permanently after showing the lines to write. */
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
          Don't ask again…
        </button>
      </p>
    )
  if (step === 'done')
    return (
      <p class="dialog-never" role="status">
        You won't be asked again.
      </p>
    )
  return (
    <div class="dialog-never" role="group" aria-label="Don't ask again">
      <p>This setting will be saved in {file}:</p>
      <pre class="preview">{'[ui]\nconfirm_on_close = false'}</pre>
      <p>
        <button class="link soft" tabIndex={0} onClick={() => never(true)}>
          Save
        </button>
        {' · '}
        <button class="link soft" tabIndex={0} onClick={() => never(false)}>
          Only this session
        </button>
      </p>
    </div>
  )
}

/** Names listed before the rest is counted. */
const namesMax = 6

export function CloseWindow({
  sentences,
  tabs,
  inDropDown = 0,
  quit,
  keeps = false,
  left,
}: Overlay & { kind: 'close-window' }): JSX.Element {
  const page = usePage()
  const verb = quit ? 'Quit' : 'Close'
  const what =
    `${quit ? 'vibeflow' : 'this window'}` +
    `${tabs > 1 ? ` and ${quit ? 'close' : 'its'} ${tabs} tabs` : ''}` +
    `${tabs > 1 && inDropDown > 0 ? ` (${inDropDown} in the drop-down terminal)` : ''}`
  return (
    <DialogBox
      title={`${verb} ${what}?`}
      choices={[
        ...(keeps && sentences.length > 0
          ? [
              {
                label: 'Quit and stop programs',
                grave: true,
                run: () => page.overlays.confirm(true),
              },
            ]
          : []),
        ...(keeps
          ? [{ label: verb, run: () => page.overlays.confirm() }]
          : closeChoices(page, verb, left)),
      ]}
    >
      {sentences.length > 0 && <StillRunning sentences={sentences} keeps={keeps} />}
      <LeftRunning left={left} />
      <NeverAsk />
    </DialogBox>
  )
}

export function CloseTabs({
  tabs,
  sentences,
  left,
}: Overlay & { kind: 'close-tabs' }): JSX.Element {
  const page = usePage()
  return (
    <DialogBox
      title={`Close ${tabs.length} ${tabs.length === 1 ? 'tab' : 'tabs'}?`}
      choices={closeChoices(page, 'Close', left)}
    >
      {sentences.length > 0 && <StillRunning sentences={sentences} />}
      <LeftRunning left={left} />
      <NeverAsk />
    </DialogBox>
  )
}

function StillRunning({
  sentences,
  keeps = false,
}: {
  readonly sentences: readonly string[]
  readonly keeps?: boolean
}): JSX.Element {
  const title = keeps ? 'These programs keep running after you quit:' : 'Still running:'
  return <ProgramList title={title} names={sentences} />
}

function ProgramList({
  title,
  names,
  all = false,
}: {
  readonly title: string
  readonly names: readonly string[]
  /** Shows each: the question offers to end them. */
  readonly all?: boolean
}): JSX.Element {
  const shown = all ? names : names.slice(0, namesMax)
  const rest = names.length - shown.length
  return (
    <>
      <p>{title}</p>
      <ul>
        {shown.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </>
  )
}

/** A small view of an image, without one if it can't be decoded. */
function Thumbnail({ image }: { readonly image: PastedPicture }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isOpen = true
    void drawThumbnail(image.bytes, () => (isOpen ? canvas.current : null))
    return () => {
      isOpen = false
    }
  }, [image])
  return <canvas ref={canvas} class="paste-thumbnail" role="img" aria-label={image.words} hidden />
}

export function PasteQuestion({
  question: asked,
  into,
  image,
  paste,
}: Overlay & { kind: 'paste' }): JSX.Element {
  const page = usePage()
  const [joined, setJoined] = useState(false)
  const question = useMemo(() => (joined ? asOneLine(asked) : asked), [asked, joined])
  const { text, lines, bytes, runs, controls, invisible, endMarks } = question
  const asking = useConsent([text])
  const canPaste = asking.ready || asking.unread
  useEffect(() => {
    // At the next Enter, the button that joined the lines would split them again.
    if (joined && canPaste)
      document.querySelector<HTMLElement>('.dialog-choices > :last-child')?.focus()
  }, [joined, canPaste])
  const send = (approval: Approval | null): void => {
    if (approval === null) return
    page.overlays.dismiss()
    paste(approval)
  }
  return (
    <DialogBox
      title={
        image === undefined
          ? `Paste ${lines === 1 ? 'this text' : `${lines.toLocaleString('en')} lines`}` +
            `${into > 1 ? ` into ${into} terminals` : ''}?`
          : 'Paste the path of this image?'
      }
      choices={[
        ...(joined || asked.lines > 1
          ? [
              {
                label: joined ? 'Keep line breaks' : 'Join lines',
                run: () => setJoined(!joined),
              },
            ]
          : []),
        asking.unread
          ? {
              label: 'Paste without reading it all',
              grave: true,
              run: () => send(asking.approveUnread()),
            }
          : { label: 'Paste', asking, run: send },
      ]}
    >
      {image !== undefined && <Thumbnail image={image} />}
      <p>
        {image === undefined ? sizeText(bytes) : image.words}
        {runs && `. ${lines > 1 ? 'Each line' : 'It'} may run as a command`}
        {controls && '. Contains control characters'}
        {invisible && '. Contains invisible characters'}
        {joined && `. ${asked.lines} lines are joined with spaces`}
        {endMarks && '. Sequences that would end the paste were removed'}.
      </p>
      <ConsentText asking={asking} label="Text to paste" />
    </DialogBox>
  )
}
