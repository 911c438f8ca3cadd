/**
 * The page begins here: it makes the empty window, takes its port and says that it is ready. What
 * it makes is drawn once it is whole.
 */
import './script-start.ts'
import './zod-without-eval.ts'
import '@xterm/xterm/css/xterm.css'
import './style/page.css'
import './style/bar.css'
import './style/grid.css'
import './style/overlay.css'
import { assert } from '../base/assert.ts'
import type { MainMessage, PageMessage } from '../core/ipc/contract.ts'
import { declarePulse } from './bar/pulse.ts'
import { draw } from './draw.tsx'
import { drawWhenWhole } from './first-picture.ts'
import { listenToKeys } from './keys/keyboard.ts'
import { offerFonts } from './look/fonts.ts'
import { features } from './features/index.ts'
import { WindowPage } from './page/window-page.ts'
import { Pipe, takePort } from './pipe.ts'
import { offerTestHook, type TestHook } from './test-hook.ts'

/**
 * How pulses are drawn depends on the WebGL context of the first grid; without one it has to be
 * asked, 60 ms in software: not before the first picture.
 */
const pulseAfterMs = 1_000

const waiting = takePort()
const fonts = offerFonts()

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  assert(found !== null, `index.html has #${id}`)
  return found
}

let pipe: Pipe | null = null
let hook: TestHook | null = null

const page = new WindowPage({
  features,
  send: (message: PageMessage) => pipe?.send(message),
  place: element('panes'),
  hello: ({ test }) => {
    if (test && pipe !== null) hook = offerTestHook(page, pipe)
  },
  tapped: (tab) => hook?.tapped(tab),
})
page.listen()
draw(page, element('top'), element('overlays'))
drawWhenWhole(page, document.documentElement)

// Nothing that is dropped on the window may load in place of the page.
for (const kind of ['dragover', 'drop'] as const)
  window.addEventListener(kind, (event) => event.preventDefault())
// The keyboard is never left with nothing: not by a press beside everything, and not by a button
// that went while it had the focus.
const giveBack = (): void => {
  if (
    document.activeElement === document.body &&
    page.state.overlay.value === null &&
    window.getSelection()?.isCollapsed !== false
  )
    page.panes.shown?.focus()
}
window.addEventListener('mouseup', giveBack)
window.addEventListener('keydown', giveBack, { capture: true })
listenToKeys(page)
// The modifier may be pressed and let go while the pointer rests on a link.
for (const kind of ['keydown', 'keyup'] as const)
  window.addEventListener(kind, (event) => page.panes.linkKeys(event), { capture: true })
window.addEventListener('blur', () => page.panes.linkKeys({ ctrlKey: false, altKey: false }))

window.setTimeout(() => window.requestIdleCallback(declarePulse), pulseAfterMs)

const port = await waiting
/**
 * What comes before cells can be measured: once, by the font that stays. The greeting is answered
 * at once, so that everything else is on its way by then.
 */
let early: MainMessage[] | null = []
pipe = new Pipe(port, (message: MainMessage) => {
  if (early === null || message.kind === 'page/hello') page.receive(message)
  else early.push(message)
})
await fonts
const waited = early
early = null
for (const message of waited) page.receive(message)
