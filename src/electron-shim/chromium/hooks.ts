/**
 * Connects the engine's events to pages, windows and the session: requests, unexpected pages,
 * crashes, the browser's death.
 */
import { originOf, servedPlace } from './address.ts'
import type { Reply } from './cdp.ts'
import { leave } from '../process/closing.ts'
import { strayPageMs } from '../limits.ts'
import type { EngineHooks, Stray } from './engine.ts'
import { expected, say } from '../process/problem.ts'
import { focus, pageOfTarget, theEngine, windows } from '../run.ts'
import { fail, refuseNavigation, serve, type Serving } from './serve.ts'
import { defaultSession } from '../api/session.ts'

/** Unexpected pages until their destination is known, by frame, which for a page is its target. */
const strays = new Map<string, (url: string) => void>()

export function requestHooks(): EngineHooks {
  return {
    request: (params) => {
      onRequest(params).catch(expected)
    }, // the page or the browser is gone
    targetGone: (targetId) => pageOfTarget(targetId)?.pageGone(),
    targetCrashed: (targetId, status) => pageOfTarget(targetId)?.crashed(status),
    stray: onStray,
    download: (params) =>
      defaultSession.downloadBegins(params, pageOfTarget(params.frameId as string)),
    died: (words) => {
      say(`Chromium is gone unexpectedly, so the app ends${words === '' ? '' : ` (${words})`}`)
      leave(1)
    },
  }
}

async function onRequest(params: Reply): Promise<void> {
  const { root, ports } = theEngine()
  const { frameId, requestId, resourceType, request } = params
  const stray = strays.get(frameId as string)
  if (stray !== undefined) {
    stray(request.url)
    return fail(root, requestId, 'BlockedByClient')
  }
  const page = resourceType === 'Document' ? pageOfTarget(frameId as string) : undefined
  if (page !== undefined) {
    const servedUrl = `${String(request.url)}${String(request.urlFragment ?? '')}`
    if (
      !page.admits(
        servedUrl,
        params.networkId as string | undefined,
        params.redirectedRequestId !== undefined,
      )
    )
      return refuseNavigation(root, requestId)
    const url = URL.parse(servedUrl)
    if (url !== null && servedPlace(url) !== undefined)
      await defaultSession.decide(page, url.origin, originOf(servedUrl))
  }
  const serving: Serving = {
    root,
    connectSource: ports.source,
    documentServed: (frame, metaPolicy) => pageOfTarget(frame)?.documentServed(metaPolicy),
  }
  await serve(serving, params)
}

/**
 * `window.open` names the destination before the page exists; for a middle-click the first request
 * shows it.
 */
async function onStray({ targetId, openerId, session }: Stray): Promise<void> {
  const firstRequest = new Promise<string>((resolve) => {
    strays.set(targetId, resolve)
    setTimeout(() => resolve('about:blank'), strayPageMs)
    setTimeout(() => strays.delete(targetId), 2 * strayPageMs)
  })
  const opener = openerId === undefined ? undefined : pageOfTarget(openerId)
  const open = opener?.takeOpen()
  if (opener !== undefined && open !== undefined) return opener.askAboutWindow(open.url, open)
  session.send('Runtime.runIfWaitingForDebugger').catch(expected)
  const url = await firstRequest
  // A middle-click has no opener: the focused window was clicked.
  const asked = opener ?? (focus.window ?? [...windows.values()].at(-1))?.webContents
  asked?.askAboutWindow(url, undefined)
}
