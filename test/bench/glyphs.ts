/**
 * Measures a screen of glyphs that have not been drawn before. The times run from its bytes in the
 * page to its first picture and to the complete one, both taken after the page's frame. The third
 * figure is the longest time in which the page was busy. 120x40, new glyphs each time; the first
 * screen of an app and the later ones, by kind. VIBEFLOW_BENCH_STARTS (3), VIBEFLOW_BENCH_SCREENS
 * (3), VIBEFLOW_BENCH_KINDS (parts of their names, separated by `,`), VIBEFLOW_BENCH_RENDERER
 * (auto: `ui.renderer`).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { columns, makeFolder, rows, startContestant } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { commandLine, scheduledMs, tree } from './parts/processes.ts'

export const name = 'glyphs'

interface Times {
  readonly first: number
  readonly whole: number
  readonly busy: number
}

/**
 * Includes the CPU time of the page and of the graphics process. On a busy machine it is more
 * reliable than the clock.
 */
interface Cost extends Times {
  readonly page: number
  readonly graphics: number
}

const parts = {
  first: 'first picture',
  whole: 'whole picture',
  busy: 'page not free, longest',
  page: 'page, processor time',
  graphics: 'graphics, processor time',
} as const

const cells = columns * (rows - 1)

/** Text of one screen, by which time it is shown; each time another. */
const kinds: Readonly<Record<string, (time: number) => string>> = {
  Chinese: (time) => inRows(codes(0x4e00 + (time * cells) / 2, cells / 2), 2),
  Korean: (time) => inRows(codes(0xac00 + (time * cells) / 2, cells / 2), 2),
  emoji: (time) => inRows(codes(0x1f300 + time * 250, 250), 2),
  'other scripts': (time) =>
    inRows(
      [
        0x0400, 0x0530, 0x0904, 0x0e01, 0x10a0, 0x1200, 0x1f00, 0x2190, 0x2200, 0x2600, 0xa000,
      ].flatMap((first) => codes(first + time * 40, 40)),
      1,
    ),
  'Latin, each cell a colour': (time) =>
    Array.from({ length: rows - 1 }, (_, row) =>
      Array.from(
        { length: columns },
        (_unused, column) =>
          `\x1b[38;2;${100 + row};${80 + column};${80 + time * 5}m` +
          `${String.fromCharCode(0x41 + ((row + column) % 26))}`,
      ).join(''),
    ).join('\r\n'),
}

function codes(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index))
}

function inRows(glyphs: readonly string[], width: number): string {
  const perRow = columns / width
  return Array.from({ length: Math.ceil(glyphs.length / perRow) }, (_, row) =>
    glyphs.slice(row * perRow, (row + 1) * perRow).join(''),
  ).join('\r\n')
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const starts = setting('VIBEFLOW_BENCH_STARTS', 3)
  const screens = setting('VIBEFLOW_BENCH_SCREENS', 3)
  const wanted = Object.entries(kinds).filter(([kind]) =>
    (process.env['VIBEFLOW_BENCH_KINDS'] ?? '').split(',').some((part) => kind.includes(part)),
  )
  const place = makeFolder()
  const times = new Map<string, Cost[]>()
  try {
    for (let start = 0; start < starts; start += 1) {
      for (const [kind, text] of wanted) {
        const { page, pid, close } = await startContestant(engine, 'vibeflow', {
          folder: place.folder,
          command: [],
          options: [`ui.renderer=${process.env['VIBEFLOW_BENCH_RENDERER'] ?? 'auto'}`],
        })
        await page.waitForFunction(() =>
          window.vibeflowTest!.screen().join('\n').includes('ready$'),
        )
        // no echo, and no blinking: nothing is drawn but what is measured
        await page.keyboard.type(`stty -echo; PS1=; printf '\\033[2 q\\033[?25l'\n`)
        await page.waitForTimeout(1_000)
        for (let screen = 0; screen < screens; screen += 1) {
          writeFileSync(
            join(place.folder, 'screen.txt'),
            `\x1b[?25l\x1b[H\x1b[2J${text(start * screens + screen)}`,
          )
          const cost = (type: string) =>
            scheduledMs(tree(pid).filter((one) => commandLine(one).includes(`--type=${type}`)))
          const before = { page: cost('renderer'), graphics: cost('gpu-process') }
          const taken = await timesOf(page, 'cat screen.txt\n')
          const shown = {
            ...taken,
            page: cost('renderer') - before.page,
            graphics: cost('gpu-process') - before.graphics,
          }
          const what = screen === 0 ? `${kind}, first of an app` : kind
          times.set(what, [...(times.get(what) ?? []), shown])
        }
        await close()
      }
    }
  } finally {
    place.remove()
  }
  const names = Object.keys(parts) as (keyof Cost)[]
  for (const [what, all] of times)
    for (const part of names)
      measure(`${what}, ${parts[part]}`, median(all.map((one) => one[part])), 'ms')
  log(
    table([
      ['ms', ...names.map((part) => parts[part]), 'screens'],
      ...[...times].map(([what, all]) => [
        what,
        ...names.map((part) => median(all.map((one) => one[part])).toFixed(0)),
        String(all.length),
      ]),
    ]),
  )
}

/**
 * Types the command and takes the times, counted from its first bytes in the page, until nothing
 * has been drawn for a while: by the page, which puts pixels, or by WebGL.
 */
async function timesOf(page: Page, command: string): Promise<Times> {
  const taken = page.evaluate(
    () =>
      new Promise<Times>((resolve) => {
        const restMs = 1_000
        const [plain, webGl] = [
          CanvasRenderingContext2D.prototype,
          WebGL2RenderingContext.prototype,
        ]
        const { putImageData } = plain
        const { drawElementsInstanced } = webGl
        let began = 0
        let first = 0
        let whole = 0
        let busy = 0
        let rest = 0
        const end = (): void => {
          untap()
          Object.assign(plain, { putImageData })
          Object.assign(webGl, { drawElementsInstanced })
          window.clearInterval(ticks)
          resolve({ first: first - began, whole: whole - began, busy })
        }
        let tick = performance.now()
        const ticks = window.setInterval(() => {
          const now = performance.now()
          if (began > 0) busy = Math.max(busy, now - tick)
          tick = now
        }, 1)
        const drawn = (canvas: HTMLCanvasElement | OffscreenCanvas): void => {
          // pages of glyphs are canvases too, in no document
          if (began === 0 || !(canvas instanceof HTMLCanvasElement && canvas.isConnected)) return
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            whole = performance.now()
            if (first === 0) first = whole
            window.clearTimeout(rest)
            rest = window.setTimeout(end, restMs)
          }
          port2.postMessage(null) // arrives after that picture
        }
        plain.putImageData = function (...args: unknown[]): void {
          Reflect.apply(putImageData, this, args)
          drawn(this.canvas)
        }
        webGl.drawElementsInstanced = function (...args): void {
          drawElementsInstanced.apply(this, args)
          drawn(this.canvas)
        }
        const untap = window.vibeflowTest!.tap(() => {
          if (began === 0) {
            began = performance.now()
            tick = began
          }
        })
      }),
  )
  await page.keyboard.type(command)
  return taken
}
