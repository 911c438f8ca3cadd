/**
 * Joins one end of a MessageChannel in the isolated world to a WebSocket of the shim: bulk bytes
 * between page and Node.
 */
import { decodeFrame, encodeFrame } from './frame.ts'

/**
 * Messages kept until the socket is open, some milliseconds; beyond it the port closes, so that
 * nothing grows unseen.
 */
const WAITING_MAX = 16_384

/**
 * Another user who dials the shim all the time can take the places of who comes, for a moment: we
 * dial again, as long as the address lives. Beyond: the port closes.
 */
const REDIAL_MS = 100
const DIALS_MAX = 100

/**
 * Messages posted before the socket is open wait in order. Either side's end closes the other.
 * @param port this side's end; the caller keeps or hands out the other one
 */
export function joinPort(port: MessagePort, address: string): void {
  let waiting: ArrayBuffer[] | undefined = []
  let closed = false
  let dials = 0

  const dial = (): WebSocket => {
    dials += 1
    const made = new WebSocket(address)
    made.binaryType = 'arraybuffer'
    made.onopen = () => {
      for (const frame of waiting ?? []) made.send(frame)
      waiting = undefined
    }
    made.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      const { value, transfer } = decodeFrame(new Uint8Array(event.data))
      port.postMessage(value, transfer)
    }
    made.onclose = () => {
      if (waiting === undefined || closed || dials === DIALS_MAX) port.close()
      else
        setTimeout(() => {
          if (!closed) socket = dial()
        }, REDIAL_MS)
    }
    return made
  }
  let socket = dial()
  port.onmessage = (event: MessageEvent<unknown>) => {
    try {
      const frame = encodeFrame(event.data).buffer
      if (waiting === undefined) socket.send(frame)
      else if (waiting.push(frame) > WAITING_MAX)
        throw new RangeError('too many messages wait for the connection')
    } catch (error) {
      // The page posted it long ago and cannot be notified by a throw; a closed port is noticed, a
      // missing message is not.
      console.error('electron-shim: the port is closed, since a message could not be sent:', error)
      close()
      port.close()
    }
  }
  const close = (): void => {
    closed = true
    socket.close()
  }
  port.addEventListener('close', close)
}
