/**
 * Reports when files may have changed and come to rest, also files that do not exist yet: it
 * watches their directories (docs/contributing/decisions/watching-the-configuration.md). Reports
 * may be spurious, so the listener compares contents.
 */
import { lstatSync, readlinkSync, statSync, watch, type FSWatcher } from 'node:fs'
import { dirname, join, parse, resolve, sep } from 'node:path'
import type { Clock, Millis } from '../../base/clock.ts'
import { Debouncer } from '../../base/time/debouncer.ts'

/** Time without changes before a report, or `longestWaitMs` after the first change. */
export const quietMs: Millis = 250
const longestWaitMs: Millis = 1_000

/** Polling interval if directories cannot be watched. */
const pollMs = 5_000

/** Links that the kernel follows. More are a cycle. */
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

  /** @param polling called once if a directory cannot be watched and polling starts */
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
   * Replaces the followed files. A last name of `*` matches any file in its directory. Called again
   * after each change, since directories and links may have been replaced.
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
    if (begun) this.#settle.changed() // It may have changed between reading and watching.
    if (failed !== null) this.#poll(failed)
    else this.#stopPolling()
  }

  dispose(): void {
    this.#settle.dispose()
    this.#stopPolling()
    for (const { watcher } of this.#folders.values()) watcher.close()
    this.#folders.clear()
  }

  /** @returns the reason if it cannot be watched */
  #watch(path: string, names: ReadonlySet<string>): string | null {
    const inode = inodeOf(path)
    if (inode === null) return null // just removed; an event of its parent follows
    try {
      const watcher = watch(path, { persistent: false }, (_kind, name) => {
        const folder = this.#folders.get(path)
        // An event with the directory's own name means that it was moved or removed.
        if (
          folder !== undefined &&
          (name === null ||
            folder.names.has(name) ||
            folder.names.has('*') ||
            inodeOf(path) !== folder.inode)
        )
          this.#settle.changed()
      })
      watcher.on('error', () => this.#settle.changed()) // the next check finds the reason
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

/** Adds the directories in which a change could affect the file, with the relevant names. */
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
      // Missing or hidden: the nearest parent reports when it appears.
      add(folder, name)
      return
    }
    if (target !== null) {
      add(folder, name)
      if (links < configLinksMax)
        foldersOf(join(resolve(dirname(path), target), ...names.slice(index + 1)), into, links + 1)
      return
    }
    // The parent shows whether the directory itself is replaced.
    if (isLast || index === names.length - 2) add(folder, name)
    folder = path
  }
}

function inodeOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    return null // missing
  }
}
