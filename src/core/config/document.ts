/** Writes docs/reference/config.md from the table. A test compares the file with this text. */
import { configFileBytesMax, importDepthMax, importFilesMax } from './limits.ts'
import type { Applies, Option } from './option.ts'
import { freeEntries, sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

const marks: Readonly<Record<Applies, string>> = { live: '', 'new tabs': 'T', 'new windows': 'W' }

const introduction: readonly string[] = [
  '# Configuration',
  '',
  'All options of `config.toml`, generated from their table (`src/core/config`). It is one ' +
    'page, longer than others, since it is searched and not read; ' +
    '[configure.md](../guides/configure.md) is the introduction.',
  '',
  '## The file',
  '',
  '`$XDG_CONFIG_HOME/vibeflow/config.toml` (`~/.config/vibeflow/config.toml`); ' +
    '`VIBEFLOW_CONFIG` or `--config FILE` names another one. vibeflow writes it only when ' +
    'asked: *Open configuration file* (Ctrl+,) creates it, with every option as a comment.',
  '',
  'Changes apply when the file is saved; links, and a folder that is created later, are ' +
    'followed. Precedence: `-o` on the command line, the file, its imports, the theme, the ' +
    'defaults.',
  '',
  '| mistake | what happens |',
  '|---|---|',
  '| syntax, a key twice, not UTF-8, more than 1 MiB, not readable | the whole file is ' +
    'rejected, and the last valid settings stay |',
  '| an unknown key or table | it is ignored, the rest applies; the nearest name is suggested |',
  '| a wrong type, value or colour | that key keeps its last valid value, the rest applies |',
  '| a theme that does not exist or is invalid | the colours stay; the nearest name is ' +
    'suggested |',
  '| a number outside its bounds | the nearest bound is used; the log and ' +
    '`--check-config` report it |',
  '| an imported file is missing or invalid | its last valid values stay; at the start it ' +
    'is left out |',
  '| the file is deleted or emptied | the settings stay; *Reload configuration* ' +
    '(Ctrl+Shift+,) applies the defaults |',
  '',
  'A bar under the tabs shows the first mistake, with line and key. `vibeflow ' +
    '--check-config` prints all of them.',
  '',
  'Your own rules for agents, with names of processes and patterns for titles and screens, ' +
    'are in `agent-rules.json` in the same folder ' +
    '([screen-rules.md](screen-rules.md#your-own-rules)), which is followed and checked in ' +
    'the same way. An agent of yours must also be listed in `ai.tools`.',
  '',
  '## Options',
  '',
  'Marks: **o** a key of the original vibeflow, with its name and default; **T** a change ' +
    'applies to new tabs; **W** to new windows; no mark: at once.',
  '',
  '| key | type | default | |',
  '|---|---|---|---|',
  `| \`import\` | list of paths | \`[]\` | Files that are read before this one, which ` +
    `overrides them; at most ${importFilesMax} in all, ${importDepthMax} deep, ` +
    `${configFileBytesMax / 1_048_576} MiB each. Relative paths start at the folder of the ` +
    'file that names them. |',
]

export function configDocument(): string {
  return [
    ...introduction,
    ...sectionEntries().flatMap(([name, { text, options }]) => [
      '',
      `## [${name}]`,
      '',
      `${text}.`,
      '',
      '| key | type | default | |',
      '|---|---|---|---|',
      ...Object.entries(options).map(([key, option]) => row(key, option)),
    ]),
    ...freeEntries().flatMap(([name, { text, document }]) => [
      '',
      `## [${name}]`,
      '',
      `${text}.`,
      '',
      document.trimEnd(),
    ]),
    '',
  ].join('\n')
}

function row(key: string, option: Option): string {
  const mark = [option.original ? 'o' : '', marks[option.applies]]
    .filter((one) => one !== '')
    .join(' ')
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
