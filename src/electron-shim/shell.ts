/** `shell`: hands addresses and files to the desktop by `xdg-open`. Headless, and in every test, the call is only recorded. */
import { spawn } from 'node:child_process'
import { findProgram } from './programs.ts'
import { record } from './recorded.ts'
import { theEngine } from './run.ts'

async function open(target: string): Promise<void> {
  if (theEngine().options.headless) return
  const program = findProgram('xdg-open')
  if (program === undefined) throw new Error('xdg-open is not installed')
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [target], { stdio: 'ignore', detached: true })
    child.on('error', reject)
    child.on('spawn', resolve)
    child.unref()
  })
}

export const shell = {
  async openExternal(address: string): Promise<void> {
    const { href } = new URL(address) // throws for what is no address
    record('shell.openExternal', address)
    await open(href)
  },
  async openPath(file: string): Promise<string> {
    record('shell.openPath', file)
    try {
      await open(file)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  },
  showItemInFolder(file: string): void {
    record('shell.showItemInFolder', file)
  },
  beep(): void {
    record('shell.beep')
  },
}
