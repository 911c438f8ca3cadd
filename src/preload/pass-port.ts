import type { IpcRenderer } from './electron.ts'

/**
 * Asks for the port once the page's script has run, and gives it to the page. `request` names this document: where a page is loaded anew while it asks,
 * the answer comes to the next document, a port that is closed as soon as that one asks.
 */
export function passPort(main: Pick<IpcRenderer, 'on' | 'send'>, page: Pick<Window, 'postMessage'> & EventTarget, request: string): void {
  main.on('port', (event, answered) => {
    // The target is this very document: with any origin named here a page of another one could still not receive it.
    if (answered === request) page.postMessage('port', '*', event.ports)
  })

  // The main process hands the port over when asked, so that it is never sent to a document that is on its way out.
  page.addEventListener('DOMContentLoaded', () => main.send('port', request), { once: true })
}
