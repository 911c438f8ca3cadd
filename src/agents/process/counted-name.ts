/** Names under which processes are counted. The page imports usage.ts, and needs no such rules. */
import { baseName } from '../../base/text/base-name.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { candidates } from './candidates.ts'
import { interpreterOf } from './interpreter.ts'
import { mcpServer } from './usage.ts'

const serves = /(?:^|[^a-z])mcp(?:[^a-z]|$)|modelcontextprotocol/i

/**
 * Returns the name under which a process is counted: `node server` for an interpreter and its
 * script, `MCP server`, or its own name. Untrusted names become safe.
 * @param comm name, as in /proc
 * @param argv arguments; empty if they can't be read
 */
export function countedName(comm: string, argv: readonly string[]): string {
  const [own = '', ...run] = candidates({ comm, argv })
  // npm puts its whole command line into the first argument.
  const [first = ''] = argv
  const called = first.startsWith('npm ') ? first : baseName(first)
  const script = interpreterOf(comm) === null ? undefined : run.at(-1)
  if ([own, called, ...run].some((name) => serves.test(name))) return mcpServer
  return safeText(script === undefined ? comm : `${comm} ${script}`, nameCharactersMax)
}
