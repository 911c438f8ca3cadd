/** Serves a page's links, files, themes and bell sound. */
import type { ShownProblem } from '../../config/problem.ts'
import type { Options } from '../../config/table.ts'
import type { SessionId } from '../../ids.ts'
import { fontFamiliesMax } from '../../ipc/limits.ts'
import type { PageMessageHandlers } from './messages/handlers.ts'
import { OpenLinks, type LinkPlace } from './open-links.ts'
import type { TabStrip } from './tab-strip.ts'
import type { WindowContext } from './workspace-ports.ts'

export class TextServices {
  readonly #context: WindowContext
  readonly #strip: TabStrip
  readonly #links: OpenLinks
  /** The page has the user's sound. */
  #hasSound = false
  /** Theme problems last sent to the page. */
  themeProblems: readonly ShownProblem[] = []

  constructor(context: WindowContext, strip: TabStrip) {
    this.#context = context
    this.#strip = strip
    this.#links = new OpenLinks(
      { ...context.ports.links, options: () => context.options.links },
      (message) => context.page.send(message),
    )
  }

  readonly handlers = {
    'link/open': ({ address, session }) => void this.#links.address(address, this.#place(session)),
    'link/open-path': (message) => void this.#links.path(message, this.#place(message.session)),
    'link/check': ({ request, paths, session }) =>
      void this.#links.check(request, paths, this.#place(session)),
    'link/offered': ({ path, as }) => this.#links.offered(path, as),
    'fonts/list': () => void this.#sendFonts(),
    'themes/list': () => void this.#sendCollection(),
    'bell/ring': () => this.ring(),
    'bell/unplayable': () => {
      this.#hasSound = false
    },
  } satisfies Partial<PageMessageHandlers>

  /** Sends everything to a new page. */
  greet(): void {
    void this.sendThemes()
    void this.#sendSound()
    void this.#context.ports.texts.screenReaderRuns().then((runs) => {
      if (runs) this.#context.page.send({ kind: 'page/screen-reader' })
    })
  }

  /** Applies changed options. */
  configured(before: Options, now: Options): void {
    const named = ({ colors }: Options): string =>
      [colors.preset, colors.preset_light, colors.preset_dark].join('\n')
    if (named(before) !== named(now)) void this.sendThemes() // the response includes missing themes
    if (before.bell.sound !== now.bell.sound) void this.#sendSound()
  }

  /** Sends theme problems again, whose line numbers may have changed. */
  reread(): void {
    if (this.themeProblems.length > 0) void this.sendThemes()
  }

  /** Sends the themes of the user's directory, and the problems of invalid ones. */
  async sendThemes(): Promise<void> {
    const read = await this.#context.ports.texts.themes()
    this.themeProblems = read.problems
    this.#context.page.send({
      kind: 'page/themes',
      themes: [...read.themes],
      problems: [...read.problems],
    })
  }

  /** Sends the configured sound. If it can't be read, reports that and uses the desktop's bell. */
  async #sendSound(): Promise<void> {
    const file = this.#context.options.bell.sound
    const had = this.#hasSound
    this.#hasSound = false
    if (file === '' && !had) return
    const read = file === '' ? new Uint8Array() : await this.#context.ports.texts.readSound(file)
    // another one was chosen in the meantime
    if (file !== this.#context.options.bell.sound) return
    if ('problem' in read) {
      this.#context.page.send({
        kind: 'page/notice',
        level: 'warning',
        text: `Can't play bell.sound: ${read.problem} Using the system bell.`,
      })
      return
    }
    this.#hasSound = read.byteLength > 0
    this.#context.page.send({ kind: 'page/sound', file, bytes: read })
  }

  async #sendFonts(): Promise<void> {
    const families = await this.#context.ports.texts.fonts()
    this.#context.page.send({ kind: 'page/fonts', families: families.slice(0, fontFamiliesMax) })
  }

  async #sendCollection(): Promise<void> {
    const themes = await this.#context.ports.texts.collection()
    this.#context.page.send({ kind: 'page/theme-collection', themes: [...themes] })
  }

  /** Plays the user's sound, else the desktop's bell. */
  ring(): void {
    if (this.#hasSound) this.#context.page.send({ kind: 'page/ring' })
    else this.#context.ports.texts.beep()
  }

  #place(session: SessionId): LinkPlace {
    const { home, hostname } = this.#context.facts
    const { directory = home, elsewhere = null } = this.#strip.sessions.get(session)?.identity ?? {}
    return { directory, home, hostname, elsewhere }
  }
}
