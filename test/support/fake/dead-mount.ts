/**
 * A folder that never answers, like a network disk whose server is gone: a FUSE mount without a
 * server process.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DeadMount {
  readonly path: string
  /** Ends the mount. Processes that wait for it get an error. */
  end(): void
}

/** null: this machine lets us mount nothing (it takes root and /dev/fuse). */
export const mountDead = (path: string): Promise<DeadMount | null> => mounted(path, 'sleep 600')

/** Has one file, which hangs when it is closed. It ends by itself, since any `ps` hangs too. */
export function mountHungOnClose(path: string): Promise<DeadMount | null> {
  const server = join(import.meta.dirname, 'file-server.ts')
  return mounted(path, `timeout -s KILL 20 '${process.execPath}' '${server}'`)
}

async function mounted(path: string, server: string): Promise<DeadMount | null> {
  const options = `fd=3,rootmode=40000,user_id=${process.getuid?.() ?? 0},group_id=0`
  const holder = spawn(
    '/bin/sh',
    [
      '-c',
      `exec 3<>/dev/fuse && mount -i -t fuse -o ${options} dead "$0" && echo mounted && ` +
        `exec ${server}`,
      path,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], detached: true },
  )
  await new Promise((resolve) => {
    holder.stdout.once('data', resolve)
    holder.once('exit', resolve)
  })
  if (!readFileSync('/proc/mounts', 'utf8').includes(` ${path} fuse `)) {
    kill(holder.pid)
    return null
  }
  return {
    path,
    end: () => {
      kill(holder.pid)
      spawnSync('umount', ['-l', path])
    },
  }
}

/** Kills the server, and `timeout` above it. */
function kill(group: number | undefined): void {
  try {
    process.kill(-(group ?? 0), 'SIGKILL')
  } catch {
    // it has ended
  }
}
