/** The keeper of an app's home. */
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'

/** Pids of the keeper with a socket in this home. */
export function keepersOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [program = '', socket = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return program.endsWith('/vibeflow-keeper') && socket.startsWith(`${home}/`)
      } catch {
        return false // gone
      }
    })
}

/** Pids of the app's own processes in this home. */
export function enginesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
        // tmux hides the variables of its server
        const isEngine = /\/(?:chromium|electron|node)$/.test(readlinkSync(`/proc/${pid}/exe`))
        const isOurs = variables.includes(`HOME=${home}`)
        return isOurs && isEngine && !variables.includes('TERM_PROGRAM=vibeflow')
      } catch {
        return false // gone
      }
    })
}

/** Kills the keeper, and so hangs up programs that an app has left. */
export function killKeeper(home: string): void {
  for (const pid of keepersOf(home))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it has just ended
    }
}

/** Removes an app's home, and programs that the app has left. */
export function removeHome(home: string): void {
  killKeeper(home)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
