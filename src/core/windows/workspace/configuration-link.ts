/** The configuration for one window's page: problems, its file, saved options. */
import { filesOf } from '../../config/problem.ts'
import type { Savable } from '../../config/savable.ts'
import { tomlValue } from '../../config/written.ts'
import type { MainMessage } from '../../ipc/contract.ts'
import type { TextServices } from './text-services.ts'
import type { WindowContext } from './workspace-ports.ts'

type ConfigurationMessage = Extract<MainMessage, { kind: 'page/configuration' }>

export class ConfigurationLink {
  readonly #context: WindowContext
  readonly #texts: TextServices
  /** The last problems sent to the page. */
  #shown: ConfigurationMessage | null = null

  constructor(context: WindowContext, texts: TextServices) {
    this.#context = context
    this.#texts = texts
  }

  /** Shows the problems of the configuration; an empty list clears them. */
  showProblems(found: {
    readonly file: string
    readonly problems: Readonly<ConfigurationMessage['problems']>
  }): void {
    this.#shown = { kind: 'page/configuration', file: found.file, problems: [...found.problems] }
    this.sendProblems()
  }

  sendProblems(): void {
    if (this.#shown !== null) this.#context.page.send(this.#shown)
  }

  /** Opens the configuration, or a file with a shown problem, and no other file. */
  openFile(file: string | undefined, inTerminal: boolean): void {
    if (
      file === undefined ||
      this.#shown?.file === file ||
      filesOf(this.#shown?.problems, this.#texts.themeProblems).has(file)
    )
      this.#context.ports.configuration.open(file ?? null, inTerminal)
  }

  /** Saves options to the user's file, all or none, and notifies the user of the first. */
  save(option: Savable, others: readonly Savable[] = []): void {
    const { name, value } = option
    const { page, ports } = this.#context
    const problem = ports.configuration.save([option, ...others])
    const text =
      value === null ? `Reset ${name} to its default` : `Saved ${name} = ${tomlValue(value)}`
    if (problem === null) page.send({ kind: 'page/toast', text })
    else page.notice('warning', problem)
  }
}
