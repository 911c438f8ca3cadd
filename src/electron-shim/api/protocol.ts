/** `protocol`: the app's schemes. serve.ts serves the answers of their handlers. */
import { isStarted } from './app.ts'
import { servedSchemes } from '../chromium/address.ts'

export type Handler = (request: Request) => Response | Promise<Response>

const handlers = new Map<string, Handler>()
const privileged = new Set<string>()

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { readonly scheme: string }[]): void {
    if (isStarted())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme } of schemes) privileged.add(checked(scheme))
  },
  handle(scheme: string, handler: Handler): void {
    if (handlers.has(scheme)) throw new Error(`the scheme ${scheme} has a handler already`)
    // Without privileges, a scheme has no origin, storage or fetch in Electron.
    if (!privileged.has(scheme))
      throw new Error(
        'the shim serves privileged schemes only: call registerSchemesAsPrivileged for ' +
          `${scheme} first`,
      )
    handlers.set(checked(scheme), handler)
    servedSchemes.add(scheme)
  },
  unhandle(scheme: string): void {
    handlers.delete(scheme)
    servedSchemes.delete(scheme)
  },
}

export function handlerOf(scheme: string): Handler | undefined {
  return handlers.get(scheme)
}

/** Validates a scheme, which becomes part of a host name. */
function checked(scheme: string): string {
  if (
    !/^[a-z][a-z0-9+-]*$/.test(scheme) ||
    ['http', 'https', 'file', 'data', 'about', 'blob'].includes(scheme)
  )
    throw new TypeError(`not a scheme of an app: ${scheme}`)
  return scheme
}
