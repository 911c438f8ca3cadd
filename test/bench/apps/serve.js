/** Serves the files of the project from `bench://app/`, as the app serves its page. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'

const root = path.join(import.meta.dirname, '../../..')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Called before Electron is ready. */
export function registerScheme() {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'bench', privileges: { standard: true, secure: true } },
  ])
}

/** Returns the address of a file, and serves it. Called once Electron is ready. */
export function addressOf(file) {
  protocol.handle('bench', async ({ url }) => {
    const wanted = path.join(root, new URL(url).pathname)
    return new Response(await readFile(wanted), {
      headers: { 'content-type': types[path.extname(wanted)] },
    })
  })
  return `bench://app/${path.relative(root, file)}`
}
