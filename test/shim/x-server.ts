/** An X server without a screen, for the specs of windows on a display. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Returns the programs that are not installed. Tests that need them cannot run on this machine. */
export function missingOf(...programs: readonly string[]): string[] {
  return programs.filter((name) => {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
}

export interface XServer {
  readonly display: string
  /** Resolves once its display is free again. */
  end(): Promise<void>
}

export async function startXServer(): Promise<XServer> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const ended = once(server, 'exit')
  const number = await Promise.race([
    new Promise<Buffer>((resolve) => server.stdio[3]?.once('data', resolve)),
    ended.then(() => Promise.reject(new Error('Xvfb could not start'))),
  ])
  return {
    display: `:${number.toString('utf8').trim()}`,
    end: async () => {
      server.kill()
      await ended
    },
  }
}
