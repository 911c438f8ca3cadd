/** Joins one end of a MessageChannel in the isolated world to a WebSocket of the shim: bulk bytes between page and Node. */
import { decodeFrame, encodeFrame } from './frame.ts'

/** Messages kept until the socket is open, some milliseconds; beyond it the port closes, so that nothing grows unseen. */
const WAITING_MAX = 16_384

/**
 * Messages posted before the socket is open wait in order. Either side's end closes the other.
 * @param port this side's end; the caller keeps or hands out the other one
 */
export function joinPort(port: MessagePort, address: string): void {
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  let waiting: ArrayBuffer[] | undefined = []

  socket.onopen = () => {
    for (const frame of waiting ?? []) socket.send(frame)
    waiting = undefined
  }
  socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
    const { value, transfer } = decodeFrame(new Uint8Array(event.data))
    port.postMessage(value, transfer)
  }
  socket.onclose = () => port.close()
  port.onmessage = (event: MessageEvent<unknown>) => {
    try {
      const frame = encodeFrame(event.data).buffer
      if (waiting === undefined) socket.send(frame)
      else if (waiting.push(frame) > WAITING_MAX) throw new RangeError('too many messages wait for the connection')
    } catch (error) {
      // The page posted it long ago and cannot be told by a throw; a closed port is noticed, a missing message is not.
      console.error('electron-shim: the port is closed, since a message could not be sent:', error)
      socket.close()
      port.close()
    }
  }
  port.addEventListener('close', () => socket.close())
}
