/** The man page's part about options of the file. cli/manual.ts makes the rest. */
import { roff, roffItems } from '../../base/text/roff.ts'
import type { Option } from './option.ts'
import { sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

export function manualOptions(): string {
  return [
    '.SH OPTIONS OF THE FILE',
    ...sectionEntries().flatMap(([name, { text, options }]) => [
      `.SS [${name}]`,
      roff(`${text}.`),
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
