/** Joins a MessagePort in the isolated world to a WebSocket of the shim. */
import { decodeFrame, encodeFrame } from './frame.ts'

/** Messages queued until the socket is open, some ms; beyond it the port closes. */
const WAITING_MAX = 16_384

/**
 * Another user can occupy the server's connections briefly, so the page retries while the address
 * is valid. Then the port closes.
 */
const REDIAL_MS = 100
const DIALS_MAX = 100

/**
 * Queues messages until the socket is open. Closing either side closes the other.
 * @param port this side's end; the caller keeps or transfers the other one
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
      // The page cannot be notified with an exception; a closed port is noticed, a missing message
      // is not.
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
