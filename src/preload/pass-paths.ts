import type { WebUtils } from './electron.ts'

/** Files of one drop; the page refuses more. */
const filesMax = 1_000

/**
 * Posts the paths of each drop of the user to the page, in the order of its files, with the time of
 * the event, which identifies it. A path is empty if the file has none. Scripts can't make such an
 * event.
 */
export function passPaths(utils: WebUtils, page: Pick<Window, 'postMessage'> & EventTarget): void {
  page.addEventListener(
    'drop',
    (event) => {
      const { files } = (event as DragEvent).dataTransfer ?? {}
      if (!event.isTrusted || files === undefined || files.length === 0) return
      if (files.length > filesMax) return
      const pathOf = async (file: File): Promise<string> => utils.getPathForFile(file)
      const paths = Array.from(files, (file) => pathOf(file).catch(() => ''))
      const { timeStamp: drop } = event
      void Promise.all(paths).then((dropped) => page.postMessage({ drop, dropped }, '*'))
    },
    { capture: true },
  )
}
