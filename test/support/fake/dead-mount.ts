/**
 * A folder that never answers, like a network disk whose server is gone: a FUSE mount without a
 * server process.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface DeadMount {
  readonly path: string
  /** Ends the mount. Processes that wait for it get an error. */
  end(): void
}

/** null: this machine lets us mount nothing (it takes root and /dev/fuse). */
export async function mountDead(path: string): Promise<DeadMount | null> {
  const options = `fd=3,rootmode=40000,user_id=${process.getuid?.() ?? 0},group_id=0`
  const holder = spawn(
    '/bin/sh',
    [
      '-c',
      `exec 3<>/dev/fuse && mount -i -t fuse -o ${options} dead "$0" && echo mounted && ` +
        'exec sleep 600',
      path,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await new Promise((resolve) => {
    holder.stdout.once('data', resolve)
    holder.once('exit', resolve)
  })
  if (!readFileSync('/proc/mounts', 'utf8').includes(` ${path} fuse `)) {
    holder.kill('SIGKILL')
    return null
  }
  return {
    path,
    end: () => {
      holder.kill('SIGKILL')
      spawnSync('umount', ['-l', path])
    },
  }
}
