/** The part of the man page that lists the options, in the language of man(7). The rest of that page comes with the packages. */
import type { Option } from './option.ts'
import { sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

export function manualOptions(): string {
  return ['.SH OPTIONS OF THE FILE', ...sectionEntries().flatMap(([name, { text, options }]) => [
    `.SS [${name}]`, escaped(`${text}.`), ...Object.entries(options).flatMap(([key, option]) => item(key, option)),
  ]), ''].join('\n')
}

function item(key: string, option: Option): string[] {
  const when = option.applies === 'live' ? '' : ` Applies to ${option.applies}.`
  return ['.TP', `.B ${escaped(key)}`, escaped(`${option.text}${when} Type: ${option.type}. Default: ${tomlValue(option.default)}`)]
}

/** Backslashes, hyphens that are meant, and lines that would be requests. */
function escaped(text: string): string {
  return text.replace(/\\/g, '\\e').replace(/-/g, '\\-').replace(/^[.']/, '\\&$&')
}
