/**
 * Saved layouts: `layouts/NAME.toml` next to the user's themes
 * (docs/guides/layouts-and-profiles.md).
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { problemText, type ConfigProblem } from '../../../core/config/problem.ts'
import {
  badLayoutName,
  isLayoutName,
  type SavedLayout,
} from '../../../core/windows/layouts/layout.ts'
import { layoutBytesMax, layoutsMax } from '../../../core/windows/layouts/limits.ts'
import { readLayout } from '../../../core/windows/layouts/read.ts'
import { layoutText } from '../../../core/windows/layouts/write.ts'
import { nearest } from '../../../base/numbers/nearest.ts'
import { readDocument } from '../load.ts'
import { configFolder } from '../../files/folders.ts'
import { replaceFile } from '../../files/replace-file.ts'
import { tryOr } from '../../files/try-or.ts'

interface LayoutPaths {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** Message with file, line and key. */
export interface LayoutProblem {
  readonly problem: string
}

export class LayoutFiles {
  readonly folder: string
  readonly #home: string

  constructor({ environment, home }: LayoutPaths) {
    this.folder = join(configFolder(environment, home), 'layouts')
    this.#home = home
  }

  /** Returns the names, sorted, up to `layoutsMax`. Empty without the directory. */
  names(): readonly string[] {
    // No directory.
    return tryOr(
      () =>
        readdirSync(this.folder)
          .filter((name) => name.endsWith('.toml'))
          .map((name) => name.slice(0, -'.toml'.length))
          .filter(isLayoutName)
          .sort()
          .slice(0, layoutsMax),
      [],
    )
  }

  fileOf(name: string): string {
    return join(this.folder, `${name}.toml`)
  }

  /** Returns a layout and the text of its file. */
  read(name: string): { readonly layout: SavedLayout; readonly text: string } | LayoutProblem {
    if (!isLayoutName(name)) return { problem: badLayoutName }
    const file = this.fileOf(name)
    const found = readDocument(file, { bytesMax: layoutBytesMax, of: 'a layout' })
    if (found.state === 'missing') return { problem: this.#missing(name) }
    if (found.state === 'empty')
      return { problem: `${file} is empty. Add a [[tabs]] table or remove the file.` }
    if (found.state === 'refused') return { problem: told([found.problem]) }
    const read = readLayout(found.document, (folder) =>
      resolve(dirname(file), folder.replace(/^~(?=\/|$)/, this.#home)),
    )
    return 'problems' in read
      ? { problem: told(read.problems) }
      : { layout: read.layout, text: found.text }
  }

  /** Returns why a layout cannot be opened, or `null`. */
  problemOf(name: string): string | null {
    const read = this.read(name)
    return 'problem' in read ? read.problem : null
  }

  /** @returns the file, and a sentence for each part that was omitted */
  save(
    name: string,
    layout: SavedLayout,
    overwrite: boolean,
  ): { readonly file: string; readonly notes: readonly string[] } | LayoutProblem {
    if (!isLayoutName(name)) return { problem: badLayoutName }
    const file = this.fileOf(name)
    if (!overwrite && existsSync(file))
      return {
        problem:
          `A layout named ${name} already exists. ` +
          'Choose another name, or use --overwrite to replace it.',
      }
    const written = layoutText(layout, this.#home)
    if ('problem' in written) return written
    try {
      replaceFile(file, [new TextEncoder().encode(written.text)])
    } catch (error) {
      return { problem: `Can't write ${file}: ${(error as Error).message}.` }
    }
    return { file, notes: written.notes }
  }

  remove(name: string): { readonly file: string } | LayoutProblem {
    if (!isLayoutName(name)) return { problem: badLayoutName }
    const file = this.fileOf(name)
    try {
      rmSync(file)
      return { file }
    } catch (error) {
      return {
        problem:
          (error as NodeJS.ErrnoException).code === 'ENOENT'
            ? this.#missing(name)
            : `Can't remove ${file}: ${(error as Error).message}.`,
      }
    }
  }

  #missing(name: string): string {
    const names = this.names()
    const meant = nearest(name, names)
    const hint =
      meant !== null
        ? `Did you mean "${meant}"?`
        : names.length > 0
          ? `Available: ${names.join(', ')}.`
          : 'To save the open window, run `vibeflow layout save NAME`.'
    return `Unknown layout "${name}" in ${this.folder}. ${hint}`
  }
}

function told(problems: readonly ConfigProblem[]): string {
  return `${problems.map(problemText).join('\n')}\nThe layout was not opened.`
}
