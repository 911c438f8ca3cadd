/** The frame of a question. Keeps the keyboard inside, focuses Cancel, and Esc cancels. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ComponentChildren, JSX } from 'preact'
import type { Approval } from '../../core/consent/consent.ts'
import { scrollByKey } from './consent/scroll-by-key.ts'
import { UnreadHint } from './consent/unread-hint.tsx'
import type { ConsentState } from './consent/use-consent.ts'
import { usePage } from '../page/page-context.ts'

interface Button {
  readonly label: string
  /** It cannot be undone. */
  readonly grave?: boolean
}

/** A button of a question. With `asking`, it is enabled once all of that was visible. */
type Choice =
  | (Button & { readonly asking?: undefined; readonly run: () => void })
  | (Button & { readonly asking: ConsentState; readonly run: (approval: Approval) => void })

interface DialogProps {
  readonly title: string
  /** The last one is the default. */
  readonly choices: readonly Choice[]
  /** Called instead of closing the dialog. */
  readonly cancel?: () => void
  readonly children?: ComponentChildren
}

export function DialogBox({ title, choices, cancel: leave, children }: DialogProps): JSX.Element {
  const page = usePage()
  const close = leave ?? (() => page.overlays.dismiss())
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const unread = choices.find((choice) => choice.asking !== undefined)?.asking
  useLayoutEffect(() => {
    dialog.current?.showModal()
    cancel.current?.focus()
  }, [])
  return (
    <dialog
      class="dialog panel"
      ref={dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event)
        else if (dialog.current !== null) scrollByKey(event, dialog.current)
      }}
    >
      <h1 id="dialog-title">{title}</h1>
      {children}
      <div class="dialog-choices">
        {unread !== undefined && <UnreadHint asking={unread} />}
        <button class="button" ref={cancel} onClick={close}>
          {choices.length === 0 ? 'Close' : 'Cancel'}
        </button>
        {choices.map((choice, index) => (
          <button
            key={index}
            class={`button ${kindOf(choice.grave, index === choices.length - 1)}`}
            disabled={choice.asking?.ready === false}
            onClick={() => choose(choice)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </dialog>
  )
}

function choose(choice: Choice): void {
  if (choice.asking === undefined) choice.run()
  else {
    const approval = choice.asking.approve()
    if (approval !== null) choice.run(approval)
  }
}

const kindOf = (grave = false, usual: boolean): string =>
  grave ? 'button-grave' : usual ? 'button-main' : ''

/** Arrows move between buttons, as Tab does. */
function step(event: KeyboardEvent): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.dialog-choices button')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  if (index === -1) return
  event.preventDefault()
  buttons[
    (index + (event.key === 'ArrowRight' ? 1 : -1) + buttons.length) % buttons.length
  ]?.focus()
}
