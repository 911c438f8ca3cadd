/** The file that *Open configuration file* creates: every option with its default, as comments. */
import { wrapText } from '../../base/text/wrap.ts'
import type { Option } from './option.ts'
import { freeEntries, sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

const columns = 76

export function configTemplate(): string {
  return [
    ...wrapText(
      'vibeflow configuration. All lines are commented out and show the defaults. To change ' +
        'a setting, uncomment its line and the [table] above it. Changes apply when you save, ' +
        'unless the comment names new tabs or new windows. Errors are shown in the window, and ' +
        'the previous settings stay active.',
      columns,
    ).map((line) => `# ${line}`),
    '#',
    '# For completion in your editor, run',
    '#   vibeflow --print-config=schema > config.schema.json',
    '# in the directory of this file, and move this line to the top of the file:',
    '#:schema ./config.schema.json',
    '',
    '# Files to read before this one, which overrides them:',
    '# import = []',
    '',
    ...sectionEntries().flatMap(([name, { title, options }]) => [
      `# ${title}.`,
      `# [${name}]`,
      ...Object.entries(options).flatMap(([key, option]) => lines(key, option)),
      '',
    ]),
    ...freeEntries().flatMap(([name, { title, template, isList }]) => [
      `# ${title}.`,
      ...(isList === true ? [] : [`# [${name}]`]),
      ...template.map((line) => `# ${line}`),
      '',
    ]),
  ].join('\n')
}

function lines(key: string, option: Option): string[] {
  const when = option.applies === 'live' ? '' : ` Applies to ${option.applies}.`
  return [
    ...wrapText(`${option.text}${when} Allowed: ${option.type}.`, columns).map(
      (line) => `#   ${line}`,
    ),
    `# ${key} = ${tomlValue(option.default)}`,
  ]
}
