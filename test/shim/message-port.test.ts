import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { MessageChannelMain, MessagePortMain } from '../../src/electron-shim/api/message-port.ts'
import { decodeFrame, encodeFrame } from '../../src/electron-shim/page/frame.ts'
import { PortServer } from '../../src/electron-shim/chromium/port-server.ts'

/** Waits until pending messages within this process have arrived. */
const settle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await turn()
}
/** Waits for a fact, however busy the machine is, and then for whatever comes with it. */
const until = async (holds: () => boolean) => {
  await expect.poll(holds, { interval: 2 }).toBe(true)
  await settle()
}

function messagesOf(port: MessagePortMain): unknown[] {
  const list: unknown[] = []
  port.on('message', ({ data }: { data: unknown }) => list.push(data))
  port.on('close', () => list.push('closed'))
  return list
}

describe('two ends in one process', () => {
  test('messages wait for start, keep their order, and come before the close', async () => {
    const { port1, port2 } = new MessageChannelMain()
    const list = messagesOf(port2)
    port1.postMessage(1)
    port1.postMessage({ two: 2 })
    await settle()
    expect(list).toEqual([])
    port2.start()
    port1.postMessage('three')
    port1.close()
    await until(() => list.includes('closed'))
    expect(list).toEqual([1, { two: 2 }, 'three', 'closed'])
  })
  test('a posted value is a copy', async () => {
    const { port1, port2 } = new MessageChannelMain()
    const list = messagesOf(port2)
    port2.start()
    const bytes = new Uint8Array([1])
    port1.postMessage(bytes)
    bytes[0] = 9
    await until(() => list.length > 0)
    expect(list).toEqual([new Uint8Array([1])])
  })
  test('a port within a message, and a port given away twice, throw DataCloneError', () => {
    const { port1, port2 } = new MessageChannelMain()
    expect(() => port1.postMessage(1, [port2])).toThrow('could not be cloned')
    MessagePortMain.transfer(port2)
    expect(() => MessagePortMain.transfer(port2)).toThrow('could not be cloned')
  })
})

describe('the port server', () => {
  const server = new PortServer()
  const origin = 'http://app.x.localhost'
  beforeAll(() => server.listen())
  afterAll(() => {
    server.close()
  })

  test('joins a port to its page: queued messages first, both ways, end to end', async () => {
    const { port1, port2 } = new MessageChannelMain()
    const list = messagesOf(port1)
    port1.start()
    port1.postMessage('before')
    const page = new WebSocket(server.offer(origin, MessagePortMain.transfer(port2)), { origin })
    const received: unknown[] = []
    page.on('message', (data: Buffer) => received.push(decodeFrame(data).value))
    await new Promise((resolve) => page.once('open', resolve))
    port1.postMessage(new Uint8Array([1, 2]))
    page.send(encodeFrame({ from: 'page' }))
    await until(() => received.length === 2 && list.length === 1)
    page.close()
    await until(() => list.includes('closed'))
    expect({ received, list }).toEqual({
      received: ['before', new Uint8Array([1, 2])],
      list: [{ from: 'page' }, 'closed'],
    })
  })

  test('a secret works once, for its origin and its host only', async () => {
    const tries: string[] = []
    const attempt = (
      address: string,
      options: { origin?: string; headers?: Record<string, string> },
    ): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(address, options)
        socket.on('open', () => {
          socket.terminate()
          resolve('open')
        })
        socket.on('error', () => resolve('refused'))
      })
    const address = server.offer(origin, (socket) => socket?.terminate())
    tries.push(await attempt(address, { origin: 'http://evil.test' }))
    tries.push(await attempt(address, {}))
    tries.push(await attempt(address, { origin, headers: { host: 'rebound.test' } }))
    tries.push(await attempt(`${address.slice(0, -1)}g`, { origin }))
    tries.push(await attempt(address, { origin }))
    tries.push(await attempt(address, { origin }))
    expect(tries).toEqual(['refused', 'refused', 'refused', 'refused', 'open', 'refused'])
  })

  test('answers nothing to a client that is not a page', async () => {
    // while a page is awaited; otherwise no message is received at all
    const port = Number(new URL(server.offer('http://page', () => undefined)).port)
    const answers = await Promise.all(
      ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 'nonsense\r\n\r\n'].map(
        (request) =>
          new Promise<string>((resolve) => {
            let answer = ''
            const socket = connect(port, '127.0.0.1', () => socket.write(request))
            socket.on('data', (chunk) => {
              answer += chunk.toString()
            })
            socket.on('error', () => undefined)
            socket.on('close', () => resolve(answer))
          }),
      ),
    )
    expect(answers).toEqual(['', ''])
  })
})
