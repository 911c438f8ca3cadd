/**
 * Closes a window as a window manager's X button does: asks it by WM_DELETE_WINDOW. Debian 12's
 * xdotool cannot (`windowclose` destroys).
 */
import { connect, type Socket } from 'node:net'

/**
 * @param display `:N` of a server of this machine that asks for no authority @param window as
 * xdotool prints it
 */
export async function pressCloseButton(display: string, window: number): Promise<void> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`)
  const read = reader(socket)
  try {
    // little endian, protocol 11.0, no authority
    socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
    const head = await read(8)
    if (head[0] !== 1) throw new Error('the X server refuses the connection')
    await read(head.readUInt16LE(6) * 4)
    const atom = async (name: string): Promise<number> => {
      const request = Buffer.alloc(8 + Math.ceil(name.length / 4) * 4)
      request.set([16, 0])
      request.writeUInt16LE(request.length / 4, 2)
      request.writeUInt16LE(name.length, 4)
      request.write(name, 8)
      socket.write(request)
      return (await read(32)).readUInt32LE(8)
    }
    const [protocols, deleteWindow] = [await atom('WM_PROTOCOLS'), await atom('WM_DELETE_WINDOW')]
    const send = Buffer.alloc(44) // SendEvent of a ClientMessage
    send.set([25, 0, 11, 0])
    send.writeUInt32LE(window, 4)
    send.set([33, 32], 12)
    send.writeUInt32LE(window, 16)
    send.writeUInt32LE(protocols, 20)
    send.writeUInt32LE(deleteWindow, 24)
    socket.write(send)
    // GetInputFocus: its reply shows that the request before it is done
    socket.write(Buffer.from([43, 0, 1, 0]))
    await read(32)
  } finally {
    socket.destroy()
  }
}

/** Events come only to clients that ask for them, so what arrives is answers, in order. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  let held = Buffer.alloc(0)
  let wake = (): void => {}
  let failed: Error | undefined
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    wake()
  })
  socket.on('error', (error) => {
    failed = error
    wake()
  })
  socket.on('close', () => {
    failed ??= new Error('the X server closed the connection')
    wake()
  })
  return async (bytes) => {
    while (held.length < bytes) {
      if (failed !== undefined) throw failed
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
}
