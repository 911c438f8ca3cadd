/** docs/config.md, made from the table: a test holds the file to this text. */
import { fileBytesMax, importDepthMax, importFilesMax } from './limits.ts'
import type { Applies, Option } from './option.ts'
import { freeEntries, sectionEntries } from './table.ts'
import { tomlValue } from './written.ts'

const marks: Readonly<Record<Applies, string>> = { live: '', 'new tabs': 'T', 'new windows': 'W' }

const introduction: readonly string[] = [
  '# Configuration',
  '',
  'The options of `config.toml`, made from their table (`src/core/config`); a test holds ' +
    'this file to it.',
  '',
  '## The file',
  '',
  '`$XDG_CONFIG_HOME/vibeflow/config.toml` (`~/.config/vibeflow/config.toml`); ' +
    '`VIBEFLOW_CONFIG` or `--config FILE` names another one. vibeflow never writes it ' +
    'unasked: *Open configuration* (Ctrl+,) makes one, with every option as a comment, when ' +
    'there is none.',
  '',
  'What you save is in force at once. Editors that replace the file, links, and a folder ' +
    'that comes later are all followed. What wins: `-o` on the command line, then the file, ' +
    'then what it imports, then the theme, then the defaults.',
  '',
  '| mistake | what happens |',
  '|---|---|',
  '| syntax, a key twice, not UTF-8, more than 1 MiB, not readable | the whole file is ' +
    'refused, and the last good settings stay |',
  '| an unknown key or table | it is ignored, the rest counts; the nearest valid name is told |',
  '| a wrong type, value or colour | that key keeps its last good value, the rest counts |',
  '| a theme that does not exist or is wrong | the colours stay; the nearest name is told |',
  '| a number outside its bounds | the nearest bound is used; the log and ' +
    '`--check-config` say so |',
  '| an imported file is missing or bad | what it said before still holds; at the start ' +
    'it is left out |',
  '| the file is deleted or emptied | the settings stay; *Reload configuration* ' +
    '(Ctrl+Shift+,) applies the defaults |',
  '',
  'A bar under the tabs shows the first mistake, with line and key. `vibeflow ' +
    '--check-config` prints them all, and says so where there are none or there is no file.',
  '',
  'Your own rules for agents, how their processes are called and what their titles and ' +
    'screens mean, stand beside it in `agent-rules.json` ' +
    '([screen-rules.md](screen-rules.md#your-own-rules)): followed, checked and told in the ' +
    'same way. An agent of yours must be named in `ai.tools`, too.',
  '',
  '## Options',
  '',
  'Marks: **o** key of the original vibeflow, with its name and default; **T** applies to ' +
    'tabs opened from then on; **W** to windows opened from then on; no mark: at once.',
  'A number outside its bounds counts as the nearest bound.',
  '',
  '| key | type | default | |',
  '|---|---|---|---|',
  `| \`import\` | list of paths | \`[]\` | Files that are read before this one, so that ` +
    `this one wins; at most ${importFilesMax} in all, ${importDepthMax} deep, ` +
    `${fileBytesMax / 1_048_576} MiB each. Relative paths count from the file that names ` +
    'them. |',
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

/** Within a table, and around backticks. */
function code(text: string): string {
  const escaped = cell(text)
  return text.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``
}
