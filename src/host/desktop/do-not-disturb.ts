/**
 * Reads the desktop's do-not-disturb setting: GNOME's switch, or the property of KDE and other
 * desktops. Asks desktop programs from time to time and never waits. Off if a desktop has neither.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { askProgram, type Ask } from './query-program.ts'

/** Lifetime of an answer: a change should apply soon, but each query starts programs. */
const freshMs = 5_000

/** Queries, and the answer that means do not disturb. */
const questions: readonly {
  readonly program: string
  readonly args: readonly string[]
  readonly quiet: RegExp
}[] = [
  {
    program: 'gsettings',
    args: ['get', 'org.gnome.desktop.notifications', 'show-banners'],
    quiet: /^false\s*$/,
  },
  {
    program: 'busctl',
    args: [
      '--user',
      'get-property',
      'org.freedesktop.Notifications',
      '/org/freedesktop/Notifications',
      'org.freedesktop.Notifications',
      'Inhibited',
    ],
    quiet: /^b true\s*$/,
  },
]

export class DoNotDisturb {
  readonly #clock: Clock
  readonly #ask: Ask
  #askedAt: Millis = Number.NEGATIVE_INFINITY
  #quiet = false

  constructor(clock: Clock, ask: Ask = askProgram) {
    this.#clock = clock
    this.#ask = ask
  }

  /** Returns the last known state, and requests a new one if that is old. */
  now(): boolean {
    if (this.#clock.now() - this.#askedAt >= freshMs) void this.refresh()
    return this.#quiet
  }

  async refresh(): Promise<void> {
    this.#askedAt = this.#clock.now()
    const answers = await Promise.all(
      questions.map(async ({ program, args, quiet }) =>
        quiet.test((await this.#ask(program, args)) ?? ''),
      ),
    )
    this.#quiet = answers.includes(true)
  }
}
