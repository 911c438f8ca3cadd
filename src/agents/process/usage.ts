/**
 * Memory, processor time and ports of a tab's programs. The kernel counts them for a systemd scope.
 * Otherwise they are read from `/proc`: an estimate, since a process can leave its tab, and
 * processes can share memory.
 */

export interface Usage {
  /**
   * Living processes. In an estimate: descendants of the tab's first program, others of its
   * session, and daemons that have the tab's variables.
   */
  readonly processes: number
  /** Bytes of memory that no file backs, without what was swapped out. */
  readonly memory: number
  /** They were not counted by the kernel. */
  readonly estimate: boolean
  /** CPU cores in use since the reading before; `null` without a recent one. */
  readonly cores: number | null
  /** The three program names with the most memory. */
  readonly biggest: readonly UsageOfName[]
  /** TCP ports on which the processes listen, ascending. */
  readonly ports: readonly number[]
}

export interface UsageOfName {
  readonly name: string
  readonly processes: number
  /** Bytes. */
  readonly memory: number
}

/** Group of programs whose name has the word `mcp`. */
export const mcpServer = 'MCP server'

/** Returns `node server (3 processes)`, or `3 MCP servers`. */
export function groupText({ name, processes }: UsageOfName): string {
  if (name === mcpServer) return processes === 1 ? mcpServer : `${processes} ${mcpServer}s`
  return processes === 1 ? name : `${name} (${processes} processes)`
}

/** Returns `12 processes, about 1.4 GB, 0.8 cores`. */
export function usageText({ processes, memory, cores, estimate }: Usage): string {
  return [
    processes === 1 ? '1 process' : `${processes} processes`,
    usedText({ memory, estimate }),
    ...(cores === null ? [] : [`${cores.toFixed(1)} cores`]),
  ].join(', ')
}

/** Returns `1.4 GB`, or `about 1.4 GB` for an estimate. */
export function usedText({ memory, estimate }: Pick<Usage, 'memory' | 'estimate'>): string {
  return `${estimate ? 'about ' : ''}${memoryText(memory)}`
}

/** Returns `3 MCP servers 1.2 GB, claude 180 MB`. */
export function biggestText({ biggest }: Pick<Usage, 'biggest'>): string {
  return biggest.map((one) => `${groupText(one)} ${memoryText(one.memory)}`).join(', ')
}

/** Returns `port 3000` or `ports 3000, 5173`; '' without ports. */
export function portsText({ ports }: Pick<Usage, 'ports'>): string {
  return ports.length === 0 ? '' : `port${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`
}

/** Returns `3 MB` or `1.4 GB`, in powers of 1,000. */
export function memoryText(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
