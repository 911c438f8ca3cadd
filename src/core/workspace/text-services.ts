/** What the page asks of the main process for the text of its grids: links, files, themes, the bell's sound. */
import { unreachable } from '../assert.ts'
import type { MainMessage, PageMessage } from '../ipc/contract.ts'
import type { Options } from '../config/table.ts'
import { OpenLinks, type LinkPlace } from '../links/open-links.ts'
import { noFiles, type WorkspaceFacts, type WorkspacePorts } from './workspace-ports.ts'

type TextMessage = Extract<PageMessage, { readonly kind: 'link/open' | 'link/open-path' | 'link/check' | 'bell/ring' }>

export class TextServices {
  readonly #facts: Pick<WorkspaceFacts, 'home' | 'hostname'>
  readonly #ports: WorkspacePorts
  readonly #links: OpenLinks
  readonly #send: (message: MainMessage) => void
  readonly #directoryOf: (tab: string) => string | undefined

  /** `directoryOf`: a tab's, as its output or its process said. */
  constructor(facts: WorkspaceFacts, ports: WorkspacePorts, options: () => Options, directoryOf: (tab: string) => string | undefined, send: (message: MainMessage) => void) {
    this.#facts = facts
    this.#ports = ports
    this.#links = new OpenLinks({ ...(ports.files ?? noFiles), openExternal: ports.openExternal, options: () => options().links }, send)
    this.#send = send
    this.#directoryOf = directoryOf
  }

  receive(message: TextMessage): void {
    switch (message.kind) {
      case 'link/open': void this.#links.address(message.address, this.#facts.hostname); return
      case 'link/open-path': void this.#links.path(message.path, message.line, message.column, this.#place(message.tab)); return
      case 'link/check': void this.#links.check(message.request, message.paths, this.#place(message.tab)); return
      case 'bell/ring': this.#ports.beep?.(); return
      default: unreachable(message)
    }
  }

  /** Reads the themes of the user's folder and tells the page. A bad one is left out, and what is wrong with it goes along. */
  async sendThemes(): Promise<void> {
    const read = await this.#ports.themes?.()
    if (read === undefined) return
    this.#send({ kind: 'page/themes', themes: [...read.themes], problems: [...read.problems] })
  }

  #place(tab: string): LinkPlace {
    const { home, hostname } = this.#facts
    return { directory: this.#directoryOf(tab) ?? home, home, hostname }
  }
}
