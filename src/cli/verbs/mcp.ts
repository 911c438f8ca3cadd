/** `vibeflow mcp`: serves sessions to agents over MCP, and manages permissions (docs/mcp.md). */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Permission } from '../../core/clients/mcp/access.ts'
import { stateFolder } from '../../host/files/folders.ts'
import {
  permissionFileName,
  readPermissions,
  writePermissions,
} from '../../host/socket/mcp/permission-file.ts'
import { CommandError, usageError } from '../command/exit-codes.ts'
import { table } from '../terminal/table.ts'
import { isOn, optionText, type VerbContext, type Verb } from '../command/verb.ts'

/** Without a scope it applies only to the directory of the command (docs/mcp.md). */
const adding = 'claude mcp add --scope user vibeflow -- vibeflow mcp'

export const mcp: Verb = {
  name: 'mcp',
  words: '',
  summary: 'serve sessions to an agent by MCP, on standard input and output',
  options: {
    permissions: { type: 'boolean', text: 'list the programs that were allowed or refused' },
    forget: { type: 'string', value: 'PATH', text: 'ask about this program again' },
  },
  notes: [
    `An agent starts it, once it knows it: ${adding}. Others: docs/mcp.md. The window asks once ` +
      'for each program; socket.mcp says what may be allowed.',
  ],
  async run(context) {
    const path = optionText(context, 'forget')
    if (path !== null) return forget(context, path)
    if (isOn(context, 'permissions')) return list(context)
    if (context.json || process.stdin.isTTY)
      throw usageError(
        `an agent starts this and speaks MCP with it: ${adding}. ` +
          '--permissions lists what you have allowed.',
      )
    // Large, and not needed otherwise.
    const { serveMcp } = await import('../mcp/serve.ts')
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
  if (permissions.length === 0) context.complain('no program was allowed or refused yet.')
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
      `nothing is remembered of ${path}. vibeflow mcp --permissions lists the paths.`,
    )
  writePermissions(file, after)
  context.document({ forgotten: path })
  context.say(`${path} is asked about again.`)
  return 0
}
