/**
 * `-o KEY=VALUE`: one TOML value for this run. Text that is not TOML is a string, so a bare word
 * needs no nested quotes.
 */
import { exits } from '../../core/clients/exit-codes.ts'
import { readOptions, type ConfigDocument } from '../../core/config/read.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { parseToml } from './parse-toml.ts'

/** @returns the document of one override, or a message about its form */
export function overrideDocument(written: string): ConfigDocument | { readonly problem: string } {
  const at = written.indexOf('=')
  const name = at < 0 ? '' : written.slice(0, at).trim()
  const value = written.slice(at + 1).trim()
  if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(name))
    return { problem: `-o requires KEY=VALUE, for example -o ui.font_size=15, not "${written}"` }
  const parsed = /[\r\n]/.test(value) ? null : parseToml(`value = ${value}`)
  let found: unknown = parsed?.ok === true ? parsed.table['value'] : value
  for (const part of name.split('.').toReversed())
    found = Object.defineProperty({}, part, { value: found, enumerable: true })
  return {
    file: `-o ${name}`,
    table: found as Readonly<Record<string, unknown>>,
    placeOf: () => null,
    // Built above as nested tables.
  }
}

/** Returns the documents of `-o`, or a message about the first error in form, key or value. */
export function overrideDocuments(
  written: readonly string[],
):
  | { readonly documents: readonly ConfigDocument[] }
  | { readonly problem: string; readonly code: number } {
  const documents: ConfigDocument[] = []
  for (const one of written) {
    const document = overrideDocument(one)
    if ('problem' in document)
      return { problem: safeText(`${document.problem}.`, lineCharactersMax), code: exits.usage }
    documents.push(document)
  }
  const { problems } = readOptions({ documents, before: null })
  const [bad] = problems.filter(({ severity }) => severity !== 'note')
  return bad === undefined
    ? { documents }
    : {
        problem: safeText(
          `${bad.file}: ${bad.text.replace(/([^.?!])$/, '$1.')}`,
          lineCharactersMax,
        ),
        code: exits.configuration,
      }
}
