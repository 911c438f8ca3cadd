/**
 * The frame of a question: keeps the keyboard inside, Cancel has the focus, Esc cancels.
 */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ComponentChildren, JSX } from 'preact'
import { usePage } from '../page-context.ts'

export interface Choice {
  readonly label: string
  /** What it does cannot be taken back. */
  readonly grave?: boolean
  readonly run: () => void
}

interface DialogProps {
  readonly title: string
  /** The last one is the usual one. */
  readonly choices: readonly Choice[]
  readonly children?: ComponentChildren
}

export function Dialog({ title, choices, children }: DialogProps): JSX.Element {
  const page = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
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
        page.dismiss()
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event)
      }}
    >
      <h1 id="dialog-title">{title}</h1>
      {children}
      <div class="dialog-choices">
        <button class="button" ref={cancel} onClick={() => page.dismiss()}>
          {choices.length === 0 ? 'Close' : 'Cancel'}
        </button>
        {choices.map(({ label, grave, run }, index) => (
          <button
            key={label}
            class={`button ${kindOf(grave, index === choices.length - 1)}`}
            onClick={run}
          >
            {label}
          </button>
        ))}
      </div>
    </dialog>
  )
}

const kindOf = (grave = false, usual: boolean): string =>
  grave ? 'button-grave' : usual ? 'button-main' : ''

/** Arrows go from button to button, as Tab does. */
function step(event: KeyboardEvent): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.dialog-choices button')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  if (index === -1) return
  event.preventDefault()
  buttons[
    (index + (event.key === 'ArrowRight' ? 1 : -1) + buttons.length) % buttons.length
  ]?.focus()
}
