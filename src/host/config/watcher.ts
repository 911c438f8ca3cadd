/**
 * Reports when files may have changed and rest again, also files that are not there yet: their
 * folders are watched, not they (docs/decisions/watching-the-configuration.md). It reports too
 * often rather than too seldom; the listener compares contents.
 */
import { lstatSync, readlinkSync, statSync, watch, type FSWatcher } from 'node:fs'
import { dirname, join, parse, resolve, sep } from 'node:path'
import type { Clock, Millis } from '../../base/clock.ts'
import { Debouncer } from '../../base/time/debouncer.ts'

/** Changes have stopped this long after the last one, or `longestWaitMs` after the first. */
export const quietMs: Millis = 250
const longestWaitMs: Millis = 1_000

/** Without a watch: how often is looked. */
export const pollMs = 5_000

/** More links than this lead in a circle: what the kernel follows. */
export const configLinksMax = 40

interface Folder {
  readonly inode: string
  readonly watcher: FSWatcher
  names: ReadonlySet<string>
}

export class Watcher {
  readonly #clock: Clock
  readonly #settle: Debouncer
  readonly #polling: (reason: string) => void
  readonly #folders = new Map<string, Folder>()
  #files: readonly string[] = []
  #cancelPoll: (() => void) | null = null
  #saidPolling = false

  /** @param polling called once, when no folder can be watched: it is looked every 5 s instead */
  constructor(
    clock: Clock,
    changed: () => void,
    polling: (reason: string) => void = () => undefined,
  ) {
    this.#clock = clock
    this.#settle = new Debouncer(clock, quietMs, changed, longestWaitMs)
    this.#polling = polling
  }

  /**
   * From now on these; a last name of `*` stands for any file of its folder. Called again after
   * each change, since folders and links may have become others.
   */
  follow(files: readonly string[]): void {
    this.#files = files
    const wanted = new Map<string, Set<string>>()
    for (const file of files) foldersOf(file, wanted)
    for (const [path, folder] of this.#folders) {
      if (wanted.has(path) && inodeOf(path) === folder.inode) continue
      folder.watcher.close()
      this.#folders.delete(path)
    }
    let failed: string | null = null
    let begun = false
    for (const [path, names] of wanted) {
      const known = this.#folders.get(path)
      if (known !== undefined) known.names = names
      else failed = this.#watch(path, names) ?? failed
      begun ||= known === undefined && this.#folders.has(path)
    }
    if (begun) this.#settle.changed() // since it was read, before its folder was watched
    if (failed !== null) this.#poll(failed)
    else this.#stopPolling()
  }

  dispose(): void {
    this.#settle.dispose()
    this.#stopPolling()
    for (const { watcher } of this.#folders.values()) watcher.close()
    this.#folders.clear()
  }

  /** @returns why not */
  #watch(path: string, names: ReadonlySet<string>): string | null {
    const inode = inodeOf(path)
    if (inode === null) return null // gone in between; its parent's event follows
    try {
      const watcher = watch(path, { persistent: false }, (_kind, name) => {
        const folder = this.#folders.get(path)
        // The folder's own name stands for the folder itself: it was moved or removed.
        if (
          folder !== undefined &&
          (name === null ||
            folder.names.has(name) ||
            folder.names.has('*') ||
            inodeOf(path) !== folder.inode)
        )
          this.#settle.changed()
      })
      watcher.on('error', () => this.#settle.changed()) // whoever looks again finds out why
      this.#folders.set(path, { inode, watcher, names })
      return null
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'EMFILE')
        return 'no inotify instance is free (sysctl fs.inotify.max_user_instances)'
      return code === 'ENOSPC'
        ? 'no inotify watch is free (sysctl fs.inotify.max_user_watches)'
        : message
    }
  }

  #poll(reason: string): void {
    if (!this.#saidPolling) this.#polling(reason)
    this.#saidPolling = true
    this.#cancelPoll ??= this.#clock.after(pollMs, () => {
      this.#cancelPoll = null
      this.#settle.changed()
      this.follow(this.#files)
    })
  }

  #stopPolling(): void {
    this.#cancelPoll?.()
    this.#cancelPoll = null
  }
}

/**
 * Adds the folders in which something could change that leads to the file, with the names that
 * matter there.
 */
function foldersOf(file: string, into: Map<string, Set<string>>, links = 0): void {
  const add = (folder: string, name: string) => {
    into.set(folder, (into.get(folder) ?? new Set()).add(name))
  }
  const { root } = parse(file)
  let folder = root
  const names = file
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '')
  for (const [index, name] of names.entries()) {
    const path = join(folder, name)
    const isLast = index === names.length - 1
    let target: string | null
    try {
      target = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null
    } catch {
      // not there, or out of sight: the nearest folder above reports when it comes
      add(folder, name)
      return
    }
    if (target !== null) {
      add(folder, name)
      if (links < configLinksMax)
        foldersOf(join(resolve(dirname(path), target), ...names.slice(index + 1)), into, links + 1)
      return
    }
    // Whether the folder itself is put aside is seen from its parent.
    if (isLast || index === names.length - 2) add(folder, name)
    folder = path
  }
}

function inodeOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    return null // not there
  }
}
