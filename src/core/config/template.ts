/** The file that *Open configuration file* creates: every option with its default, as comments. */
import type { Option } from './option.ts'
import { freeEntries, sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

const columns = 76

export function configTemplate(): string {
  return [
    ...wrapped(
      'Configuration of vibeflow. Every line is a comment and shows a default: to change ' +
        'one, remove its "# " and that of the [table] above it. Changes apply when the file ' +
        'is saved, unless the comment says otherwise. Mistakes are shown in the window, and ' +
        'the settings before stay.',
    ).map((line) => `# ${line}`),
    '#',
    '# Completion in your editor: vibeflow --print-config=schema > config.schema.json',
    '# beside this file, and as its first line',
    '#:schema ./config.schema.json',
    '',
    '# Files that are read before this one, which overrides them:',
    '# import = []',
    '',
    ...sectionEntries().flatMap(([name, { text, options }]) => [
      `# ${text}.`,
      `# [${name}]`,
      ...Object.entries(options).flatMap(([key, option]) => lines(key, option)),
      '',
    ]),
    ...freeEntries().flatMap(([name, { text, template }]) => [
      `# ${text}.`,
      `# [${name}]`,
      ...template.map((line) => `# ${line}`),
      '',
    ]),
  ].join('\n')
}

function lines(key: string, option: Option): string[] {
  const when = option.applies === 'live' ? '' : ` (${option.applies})`
  return [
    ...wrapped(`${option.text}${when} ${upperFirst(option.type)}.`).map((line) => `#   ${line}`),
    `# ${key} = ${tomlValue(option.default)}`,
  ]
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > columns) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
