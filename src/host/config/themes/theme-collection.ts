/** The theme collection: a file of the build, read when a theme that is not bundled is needed. */
import { join } from 'node:path'
import { missingThemes, type NamedColors } from '../../../core/config/theme/named.ts'
import { collectionBytesMax, collectionMax } from '../../../core/config/theme/limits.ts'
import type { Theme } from '../../../core/config/theme/theme.ts'
import { readUpToSoon } from '../../files/read-up-to.ts'

/** @param folder directory of the program, `out/main` */
export function collectionFile(folder: string): string {
  return join(folder, 'themes.json').replace(/app\.asar(?=\/)/, 'app.asar.unpacked')
}

export class ThemeCollection {
  readonly #file: string
  #read: Promise<readonly Theme[]> | null = null

  constructor(file: string) {
    this.#file = file
  }

  /** Reads the file with the first call. Without it there are no such themes. */
  all(): Promise<readonly Theme[]> {
    return (this.#read ??= readCollection(this.#file))
  }

  /** Returns the user's themes, and the collection if a name needs it. */
  async knownFor(colors: NamedColors, own: readonly Theme[]): Promise<readonly Theme[]> {
    return missingThemes(colors, own).length === 0 ? own : [...own, ...(await this.all())]
  }
}

async function readCollection(file: string): Promise<readonly Theme[]> {
  try {
    const bytes = await readUpToSoon(file, collectionBytesMax)
    if ('kind' in bytes || 'size' in bytes) return []
    const themes: unknown = JSON.parse(new TextDecoder().decode(bytes))
    // as src/build/bundle/themes.mjs has checked them
    return Array.isArray(themes) ? (themes as Theme[]).slice(0, collectionMax) : []
  } catch {
    return []
  }
}
