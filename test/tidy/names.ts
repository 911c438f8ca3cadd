/** The names that source files declare and export. */
import type { SourceFile } from './parse.ts'

const kinds = 'function\\*?|class|const|let|type|interface|enum'
const declaration = new RegExp(`^export (?:(?:abstract|async) )*(?:${kinds}) (\\w+)`, 'gm')

/** Returns the names that the text declares and exports, each once, in their order. */
export function exportedNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(declaration)].map(([, name]) => name ?? ''))]
}

/** Returns the names that more than one file exports, each with the files. */
export function namesExportedTwice(
  files: readonly SourceFile[],
): readonly { readonly name: string; readonly paths: readonly string[] }[] {
  const places = new Map<string, string[]>()
  for (const { path, text } of files)
    for (const name of exportedNames(text)) places.set(name, [...(places.get(name) ?? []), path])
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => ({ name, paths }))
}
