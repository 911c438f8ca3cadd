/** What a click on a link leads to: judged here, carried out by ports, and said when it is not. Nothing is opened because output said so. */
import type { Options } from '../config/table.ts'
import type { MainMessage } from '../ipc/contract.ts'
import { nameCharactersMax, safeText } from '../text/safe-text.ts'
import { localFile, openableAddress } from './links.ts'

/** What lies at a path. `executable`: a regular file that may be run; the desktop could do so. */
export type PathKind = 'file' | 'executable' | 'other'

export interface LinkPorts {
  /** Hands an address that `openableAddress` let through to the desktop. */
  readonly openExternal: (address: string) => Promise<void>
  /** Of an absolute path; null: nothing is there, or nothing said so in time. Never blocks. */
  readonly pathKind: (path: string) => Promise<PathKind | null>
  /** By the user's `links.opener` when there is one, else by the desktop. Rejects with a sentence. */
  readonly openFile: (path: string, line: number | null, column: number | null) => Promise<void>
  /** [links] */
  readonly options: () => Pick<Options['links'], 'detect' | 'schemes'>
  /** The user has named an opener: a program that shows files, so that those that may be run are shown too. */
  readonly hasOpener: () => boolean
}

export interface LinkPlace {
  /** Of the tab, absolute. */
  readonly directory: string
  readonly home: string
  readonly hostname: string
}

export class OpenLinks {
  readonly #ports: LinkPorts
  readonly #send: (message: MainMessage) => void

  constructor(ports: LinkPorts, send: (message: MainMessage) => void) {
    this.#ports = ports
    this.#send = send
  }

  async address(asked: string, hostname: string): Promise<void> {
    const { detect, schemes } = this.#ports.options()
    if (!detect) return
    const file = schemes.includes('file') ? localFile(asked, hostname) : null
    if (file !== null) { await this.#file(file, null, null); return }
    const address = openableAddress(asked, schemes)
    if (address === null) {
      this.#refuse(`This link was not opened: only ${schemes.join(', ')} addresses without hidden characters are.`)
      return
    }
    try {
      await this.#ports.openExternal(address)
    } catch (error) {
      this.#fail(error)
    }
  }

  async path(path: string, line: number | null, column: number | null, place: LinkPlace): Promise<void> {
    const absolute = absolutePath(path, place)
    if (absolute === null) this.#refuse('This file was not opened: its name holds characters that cannot be seen.')
    else await this.#file(absolute, line, column)
  }

  async check(request: number, paths: readonly string[], place: LinkPlace): Promise<void> {
    const kinds = await Promise.all(paths.map((path) => {
      const absolute = absolutePath(path, place)
      return absolute === null ? null : this.#ports.pathKind(absolute)
    }))
    this.#send({ kind: 'link/checked', request, exist: kinds.map((kind) => kind === 'file' || kind === 'executable') })
  }

  async #file(path: string, line: number | null, column: number | null): Promise<void> {
    const name = safeText(path, nameCharactersMax)
    const kind = await this.#ports.pathKind(path)
    if (kind === null || kind === 'other') { this.#refuse(`${name} was not opened: ${kind === null ? 'there is no such file' : 'it is no ordinary file'}.`); return }
    if (kind === 'executable' && !this.#ports.hasOpener()) {
      this.#refuse(`${name} was not opened: it can be run, and the desktop might do that. Name your editor as links.opener to look at such files.`)
      return
    }
    try {
      await this.#ports.openFile(path, line, column)
    } catch (error) {
      this.#fail(error)
    }
  }

  #refuse(text: string): void {
    this.#send({ kind: 'page/notice', level: 'warning', text })
  }

  #fail(error: unknown): void {
    this.#send({ kind: 'page/notice', level: 'error', text: `The link could not be opened: ${error instanceof Error ? error.message : String(error)}` })
  }
}

/** null: it holds what no name that was printed for people does. */
function absolutePath(path: string, { directory, home }: LinkPlace): string | null {
  if (/\p{Cc}|\p{Surrogate}/u.test(path)) return null
  if (path.startsWith('~/')) return `${home}${path.slice(1)}`
  return path.startsWith('/') ? path : `${directory === '/' ? '' : directory}/${path}`
}
