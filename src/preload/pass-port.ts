import type { IpcRenderer } from './electron.ts'

/**
 * Asks for the port as soon as there is a document, so that it comes while the page's script is
 * read, and gives it to the page once that has run. `request` names this document: where a page is
 * loaded anew while it asks, the answer comes to the next document, a port that is closed as soon
 * as that one asks.
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
    // this very document: with any origin named here a page of another one could still not receive
    // it
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
