/** Generates docs/reference/config.md from the table. A test compares the file with this text. */
import { configFileBytesMax, importDepthMax, importFilesMax } from './limits.ts'
import type { Applies, Option } from './option.ts'
import { freeEntries, sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

const marks: Readonly<Record<Applies, string>> = { live: '', 'new tabs': 'T', 'new windows': 'W' }

const tableHead = '| key | type | default | description |'

const introduction: readonly string[] = [
  '# Configuration',
  '',
  'This page lists all options of `config.toml`. It is generated from `src/core/config`. For an ' +
    'introduction, see [Configure vibeflow](../guides/configure.md).',
  '',
  '## The file',
  '',
  'The file is `$XDG_CONFIG_HOME/vibeflow/config.toml`, usually ' +
    '`~/.config/vibeflow/config.toml`. To use another one, set `VIBEFLOW_CONFIG` or run ' +
    '`vibeflow --config FILE`. vibeflow writes the file only when you ask it to. *Open ' +
    'configuration file* (Ctrl+,) creates it, with every option as a comment.',
  '',
  'Changes apply when you save the file. vibeflow also follows symbolic links, and a directory ' +
    'that is created later. From highest to lowest precedence: `-o` on the command line, the ' +
    'file, its imports, the theme, the defaults.',
  '',
  '| problem | result |',
  '|---|---|',
  '| syntax error, duplicate key, not UTF-8, larger than 1 MiB, or not readable | The whole ' +
    'file is rejected, and the last valid settings stay active. |',
  '| unknown key or table | It is ignored, and the rest applies. vibeflow suggests the nearest ' +
    'name. |',
  '| wrong type, value or color | The key keeps its last valid value, and the rest applies. |',
  '| theme that does not exist or is invalid | The colors stay. vibeflow suggests the nearest ' +
    'name. |',
  '| number out of range | The nearest bound is used. The log and `--check-config` report it. |',
  '| imported file that is missing or invalid | Its last valid values stay active. At the start, ' +
    'it is ignored. |',
  '| file deleted or emptied | The settings stay active. *Reload configuration* ' +
    '(Ctrl+Shift+,) applies the defaults. |',
  '',
  'A banner under the tabs shows the first problem with its line and key. `vibeflow ' +
    '--check-config` prints all problems.',
  '',
  'Your own rules for agents are in `agent-rules.json` in the same directory ' +
    '([screen rules](screen-rules.md#your-own-rules)). They contain process names, and ' +
    'patterns for titles and screens. That file is watched and checked in the same way. List ' +
    'your own agents in `ai.tools` as well.',
  '',
  '## Options',
  '',
  'A change applies immediately, unless its key has a mark: **T** applies to new tabs, **W** to ' +
    'new windows.',
  '',
  tableHead,
  '|---|---|---|---|',
  `| \`import\` | list of paths | \`[]\` | Files to read before this one, which overrides them: ` +
    `up to ${importFilesMax} files, ${importDepthMax} levels deep, ` +
    `${configFileBytesMax / 1_048_576} MiB each. Relative paths start at the directory of the ` +
    'file that contains them. |',
]

export function configDocument(): string {
  return [
    ...introduction,
    ...sectionEntries().flatMap(([name, { title, options }]) => [
      '',
      `## [${name}]`,
      '',
      `In the settings window: *${title}*.`,
      '',
      tableHead,
      '|---|---|---|---|',
      ...Object.entries(options).map(([key, option]) => row(key, option)),
    ]),
    ...freeEntries().flatMap(([name, { document, isList }]) => [
      '',
      isList === true ? `## [[${name}]]` : `## [${name}]`,
      '',
      document.trimEnd(),
    ]),
    '',
  ].join('\n')
}

function row(key: string, option: Option): string {
  const mark = marks[option.applies]
  return (
    `| \`${key}\`${mark === '' ? '' : ` **${mark}**`} | ${cell(option.type)} | ` +
    `${code(tomlValue(option.default))} | ${cell(option.text)} |`
  )
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|')
}

/** Formats code within a table, which may contain backticks. */
function code(text: string): string {
  const escaped = cell(text)
  return text.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``
}
