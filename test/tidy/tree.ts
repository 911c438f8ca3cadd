/** The repository's files as git would commit them; read once for all tidy tests. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SourceFile } from './parse.ts'

export const root = resolve(import.meta.dirname, '../..')

/**
 * Everything that is or may be committed, with `/`. Without git (an unpacked archive) the folders
 * themselves are read.
 */
export function projectPaths(): string[] {
  const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const paths = git.status === 0 ? git.stdout.split('\0').filter((path) => path !== '') : listed()
  return paths.filter((path) => existsSync(join(root, path))).sort()
}

function listed(): string[] {
  const left = new Set(['node_modules', 'out', 'artifacts', 'test-results', '.git', '.cache'])
  return readdirSync(root)
    .filter((name) => !left.has(name))
    .flatMap((name) =>
      readdirSync(root, { withFileTypes: true }).some(
        (entry) => entry.name === name && entry.isDirectory(),
      )
        ? readdirSync(join(root, name), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        : [name],
    )
}

export function readFiles(paths: readonly string[]): SourceFile[] {
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isSource = (path: string): boolean =>
  /\.(ts|tsx|mjs|cjs|js)$/.test(path) && /^(src|test|fuzz)\//.test(path)
