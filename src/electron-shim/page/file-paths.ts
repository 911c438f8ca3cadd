/**
 * `webUtils` for the preload script. Electron returns the path of a file; only Chromium's debugger
 * knows it here, so the shim returns a promise of it.
 */
import { FILE, FILE_PATH, type Up } from './wire.ts'

export function makeWebUtils(world: Record<string, unknown>, up: (message: Up) => void) {
  const waiting = new Map<number, { readonly file: File; readonly take: (path: string) => void }>()
  let requests = 0
  world[FILE] = (request: number) => waiting.get(request)?.file
  world[FILE_PATH] = (request: number, path: string) => {
    waiting.get(request)?.take(path)
    waiting.delete(request)
  }
  return {
    /** @throws TypeError for another object, as in Electron */
    getPathForFile(file: File): Promise<string> {
      if (!(file instanceof File))
        throw new TypeError(
          'getPathForFile expected to receive a File object but one was not provided',
        )
      requests += 1
      const request = requests
      return new Promise((take) => {
        waiting.set(request, { file, take })
        up({ kind: 'path', request })
      })
    },
  }
}
