/**
 * An sshd on a high port with its own keys, and the settings for a login through it: `LC_SHELL` is
 * the login shell, `LC_PATH` its PATH, `LC_FORCED` a forced command. It reads none of the user's
 * files.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const daemon = '/usr/sbin/sshd'

/** Why there can be none; null: there can. */
export const noServer = existsSync(daemon) ? null : 'openssh-server is not installed'

export interface SshServer {
  /** Words of ssh that lead to it, as `box`, with these variables. */
  readonly words: (variables?: Readonly<Record<string, string>>) => readonly string[]
  /** The home folder of a login. */
  readonly home: string
  /** The folder for temporary folders of a login. */
  readonly temporary: string
  readonly folder: string
  readonly close: () => void
}

export async function startSshServer(): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vf-sshd-'))
  const at = (name: string) => join(folder, name)
  for (const name of ['home', 'tmp']) mkdirSync(at(name))
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  for (const name of ['host', 'user'])
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
  const port = await freePort()
  writeFileSync(
    at('login'),
    `#!/bin/sh
export HOME='${at('home')}' TMPDIR='${at('tmp')}' SHELL="\${LC_SHELL:-/bin/bash}"
cd
[ -z "$LC_PATH" ] || PATH=$LC_PATH
[ "$SSH_ORIGINAL_COMMAND" != internal-sftp ] || exec /usr/lib/openssh/sftp-server
[ -z "$LC_FORCED" ] || exec sh -c "$LC_FORCED"
[ -z "$SSH_ORIGINAL_COMMAND" ] || exec "$SHELL" -c "$SSH_ORIGINAL_COMMAND"
exec "$SHELL" -l
`,
  )
  chmodSync(at('login'), 0o755)
  writeFileSync(
    at('sshd_config'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${at('host')}
AuthorizedKeysFile ${at('user.pub')}
PasswordAuthentication no
UsePAM no
StrictModes no
PidFile none
Subsystem sftp internal-sftp
AcceptEnv LC_*
Match LocalPort ${port}
  ForceCommand ${at('login')}
`,
  )
  writeFileSync(
    at('ssh_config'),
    `Host box
  HostName 127.0.0.1
  Port ${port}
  IdentityFile ${at('user')}
  IdentitiesOnly yes
  UserKnownHostsFile ${at('known')}
  StrictHostKeyChecking no
  LogLevel ERROR
`,
  )
  const server = spawn(daemon, ['-D', '-f', at('sshd_config'), '-E', at('log')])
  await listening(port, server, () => readFileSync(at('log'), 'utf8'))
  return {
    folder,
    home: at('home'),
    temporary: at('tmp'),
    words: (variables = {}) => [
      '-F',
      at('ssh_config'),
      ...(Object.entries(variables).length === 0
        ? []
        : [
            '-o',
            `SetEnv=${Object.entries(variables)
              .map(([name, value]) => `${name}="${value}"`)
              .join(' ')}`,
          ]),
    ],
    close: () => {
      server.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

async function listening(port: number, server: ChildProcess, log: () => string): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    if (server.exitCode !== null) break
    const found = spawnSync('ssh-keyscan', ['-T', '1', '-p', String(port), '127.0.0.1'])
    if (found.stdout.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`sshd does not listen: ${log()}`)
}
