/** Opens links for clicks only, and never starts a program. */
import type { Options } from '../../config/table.ts'
import type { MainMessage, PageMessage } from '../../ipc/contract.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { planFor, startedByName } from '../../links/file-kinds.ts'
import { filesOfferedMax } from '../../links/limits.ts'
import { judgeAddress, localFile } from '../../links/links.ts'

/** A file or folder. `path`: without links; `head`: up to `headBytesMax` bytes. */
export type FileLook =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly head: Uint8Array
      readonly executable: boolean
    }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'other' }

export interface LinkPorts {
  /** Passes an accepted address to the desktop. */
  readonly openExternal: (address: string) => Promise<void>
  /** Whether a regular file exists. Never blocks; a timeout means no. */
  readonly isFile: (path: string) => Promise<boolean>
  /**
   * Examines an absolute path; `null` if it does not exist or the check times out. Never blocks.
   */
  readonly look: (path: string) => Promise<FileLook | null>
  /** Opens the user's editor; `false` if none is set. Rejects with a sentence. */
  readonly edit: (path: string, line: number | null, column: number | null) => Promise<boolean>
  /** Opens a file with the desktop's program. Rejects with a sentence. */
  readonly view: (path: string) => Promise<void>
  /** Returns an installed editor when the user has set none. */
  readonly editorFor: (path: string) => string | null
  readonly editIn: (path: string) => void
  readonly showInFolder: (path: string) => void
  readonly options: () => Pick<Options['links'], 'detect' | 'schemes'>
}

export interface LinkPlace {
  /** Absolute directory of the tab. */
  readonly directory: string
  readonly home: string
  readonly hostname: string
  /** Location of the tab's files, such as `on build`; `null` for this machine. */
  readonly elsewhere: string | null
}

/** Position in a file, and whether only an editor may open it. */
interface Asked {
  readonly line: number | null
  readonly column: number | null
  readonly edit?: true | undefined
}

const refusals = {
  noEditor: (name: string) =>
    `Can't open ${name}: no editor is configured. Set VISUAL, EDITOR or links.opener.`,
  runnable: (name: string) => `Not opened: ${name} is executable, and links never run programs.`,
  unknown: (name: string) =>
    `Not opened: ${name} is not text, an image, PDF, audio, video or a directory, ` +
    "or its extension doesn't match.",
} as const

export class OpenLinks {
  readonly #ports: LinkPorts
  readonly #send: (message: MainMessage) => void
  /** Refused files that the page may ask to show. */
  readonly #offered = new Set<string>()

  constructor(ports: LinkPorts, send: (message: MainMessage) => void) {
    this.#ports = ports
    this.#send = send
  }

  async address(
    asked: string,
    { hostname, elsewhere }: Pick<LinkPlace, 'hostname' | 'elsewhere'>,
  ): Promise<void> {
    const { detect, schemes } = this.#ports.options()
    if (!detect) return
    const file = schemes.includes('file') ? localFile(asked, hostname) : null
    if (file !== null && elsewhere !== null) {
      this.#refuseElsewhere(file, elsewhere)
      return
    }
    if (file !== null) {
      await this.#file(file, { line: null, column: null })
      return
    }
    const verdict = judgeAddress(asked, schemes)
    if ('refused' in verdict) {
      this.#refuse(`Link not opened: ${verdict.refused}`)
      return
    }
    await this.#try(() => this.#ports.openExternal(verdict.href))
  }

  async path(
    { path, ...asked }: Pick<PageMessage & { kind: 'link/open-path' }, 'path' | keyof Asked>,
    place: LinkPlace,
  ): Promise<void> {
    const absolute = absolutePath(path, place)
    if (place.elsewhere !== null) this.#refuseElsewhere(path, place.elsewhere)
    else if (absolute === null)
      this.#refuse('File not opened: its name contains invisible characters.')
    else await this.#file(absolute, asked)
  }

  async check(request: number, paths: readonly string[], place: LinkPlace): Promise<void> {
    const exist = await Promise.all(
      paths.map((path) => {
        const absolute = absolutePath(path, place)
        return place.elsewhere === null && absolute !== null && this.#ports.isFile(absolute)
      }),
    )
    this.#send({ kind: 'link/checked', request, exist })
  }

  /** Runs the action that the notice about a refused file offers. */
  offered(path: string, as: 'folder' | 'editor'): void {
    if (!this.#offered.has(path)) return
    if (as === 'folder') this.#ports.showInFolder(path)
    else this.#ports.editIn(path)
  }

  async #file(asked: string, { line, column, edit }: Asked): Promise<void> {
    const look = await this.#ports.look(asked)
    const name = safeText(asked, nameCharactersMax)
    if (look === null || look.kind === 'other') {
      this.#refuse(`Can't open ${name}: ${look === null ? 'no such file' : 'not a regular file'}.`)
      return
    }
    const { path } = look
    if (look.kind === 'folder') {
      if (startedByName(nameOf(path))) this.#refuseFile(name, path, 'runnable')
      else await this.#try(() => this.#ports.view(path))
      return
    }
    const plan = planFor({ name: nameOf(path), head: look.head, executable: look.executable })
    if (plan === 'runnable' || plan === 'unknown') {
      this.#refuseFile(name, path, plan)
      return
    }
    await this.#try(async () => {
      if (plan === 'view' && !edit) await this.#ports.view(path)
      else if (!(await this.#ports.edit(path, line, column)))
        this.#refuseFile(name, path, 'noEditor', this.#ports.editorFor(path))
    })
  }

  /** Refuses a file, and offers its folder, unless desktops start that, or `editor`. */
  #refuseFile(
    name: string,
    path: string,
    why: keyof typeof refusals,
    editor: string | null = null,
  ): void {
    const folder = path.slice(0, path.lastIndexOf('/'))
    this.#offered.delete(path)
    this.#offered.add(path)
    const [oldest] = this.#offered
    if (this.#offered.size > filesOfferedMax && oldest !== undefined) this.#offered.delete(oldest)
    this.#send({
      kind: 'page/notice',
      level: 'warning',
      text: refusals[why](name),
      file: {
        path,
        folder: !startedByName(nameOf(folder)),
        ...(editor === null ? {} : { editor }),
      },
    })
  }

  #refuseElsewhere(path: string, elsewhere: string): void {
    const name = safeText(path, nameCharactersMax)
    this.#refuse(`Can't open ${name}: it is ${elsewhere}, not on this machine.`)
  }

  #refuse(text: string): void {
    this.#send({ kind: 'page/notice', level: 'warning', text })
  }

  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      this.#send({
        kind: 'page/notice',
        level: 'error',
        text:
          "Couldn't open the link: " + `${error instanceof Error ? error.message : String(error)}`,
      })
    }
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns `null` for names that contain control characters. */
function absolutePath(path: string, { directory, home }: LinkPlace): string | null {
  if (/\p{Cc}|\p{Surrogate}/u.test(path)) return null
  if (path.startsWith('~/')) return `${home}${path.slice(1)}`
  return path.startsWith('/') ? path : `${directory === '/' ? '' : directory}/${path}`
}
