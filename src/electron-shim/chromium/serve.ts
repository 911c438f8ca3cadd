/** Answers paused requests: the app's pages from their handler or disk, others unchanged. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fromServed, servedPlace } from './address.ts'
import { CdpError, type CdpSession, type Reply } from './cdp.ts'
import { PORT_WORKER } from '../page/wire.ts'
import { hasMetaPolicy, withConnectSource } from './policy.ts'
import { expected, say } from '../process/problem.ts'
import { handlerOf } from '../api/protocol.ts'

export interface Serving {
  readonly root: CdpSession
  /** Address that the isolated world must be able to connect to. */
  readonly connectSource: string
  /** Called for each served document, with whether it has a policy that cannot be extended. */
  documentServed(frameId: string, metaPolicy: boolean): void
}

/** @param params of `Fetch.requestPaused` */
export async function serve(serving: Serving, params: Reply): Promise<void> {
  const { requestId, request, frameId, resourceType } = params
  const url = URL.parse(request.url as string)
  const place = url === null ? undefined : servedPlace(url)
  try {
    if (url === null || place === undefined) return await passOn(serving.root, params, url)
    const own = ownFile(url.pathname, serving.connectSource)
    if (own !== undefined)
      return void (await serving.root.send('Fetch.fulfillRequest', { requestId, ...own }))
    const address = fromServed(request.url as string)
    const response = await fromHandler(place.scheme, address, request)
    if (response === undefined) return await fail(serving.root, requestId, 'FileNotFound')
    const body = Buffer.from(await response.arrayBuffer())
    let headers = [...response.headers].map(([name, value]) => ({ name, value }))
    if (resourceType === 'Document') {
      serving.documentServed(frameId as string, hasMetaPolicy(body.toString('latin1', 0, 16_384)))
      headers = headers.map(({ name, value }) => ({
        name,
        value: /^content-security-policy$/i.test(name)
          ? withConnectSource(value, serving.connectSource)
          : value,
      }))
    }
    await serving.root.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      ...(response.statusText ? { responsePhrase: response.statusText } : {}),
      responseHeaders: headers,
      body: body.toString('base64'),
    })
  } catch (error) {
    // a page that closes while it loads takes no more files
    if (tookNothing(error)) expected(error)
    else
      say(
        `${fromServed(request.url as string)} could not be served: ` +
          `${error instanceof Error ? error.message : String(error)}`,
      )
    await fail(serving.root, requestId, 'Failed')
  }
}

/** Returns whether the page or the browser ended before it took a file. */
export function tookNothing(error: unknown): boolean {
  return error instanceof CdpError && / gone$|InterceptionId/.test(error.message)
}

/**
 * Serves the shim's worker, bound to its one allowed address, and Chromium's request for an icon.
 */
function ownFile(pathname: string, connectSource: string): object | undefined {
  if (pathname === '/favicon.ico') return { responseCode: 204, responseHeaders: [] }
  if (pathname !== PORT_WORKER) return undefined
  portWorker ??= readFileSync(path.join(import.meta.dirname, 'port-worker.js')).toString('base64')
  const policy = `default-src 'none'; connect-src ${connectSource}`
  return {
    responseCode: 200,
    responseHeaders: [
      { name: 'content-type', value: 'text/javascript' },
      { name: 'content-security-policy', value: policy },
    ],
    body: portWorker,
  }
}
let portWorker: string | undefined

/** Keeps the document: an answer without content ends a navigation. */
export async function refuseNavigation(root: CdpSession, requestId: string): Promise<void> {
  await root
    .send('Fetch.fulfillRequest', { requestId, responseCode: 204, responseHeaders: [] })
    .catch(expected)
}

export async function fail(
  root: CdpSession,
  requestId: string,
  errorReason: string,
): Promise<void> {
  await root.send('Fetch.failRequest', { requestId, errorReason }).catch(expected)
}

/** Passes requests of the dev server on to the network, but not local files and unknown hosts. */
async function passOn(root: CdpSession, { requestId }: Reply, url: URL | null): Promise<void> {
  const bare = url !== null && url.port === '' && url.hostname.endsWith('.localhost')
  if (url === null || bare || !['http:', 'https:'].includes(url.protocol))
    return fail(root, requestId, 'BlockedByClient')
  await root.send('Fetch.continueRequest', { requestId }).catch(expected)
}

async function fromHandler(
  scheme: string,
  address: string,
  request: Reply,
): Promise<Response | undefined> {
  const handler = handlerOf(scheme)
  if (handler === undefined) return undefined
  const body =
    request.postDataEntries === undefined
      ? request.postData
      : Buffer.concat(
          (request.postDataEntries as { bytes?: string }[]).map(({ bytes }) =>
            Buffer.from(bytes ?? '', 'base64'),
          ),
        )
  return handler(
    new Request(address, {
      method: request.method,
      headers: request.headers,
      ...(body === undefined ? {} : { body }),
    }),
  )
}
