/** Options of the configuration file for the man page. cli/manual.ts writes the rest. */
import { roff, roffItems } from '../../base/text/roff.ts'
import type { Option } from './option.ts'
import { sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

export function manualOptions(): string {
  return [
    '.SH CONFIGURATION OPTIONS',
    ...sectionEntries().flatMap(([name, { title, options }]) => [
      `.SS [${name}]`,
      roff(`${title}.`),
      ...Object.entries(options).flatMap(([key, option]) => item(key, option)),
    ]),
    '',
  ].join('\n')
}

function item(key: string, option: Option): string[] {
  const when = option.applies === 'live' ? '' : ` Applies to ${option.applies}.`
  return roffItems([
    [key, `${option.text}${when} Type: ${option.type}. Default: ${tomlValue(option.default)}`],
  ])
}
