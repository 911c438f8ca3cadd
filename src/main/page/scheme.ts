/**
 * Serves the page from `vibeflow://app/`: its own origin, files of one directory, and a policy that
 * admits nothing else.
 */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { protocol } from '../electron.ts'
import { pagePath } from './page-address.ts'

/** Inline style: xterm.js's DOM renderer adds style elements. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
}

/** Files named by the hash of their content, which a reloaded page has cached. */
const named = /-[\w-]{8}\.\w+$/

const pageFolder = fileURLToPath(new URL('../renderer', import.meta.url))

/** Called before Electron is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'vibeflow', privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/** Called after Electron is ready. */
export function serveScheme(): void {
  protocol.handle('vibeflow', (request) => serve(request.url))
}

async function serve(address: string): Promise<Response> {
  const path = pagePath(address, pageFolder)
  const type = path === null ? undefined : types[extname(path)]
  if (path === null || type === undefined) return refusal(404)
  try {
    const body = new Uint8Array(await readFile(path))
    return new Response(body, {
      headers: {
        'content-type': type,
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'cache-control': named.test(path) ? 'max-age=31536000, immutable' : 'no-cache',
      },
    })
  } catch {
    return refusal(404) // missing
  }
}

function refusal(status: number): Response {
  return new Response(null, {
    status,
    headers: { 'content-security-policy': contentSecurityPolicy },
  })
}
