/**
 * Dropping files, images and text on a pane or on its tab. Paths come from the preload script after
 * the event. Nothing else may take a drop: the window would show the file instead of its page.
 */
import {
  droppedPathsMax,
  droppedPathUnitsMax,
  imageBytesMax,
  skippedFiles,
} from '../../../core/consent/dropped.ts'
import { sessionId, tabId } from '../../../core/windows/panes/id-guards.ts'
import type { SessionId } from '../../../core/ids.ts'
import type { Page } from '../../page/page.ts'
import { PasteFlow, type Place } from './paste-flow.ts'

/** Marks the pane or tab under dragged files (grid.css). */
const mark = 'data-drop'

/** Files of a drop whose paths are on their way. */
interface Waiting {
  readonly place: Place
  readonly files: readonly File[]
}

export class Drops {
  readonly #page: Page
  /** By the time of the event, which the preload script reports. */
  readonly #waiting = new Map<number, Waiting>()
  #marked: Element | null = null

  constructor(page: Page) {
    this.#page = page
  }

  /** Takes all drops of the window. */
  listen(): void {
    const on = <Kind extends 'dragover' | 'drop' | 'dragleave'>(
      kind: Kind,
      act: (event: DragEvent) => void,
    ): void => window.addEventListener(kind, act, { capture: true })
    on('dragover', (event) => this.#over(event))
    on('drop', (event) => this.#drop(event))
    on('dragleave', (event) => {
      if (event.relatedTarget === null) this.#mark(null)
    })
    window.addEventListener('message', ({ source, data }) => {
      const { drop, dropped } = (data ?? {}) as { drop?: unknown; dropped?: unknown }
      if (source === window && typeof drop === 'number' && Array.isArray(dropped))
        this.#received(drop, dropped.map(String))
    })
  }

  #over(event: DragEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const types = event.dataTransfer?.types ?? []
    const isUsable = types.includes('Files') || types.includes('text/plain')
    const target = isUsable ? this.#targetOf(event) : null
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = target ? 'copy' : 'none'
    this.#mark(target?.element ?? null)
  }

  #drop(event: DragEvent): void {
    event.preventDefault()
    event.stopPropagation()
    this.#mark(null)
    const target = this.#targetOf(event)
    if (event.dataTransfer === null) return
    const files = [...event.dataTransfer.files]
    if (target === null) return
    if (files.length > 0 && files.length <= droppedPathsMax) {
      const place = this.#flow.reserve(target.session)
      if (place !== null) this.#waiting.set(event.timeStamp, { place, files })
    }
    this.#page.tabs.goTo(target.session)
    if (files.length > droppedPathsMax)
      this.#page.notices.add(
        'notice',
        "Can't insert more than 1,000 paths at once. Drop the directory of the files instead.",
      )
    const text = event.dataTransfer.getData('text/plain')
    if (files.length === 0 && text !== '') this.#flow.beginText(target.session, text)
  }

  #received(drop: number, paths: readonly string[]): void {
    const waiting = this.#waiting.get(drop)
    this.#waiting.delete(drop)
    if (waiting === undefined) return
    const { place, files } = waiting
    const short = paths.filter((path) => path.length <= droppedPathUnitsMax)
    const found = short.filter((path) => path !== '')
    const image =
      found.length > 0
        ? undefined
        : files.find((file, at) => paths[at] === '' && file.type.startsWith('image/'))
    if (found.length > 0) this.#flow.beginPaths(place, found)
    else if (image !== undefined) void this.#image(place, image)
    else this.#flow.release(place)
    const left = short.length - found.length - (image === undefined ? 0 : 1)
    for (const problem of [
      skippedFiles(paths.length - short.length, 'the path is too long.'),
      skippedFiles(left, 'it is not on this computer. Drop each image of a web page alone.'),
    ])
      if (problem !== null) this.#page.notices.add('warning', problem)
  }

  /** Inserts an image that no file on this computer contains, such as one of a web page. */
  async #image(place: Place, image: File): Promise<void> {
    const refuse = (problem: string): void => {
      this.#page.notices.add('notice', problem)
      this.#flow.release(place)
    }
    if (image.size > imageBytesMax)
      return refuse("Can't paste an image larger than 15 MiB. Save it to a file and drop the file.")
    const bytes = await image.arrayBuffer().catch(() => null)
    if (bytes === null) refuse("Can't read the dropped image. Save it to a file and drop the file.")
    else this.#flow.beginImage(place, new Uint8Array(bytes))
  }

  get #flow(): PasteFlow {
    return this.#page.get(PasteFlow)
  }

  /** Returns the pane under the pointer, or the focused pane of the tab there. */
  #targetOf({
    target,
  }: DragEvent): { readonly session: SessionId; readonly element: Element } | null {
    const { overlay, focusIn } = this.#state
    if (!(target instanceof Element) || overlay !== null) return null
    const tab = target.closest('[data-tab]')
    const grid = target.closest('.grid')
    const session =
      tab === null
        ? sessionId.safeParse(grid?.id.replace(/^grid-/, '')).data
        : focusIn(tab.getAttribute('data-tab'))
    const element = tab?.closest('.tab') ?? grid
    return session == null || element === null ? null : { session, element }
  }

  get #state() {
    const { state } = this.#page
    return {
      overlay: state.overlay.value,
      focusIn: (id: string | null) => {
        const tab = tabId.safeParse(id).data
        return tab === undefined ? null : state.focusIn(tab)
      },
    }
  }

  #mark(element: Element | null): void {
    if (element === this.#marked) return
    this.#marked?.removeAttribute(mark)
    element?.setAttribute(mark, '')
    this.#marked = element
  }
}
