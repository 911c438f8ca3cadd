/** Serves the files of one folder to this machine. */
import fs from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

/** @type {Readonly<Record<string, string>>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/**
 * @param {string} folder
 * @param {number} port 0 for any
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serve(folder, port) {
  const files = new Map(
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => fs.statSync(path.join(folder, name)).isFile())
      .map((name) => [`/${name}`, path.join(folder, name)]),
  )
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = decoded(pathname).replace(/\/$/, '/index.html')
    const file = files.get(name) ?? files.get(`${name}.html`)
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': types[path.extname(file ?? '')] ?? 'text/plain; charset=utf-8',
    })
    if (file === undefined) response.end('not found')
    else fs.createReadStream(file).pipe(response)
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `http://127.0.0.1:${own}/`, close }
}

/** Returns '' for a path that is not valid, such as `/%`. @param {string} pathname */
function decoded(pathname) {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return ''
  }
}
