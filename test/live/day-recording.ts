/**
 * Records a window as a short animated picture: a time lapse, with the moments that count held long
 * enough to be read. Needs `convert` and `mogrify` of ImageMagick.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { wait } from './drive.ts'

/** Interval of pictures, ms. A picture that equals the one before is not kept. */
const takeMs = 300

/** Pictures in the time lapse. Held pictures do not count. */
const framesMax = 110

/** How long a picture is shown, in hundredths of a second, as in a GIF. */
const shown = { lapse: 16, held: 220, last: 400 }
const widthPx = 960

interface Frame {
  readonly file: string
  readonly isHeld: boolean
}

export class DayRecording {
  readonly #page: Page
  readonly #folder = mkdtempSync(join(tmpdir(), 'vibeflow-day-'))
  readonly #frames: Frame[] = []
  readonly #taking: Promise<void>
  #last: Buffer = Buffer.alloc(0)
  #isOver = false

  constructor(page: Page) {
    execFileSync('convert', ['-version']) // fails here, not after the day
    this.#page = page
    this.#taking = this.#takeAll()
  }

  async #takeAll(): Promise<void> {
    while (!this.#isOver) {
      const picture = await this.#page.screenshot().catch(() => this.#last)
      if (!picture.equals(this.#last)) this.#add(picture, false)
      await wait(takeMs)
    }
  }

  #add(picture: Buffer, isHeld: boolean): void {
    const file = join(this.#folder, `${String(this.#frames.length).padStart(5, '0')}.png`)
    writeFileSync(file, picture)
    this.#frames.push({ file, isHeld })
    this.#last = picture
  }

  /** Shows this PNG for long enough to read it. */
  hold(picture: Buffer): void {
    this.#add(picture, true)
  }

  /** Ends the recording without a picture. */
  async drop(): Promise<void> {
    this.#isOver = true
    await this.#taking
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Ends the recording. @returns the path of its GIF in `folder` */
  async save(folder: string): Promise<string> {
    this.#isOver = true
    await this.#taking
    const lapse = this.#frames.filter(({ isHeld }) => !isHeld)
    const distance = Math.ceil(lapse.length / framesMax)
    const kept = this.#frames.filter(
      (frame) => frame.isHeld || lapse.indexOf(frame) % distance === 0,
    )
    mkdirSync(folder, { recursive: true })
    const gif = join(folder, 'day.gif')
    const files = kept.map(({ file }) => file)
    execFileSync('mogrify', ['-resize', `${widthPx}x`, '+dither', '-colors', '128', ...files])
    const delays = kept.map(({ isHeld }, at) =>
      at === kept.length - 1 ? shown.last : isHeld ? shown.held : shown.lapse,
    )
    const frames = kept.flatMap(({ file }, at) => ['-delay', String(delays[at]), file])
    execFileSync('convert', ['-loop', '0', ...frames, '-layers', 'OptimizeTransparency', gif])
    await this.drop()
    return gif
  }
}
