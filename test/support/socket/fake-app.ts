/** Control socket of an app that lists the given panes and can be asked to restart. */
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { encodeJson, FrameParser } from '../../../src/core/clients/socket/frame.ts'
import { messageType } from '../../../src/core/clients/socket/message-types.ts'

/**
 * @param root folder of the sockets
 * @param restarted returns why the app does not restart, or `null`
 * @param options `hangs`: accepts connections and reads nothing; `more` is in each answer
 */
export function fakeApp(
  root: string,
  pid: number,
  restarted: (app: Server) => string | null = () => null,
  panes: () => readonly object[] = () => [],
  { hangs = false, more = {} }: { readonly hangs?: boolean; readonly more?: object } = {},
): Promise<Server> {
  const app = createServer((socket) => {
    if (hangs) return
    const parser = new FrameParser()
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      parser.push(bytes)
      const frame = parser.next()
      if (frame === null || 'refused' in frame) return
      const { cmd } = JSON.parse(new TextDecoder().decode(frame.payload)) as { cmd: string }
      const problem = cmd === 'restart' ? restarted(app) : null
      const failed = { code: 'CONTROL_MESSAGE_FAILED', message: problem }
      socket.end(
        problem === null
          ? encodeJson(messageType.welcome, { v: 1, panes: panes(), ...more })
          : encodeJson(messageType.error, failed),
      )
    })
  })
  return new Promise((resolve) => {
    app.listen(join(root, `app-${pid}.sock`), () => resolve(app))
  })
}
