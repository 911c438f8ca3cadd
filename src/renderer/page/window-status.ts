/** The window's title, its focus, and whether anything in it may move. */
import type { PageMessage } from '../../core/ipc/contract.ts'
import { Throttle } from '../../base/time/throttle.ts'
import { titleIntervalMs } from '../../core/session/limits.ts'
import { windowTitle } from '../../core/windows/tabs/needs-you.ts'
import { motionAllowed, reducesMotion } from '../../core/windows/tabs/stripe.ts'
import { pageClock } from './clock.ts'
import type { Panes } from '../grid/panes.ts'
import type { WindowState } from '../state/window-state.ts'

export class WindowStatus {
  readonly #state: WindowState
  readonly #panes: Panes
  readonly #send: (message: PageMessage) => void
  readonly #reduced = window.matchMedia('(prefers-reduced-motion: reduce)')
  readonly #pace = new Throttle(pageClock, titleIntervalMs, (title: string) => {
    document.title = title
  })
  /** The newest title, which `#pace` may not have shown yet. */
  #title = ''
  /** Whether the window is visible, as the main process reports. */
  #visible = true
  #focusSent: boolean | null = null

  constructor(state: WindowState, panes: Panes, send: (message: PageMessage) => void) {
    this.#state = state
    this.#panes = panes
    this.#send = send
  }

  listen(): void {
    this.#reduced.addEventListener('change', () => this.updateMotion())
    document.addEventListener('visibilitychange', () => this.updateMotion())
    for (const kind of ['focus', 'blur'] as const)
      window.addEventListener(kind, () => this.sendFocus())
  }

  setVisible(visible: boolean): void {
    this.#visible = visible
    this.updateMotion()
  }

  updateTitle(): void {
    const { focused, asking, options } = this.#state
    const view = focused.value === null ? undefined : this.#state.session(focused.value)?.value
    const title = windowTitle(options.value.window.title, view, asking.value.length)
    if (title !== this.#title) this.#pace.push((this.#title = title))
  }

  updateMotion(): void {
    const visible = this.#visible && document.visibilityState === 'visible'
    const { ui } = this.#state.options.value
    const reduced = this.#reduced.matches
    this.#state.moves.set(visible && motionAllowed(ui, reduced))
    this.#panes.setMotion(visible && !reducesMotion(ui, reduced))
    this.#state.visible.set(visible)
  }

  sendFocus(): void {
    const focused = document.hasFocus()
    if (focused === this.#focusSent) return
    this.#focusSent = focused
    this.#send({ kind: 'window/focus', focused })
  }
}
