/** Entry of the page: makes the empty window, receives its port and reports that it is ready. */
import './page/start/script-start.ts'
import './page/start/zod-without-eval.ts'
import '@xterm/xterm/css/xterm.css'
import './look/style/page.css'
import './look/style/bar.css'
import './look/style/sidebar.css'
import './look/style/grid.css'
import './look/style/lists.css'
import './look/style/dialogs.css'
import './look/style/pane-bars.css'
import './look/style/notices.css'
import './look/style/inbox.css'
import './look/style/find.css'
import './look/style/settings.css'
import { assert } from '../base/assert.ts'
import type { MainMessage, PageMessage } from '../core/ipc/contract.ts'
import { declarePulse } from './bar/pulse.ts'
import { draw } from './page/draw.tsx'
import { drawWhenWhole } from './page/start/first-picture.ts'
import { listenToKeys } from './keys/keyboard.ts'
import { offerFonts } from './look/fonts.ts'
import { features } from './features/index.ts'
import { Drops } from './features/paste/drops.ts'
import { WindowPage } from './page/window-page.ts'
import { Pipe, takePort } from './page/pipe.ts'
import { offerTestHook, type TestHook } from './page/start/test-hook.ts'

/**
 * How pulses are drawn depends on the WebGL context of the first grid. Without one, the test takes
 * 60 ms in software, so it waits until after the first paint.
 */
const pulseAfterMs = 1_000

const waiting = takePort()
/**
 * Not called from here: a request notes where the script made it, for which V8 would parse this
 * whole script again, a third of its time.
 */
const fonts = Promise.resolve().then(offerFonts)

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

page.get(Drops).listen()
// Returns the keyboard to the grid after a press next to everything, or when a focused button is
// removed.
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
// The modifier can be pressed and released while the pointer is on a link.
for (const kind of ['keydown', 'keyup'] as const)
  window.addEventListener(kind, (event) => page.panes.linkKeys(event), { capture: true })
window.addEventListener('blur', () => page.panes.linkKeys({ ctrlKey: false, altKey: false }))

window.setTimeout(() => window.requestIdleCallback(declarePulse), pulseAfterMs)

const port = await waiting
/**
 * Messages that arrive before the font is loaded: it decides the cell size. The greeting is
 * answered immediately, so that everything else is on its way by then.
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
