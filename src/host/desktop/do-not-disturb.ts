/**
 * Whether the desktop is asked to keep quiet: GNOME's switch, or the property that KDE and others
 * have for it. Asked by the desktop's own programs, now and then, never waited for; a desktop that
 * knows neither is never quiet.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { askProgram, type Ask } from './query-program.ts'

/**
 * An answer counts so long, milliseconds: who turns the switch expects it to work soon, and each
 * question starts a program.
 */
const freshMs = 5_000

/** The question, and the answer that means quiet. */
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

  /** As far as is known; the next answer is on its way. */
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
