/** `vibeflow import`: settings, keys and colors of another terminal. */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { noneOf } from '../../base/numbers/nearest.ts'
import { exits } from '../../core/clients/exit-codes.ts'
import type { ImportRow, Outcome } from '../../core/config/import/rows.ts'
import { foreignNames, foreignTerminals } from '../../core/config/import/terminals.ts'
import { prepareImport, type PreparedImport } from '../../host/config/import/import-settings.ts'
import { configFile } from '../../host/files/folders.ts'
import { commonExits, failure, usageError } from '../command/exit-codes.ts'
import { isOn, type Verb, type VerbContext } from '../command/verb.ts'
import { confirm as confirmAtTerminal } from '../terminal/confirm.ts'
import { brokenTable, clipped, terminalColumns } from '../terminal/table.ts'

interface ImportPorts {
  /** Asks the user at the terminal. Returns `null` without a terminal. */
  readonly confirm: (question: string) => Promise<boolean | null>
}

export function importVerb(ports: ImportPorts = { confirm: confirmAtTerminal }): Verb {
  return {
    name: 'import',
    words: 'TERMINAL [FILE]',
    among: foreignNames,
    summary: 'Import settings, keys and colors of another terminal.',
    description: [
      'Reads the configuration of kitty, Alacritty, Ghostty or WezTerm, and the files that it ' +
        'includes. It shows what becomes of each setting and asks before it changes files. ' +
        'Options and shortcuts that you have set in config.toml stay. Colors become a theme.',
      "FILE names the file to read, for example a theme of that terminal. From WezTerm's " +
        'program, only lines with plain values are read: `config.font_size = 12`.',
      `TERMINAL: ${foreignNames.join(', ')}.`,
    ],
    options: {
      'dry-run': { type: 'boolean', text: 'Show the table, and change nothing.' },
      overwrite: { type: 'boolean', text: 'Replace a theme file that exists.' },
      yes: { type: 'boolean', short: 'y', text: 'Do not ask before files are changed.' },
    },
    examples: [
      ['vibeflow import kitty --dry-run', "Show what becomes of kitty's settings."],
      ['vibeflow import ghostty', 'Import, after a question.'],
      ['vibeflow import kitty ~/Downloads/Dracula.conf', 'Import a theme.'],
    ],
    exits: commonExits(),
    run: (context) => run(context, ports),
  }
}

async function run(context: VerbContext, { confirm }: ImportPorts): Promise<number> {
  const { positionals, environment, directory, workers, say, document } = context
  const [name, file] = positionals
  const terminal = foreignNames.find((one) => one === name)
  if (terminal === undefined)
    throw usageError(
      name === undefined
        ? `missing argument: TERMINAL. Available: ${foreignNames.join(', ')}.`
        : noneOf(name, 'terminal', foreignNames),
    )
  const home = environment['HOME'] ?? homedir()
  const prepared = await prepareImport({
    ...{ terminal, environment, home, overwrite: isOn(context, 'overwrite') },
    path: file === undefined ? null : resolve(directory, file),
    config: configFile(environment, { home, directory, asked: null }),
    themes: workers.themes ?? '',
  })
  if ('problem' in prepared) throw failure(prepared.problem)
  const { files, rows, changes } = prepared
  for (const line of report(foreignTerminals[terminal].title, prepared)) say(line)
  const isDry = isOn(context, 'dry-run')
  if (changes.length > 0 && !isDry) await write(context, prepared, confirm)
  else if (!isDry) say('Nothing to change.')
  document({ files, rows, changed: isDry ? [] : changes })
  return exits.done
}

async function write(
  context: VerbContext,
  { changes, programs, write: writeFiles }: PreparedImport,
  confirm: ImportPorts['confirm'],
): Promise<void> {
  if (!isOn(context, 'yes')) {
    if (programs.length > 0) {
      context.say('vibeflow will run these programs, with these variables and typed texts:')
      for (const line of lines(programs.map(([from, text]) => ({ from, text })))) context.say(line)
      context.say('')
    }
    context.say(`Changes ${changes.join(' and ')}.`)
    const answer = context.json ? null : await confirm('Import this? [y/N] ')
    if (answer === null) throw usageError("can't ask for confirmation here. Use --yes.")
    if (!answer) throw failure('canceled. No file was changed.')
  }
  const problems = writeFiles()
  if (problems.length > 0) throw failure(problems.join(' '))
  context.say(`Changed ${changes.join(' and ')}.`)
}

const heads: readonly (readonly [Outcome, string])[] = [
  ['unchanged', 'Already so in vibeflow'],
  ['skipped', 'Not imported'],
  ['kept', 'Your own setting stays'],
  ['imported', 'Imported'],
]

/** Returns the rows by outcome, each group with its number: the changes come last. */
function report(title: string, { files, rows }: PreparedImport): readonly string[] {
  const more = files.length - 1
  const included =
    more === 0 ? '' : ` and ${more} ${more === 1 ? 'file' : 'files'} that it includes`
  return [
    `${title}: ${files[0]}${included}`,
    ...heads.flatMap(([outcome, head]) => {
      const found = rows.filter((row) => row.outcome === outcome)
      return found.length === 0 ? [] : ['', `${head} (${found.length}):`, ...lines(found)]
    }),
    '',
  ]
}

function lines(rows: readonly Pick<ImportRow, 'from' | 'text'>[]): readonly string[] {
  const columns = terminalColumns()
  // half of a narrow terminal, so that the result is on the same line
  const half = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(24, columns / 2 - 4)
  return brokenTable(
    rows.map(({ from, text }) => [`  ${clipped(from, half)}`, text]),
    columns,
  )
}
