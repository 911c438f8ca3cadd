/** `vibeflow integrate` in a home of its own for each test. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { CommandError } from '../../../src/cli/command/exit-codes.ts'
import { integrations, type Integration } from '../../../src/cli/verbs/integrate/agents.ts'
import { settingsPath } from '../../../src/cli/verbs/integrate/change.ts'
import { integrateVerb } from '../../../src/cli/verbs/integrate.ts'
import { programs } from '../../support/emit-places.ts'

export let home: string
export let environment: Record<string, string>

/** Makes the home of each test of the file that calls this. */
export function useHome(): void {
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'vibeflow-integrate-'))
    mkdirSync(join(home, 'bin'))
    symlinkSync(programs.sh[1], join(home, 'bin/vibeflow-emit'))
    environment = {
      HOME: home,
      PATH: `${join(home, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
    }
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))
}

type Options = Readonly<Record<string, boolean>>

interface Ran {
  readonly exit: number
  readonly said: string
  readonly document: Readonly<Record<string, unknown>> | null
}

export async function integrate(
  names: readonly string[],
  options: Options = { yes: true },
  answer: boolean | null = null,
): Promise<Ran> {
  const lines: string[] = []
  let document: Ran['document'] = null
  const json = options['json'] === true
  const context = {
    positionals: names,
    values: options,
    environment,
    directory: home,
    version: '0.0.0',
    json,
    say: (line: string) => lines.push(line),
    write: () => undefined,
    document: (value: Readonly<Record<string, unknown>>) => {
      document = value
    },
    complain: (line: string) => lines.push(line),
    workers: { shadow: '', rules: '', scripts: '' },
  }
  try {
    const exit = await integrateVerb({ confirm: () => Promise.resolve(answer) }).run(context)
    return { exit, said: lines.join('\n'), document }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { exit: error.exit, said: [...lines, error.message].join('\n'), document: null }
  }
}

export const put = (path: string, content: string, mode = 0o644) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
}
export const pathOf = (agent: Integration) => settingsPath(agent, environment)
export const agentNamed = (name: string) =>
  integrations.find((agent) => agent.name === name) as Integration

/** Everything below a folder but our own state. */
export function tree(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('.local') && !name.startsWith('bin'))
      .map((name) => {
        const path = join(folder, name)
        const mode = (lstatSync(path).mode & 0o777).toString(8)
        return [
          name,
          statSync(path).isDirectory() ? mode : `${mode} ${readFileSync(path, 'latin1')}`,
        ]
      }),
  )
}

export const other = '{ "type": "command", "command": "mine --hook" }'

export const gemini = () => pathOf(agentNamed('gemini'))
