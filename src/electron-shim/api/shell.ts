/**
 * `shell`: opens addresses and files with `xdg-open`. Headless and in tests, calls are only
 * recorded.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expected } from '../process/problem.ts'
import { findProgram, launch } from '../desktop/programs.ts'
import { record } from './recorded.ts'
import { openMs } from '../limits.ts'
import { theEngine } from '../run.ts'
import { sessionBusAddress } from '../../host/desktop/session-bus/address.ts'

async function open(target: string): Promise<void> {
  if (theEngine().options.headless) return
  const program = findProgram('xdg-open')
  if (program === undefined) throw new Error('xdg-open is not installed')
  await launch(program, [target], openMs)
}

/** Calls the file manager (freedesktop.org, "File manager D-Bus interface"). */
async function selectInFolder(file: string): Promise<void> {
  const address = sessionBusAddress(process.env)
  if (address === undefined) throw new Error('there is no session bus')
  // The library is loaded on demand.
  const { SessionBus } = await import('../../host/desktop/session-bus/session-bus.ts')
  const bus = await SessionBus.open(address, { signal: () => undefined, gone: () => undefined })
  const reply = await bus.ask({
    destination: 'org.freedesktop.FileManager1',
    path: '/org/freedesktop/FileManager1',
    interface: 'org.freedesktop.FileManager1',
    member: 'ShowItems',
    signature: 'ass',
    body: [[pathToFileURL(file).href], ''],
  })
  bus.close()
  if (!reply.ok) throw new Error(`no file manager: ${reply.problem}`)
}

export const shell = {
  async openExternal(address: string): Promise<void> {
    const { href } = new URL(address) // throws if it is not an address
    record('shell.openExternal', address)
    await open(href)
  },
  showItemInFolder(file: string): void {
    record('shell.showItemInFolder', file)
    if (!theEngine().options.headless)
      selectInFolder(file)
        .catch(() => open(path.dirname(file)))
        .catch(expected)
  },
  beep(): void {
    record('shell.beep')
  },
}
