import type { IpcRenderer } from './electron.ts'

/**
 * Requests the port early, so that it arrives while the page's script loads, and passes it on when
 * the script has run. If the page reloads before that, the answer reaches the next document, whose
 * own request closes that port.
 * @param request identifies this document
 */
export function passPort(
  main: Pick<IpcRenderer, 'on' | 'send'>,
  page: Pick<Window, 'postMessage'> & EventTarget,
  request: string,
): void {
  let ports: MessagePort[] | null = null
  let listens = false
  const pass = () => {
    if (!listens || ports === null) return
    // This document itself: a page of another origin could not receive it anyway.
    page.postMessage('port', '*', ports)
    ports = null
  }
  main.on('port', (event, answered) => {
    if (answered !== request) return
    ports = event.ports
    pass()
  })
  page.addEventListener(
    'DOMContentLoaded',
    () => {
      listens = true
      pass()
    },
    { once: true },
  )
  main.send('port', request)
}
