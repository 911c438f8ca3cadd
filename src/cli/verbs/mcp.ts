/** `vibeflow mcp`: an MCP server for sessions, and its permissions (docs/guides/mcp.md). */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Permission } from '../../core/clients/mcp/access.ts'
import { stateFolder } from '../../host/files/folders.ts'
import {
  permissionFileName,
  readPermissions,
  writePermissions,
} from '../../host/socket/mcp/permission-file.ts'
import { CommandError, commonExits, usageError } from '../command/exit-codes.ts'
import { table } from '../terminal/table.ts'
import { isOn, optionText, type VerbContext, type Verb } from '../command/verb.ts'

/** Without a scope it applies only to the directory of the command (docs/guides/mcp.md). */
const adding = 'claude mcp add --scope user vibeflow -- vibeflow mcp'

export const mcp: Verb = {
  name: 'mcp',
  words: '',
  summary: 'Run an MCP server (stdio) that gives agents access to sessions.',
  description: [
    `An agent starts it. To add it to Claude Code, run \`${adding}\`. In other agents, add a ` +
      'stdio server with the command `vibeflow mcp`.',
    'vibeflow asks you once for each program. The option socket.mcp limits what you can allow.',
  ],
  options: {
    permissions: { type: 'boolean', text: 'List the programs that you allowed or refused.' },
    forget: { type: 'string', value: 'PATH', text: 'Ask again about this program.' },
  },
  examples: [
    [adding, 'Add vibeflow to Claude Code.'],
    ['vibeflow mcp --permissions', 'List your answers.'],
    ['vibeflow mcp --forget /usr/bin/claude', 'Ask again about a program.'],
  ],
  exits: commonExits(),
  async run(context) {
    const path = optionText(context, 'forget')
    if (path !== null) return forget(context, path)
    if (isOn(context, 'permissions')) return list(context)
    if (context.json || process.stdin.isTTY)
      throw usageError(
        `standard input must be connected to an agent. To add it to Claude Code: ${adding}. ` +
          'To list permissions: vibeflow mcp --permissions.',
      )
    // Large, and not needed otherwise.
    const { serveMcp } = await import('./mcp/serve.ts')
    return serveMcp(context)
  },
}

function fileOf({ environment }: VerbContext): string {
  return join(stateFolder(environment, environment['HOME'] ?? homedir()), permissionFileName)
}

const words: Readonly<Record<Permission['access'], string>> = {
  none: 'refused',
  read: 'may read',
  full: 'may read and type',
}

function list(context: VerbContext): number {
  const permissions = readPermissions(fileOf(context))
  context.document({ permissions })
  if (permissions.length === 0) context.complain('no program has been allowed or refused yet.')
  else
    for (const line of table([
      ['ACCESS', 'PROGRAM'],
      ...permissions.map(({ access, path }) => [words[access], path]),
    ]))
      context.say(line)
  return 0
}

function forget(context: VerbContext, path: string): number {
  const file = fileOf(context)
  const before = readPermissions(file)
  const after = before.filter((one) => one.path !== path)
  if (after.length === before.length)
    throw new CommandError(
      isAbsolute(path) ? 'failed' : 'usage',
      `no permission is stored for "${path}". To list the paths: vibeflow mcp --permissions.`,
    )
  writePermissions(file, after)
  context.document({ forgotten: path })
  context.say(`vibeflow will ask again about ${path}.`)
  return 0
}
