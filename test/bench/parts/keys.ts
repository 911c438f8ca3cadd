/** Keys in the first tab and what is drawn of them, while another tab floods. */
import type {} from '../../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import type { Page } from '@playwright/test'

/** Times that the page records for keys. */
interface Pressed {
  /** Milliseconds from each key to its frame. */
  readonly times: number[]
  /** Others than those of `press` are not noted. */
  on: boolean
}

/**
 * Starts a program that reads in the active tab, so that the echo comes from the terminal driver.
 */
export async function openReader(page: Page): Promise<void> {
  await page.waitForFunction(() => window.vibeflowTest!.screen().join('\n').includes('ready$'))
  await page.keyboard.type('cat\n')
  await page.waitForTimeout(500)
}

/** Starts a flood in a new tab, the last one, after the measured tab. */
export async function flood(page: Page, command: string): Promise<void> {
  await openTab(page)
  await page.keyboard.type(`${command}\n`)
  await backToFirst(page)
}

/** A tab at its prompt, the last. When it is open, it has a session in a worker. */
export async function idleTab(page: Page): Promise<void> {
  await openTab(page)
  await page.waitForTimeout(2_000) // a shadow begins a second after the first output
  await backToFirst(page)
}

/**
 * Opens a new tab, the last one, after the measured tab. It asks the user, so that its stripe
 * pulses.
 */
export async function tabThatNeedsYou(page: Page): Promise<void> {
  await openTab(page)
  await page.keyboard.type(
    "sleep 1.5; printf '\\033]1338;state=waiting;tool=bench\\007'; exec cat\n",
  )
  await backToFirst(page)
  await page.waitForSelector('.tab .stripe[data-pulse]')
}

/** Ends the flood of the last tab, closes it and comes back to the first. */
export async function stopFlood(page: Page): Promise<void> {
  const tabs = await page.evaluate(() => window.vibeflowTest!.tabs().length)
  await page.keyboard.press('Alt+0') // the last tab
  await page.keyboard.press('Control+C')
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Control+Shift+W')
  await page.waitForFunction((fewer) => window.vibeflowTest!.tabs().length === fewer, tabs - 1)
  await backToFirst(page)
}

/**
 * Opens four visible panes, the first with the keys. The pane next to it floods; the two others are
 * at their prompts.
 */
export async function floodInPane(page: Page, command: string): Promise<void> {
  for (const chord of ['Control+Shift+D', 'Control+Shift+O']) await openBy(page, chord)
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.active === true)
  await openBy(page, 'Control+Shift+O')
  await page.keyboard.type(`${command}\n`)
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.active === true)
  await page.waitForTimeout(500)
}

async function openTab(page: Page): Promise<void> {
  await openBy(page, 'Control+Shift+T')
}

/** A tab or pane, with the keyboard and a prompt. */
async function openBy(page: Page, chord: string): Promise<void> {
  const tabs = await page.evaluate(() => window.vibeflowTest!.tabs().length)
  await page.keyboard.press(chord)
  await page.waitForFunction(
    (more) =>
      window.vibeflowTest!.tabs().length === more &&
      window.vibeflowTest!.screen().join('\n').includes('ready$'),
    tabs + 1,
  )
}

async function backToFirst(page: Page): Promise<void> {
  await page.keyboard.press('Alt+1')
  await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.active === true)
  await page.waitForTimeout(500)
}

/** Has the page note, for each key, when the frame with its echo was through. */
export async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const bench: Pressed = { times: [], on: false }
    const { times } = bench
    Object.assign(window, { bench })
    const { port1, port2 } = new MessageChannel()
    const waiting: (() => void)[] = []
    port1.onmessage = () => waiting.shift()?.()
    /** Calls in the next task: within a frame, in the first after it. */
    const afterwards = (call: () => void) => {
      waiting.push(call)
      port2.postMessage(null)
    }
    window.addEventListener(
      'keydown',
      (event) => {
        if (!bench.on || event.key.length !== 1 || event.ctrlKey || event.altKey) return
        const done = () => times.push(performance.now() - event.timeStamp)
        const terminal = window.benchTerminal
        if (terminal !== undefined) {
          const { cursorX } = terminal.buffer.active
          const rendered = terminal.onRender(() => {
            if (terminal.buffer.active.cursorX === cursorX) return
            rendered.dispose()
            afterwards(done)
          })
        } else if (window.vibeflowTest !== undefined) {
          const { cursor, painted } = window.vibeflowTest
          // After the key event, which would otherwise wait for this. A user's key does not wait.
          afterwards(() => {
            const { row, col } = cursor()
            void painted(row, col).then(
              (paintedAt) => times.push(paintedAt - event.timeStamp),
              () => undefined,
            )
          })
        } else {
          requestAnimationFrame(() => afterwards(done))
        }
      },
      { capture: true },
    )
  })
}

/** Presses keys at uneven distances, so that they do not fall into step with the frames. */
export async function press(page: Page, keys: number): Promise<number[]> {
  // set by `watchKeys`
  const note = (on: boolean) =>
    page.evaluate((noted) => {
      const { bench } = window as unknown as { bench: Pressed }
      bench.on = noted
      return bench.times.splice(0)
    }, on)
  await note(true)
  for (let key = 0; key < keys; key += 1) {
    if (key % 40 === 39) {
      // stays on one line of the screen
      await page.keyboard.press('Enter')
      await page.waitForTimeout(200)
    }
    await page.keyboard.press('abcdefghij'[key % 10] ?? 'x')
    await page.waitForTimeout(60 + ((key * 37) % 45))
  }
  await page.waitForTimeout(300)
  return note(false)
}
