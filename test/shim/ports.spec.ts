import { connect } from 'node:net'
import { expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { inMain, inPage, launchFixture, until } from './launch.ts'
import { slow } from '../slow.ts'

let app: ElectronApplication
let page: Page
test.beforeAll(async () => {
  ;({ app, page } = await launchFixture())
})
test.afterAll(async () => {
  await app.close()
})

const MIB = 1024 * 1024

test('IPC values cross as they are, and what may not cross throws DataCloneError', async () => {
  await inPage(page, 'fixture.say("text", [1, null], { a: { b: true } }, "__proto__")')
  const from = 'fixture://app'
  expect(
    await until(
      () => inMain<object[]>(app, 'fixture.messages'),
      (all) => all.length > 0,
    ),
  ).toEqual([{ args: ['text', [1, null], { a: { b: true } }, '__proto__'], top: true, from }])
  await inMain(app, 'void fixture.messages.splice(0)')
  await inPage(page, 'fixture.refused()')
  expect(
    await until(
      () => inMain<object[]>(app, 'fixture.messages'),
      (all) => all.length > 0,
    ),
  ).toEqual([{ args: Array(5).fill('DataCloneError'), top: true, from }])
  await inMain(app, 'void fixture.messages.splice(0)')
})

test('objects with byte arrays keep order and content both ways', async () => {
  await inMain(
    app,
    '[{ n: 1, bytes: new Uint8Array([1, 2, 3]), none: undefined, deep: [new Uint8Array(0)] ' +
      '}, "two", new Uint8Array([9]).buffer].forEach((value) => ' +
      'fixture.ports.at(-1).postMessage(value))',
  )
  await until(
    () => inPage<number>(page, 'page.messages.length'),
    (count) => count === 3,
  )
  expect(
    await inPage(
      page,
      `page.messages.map((value) => {
        if (value instanceof ArrayBuffer) return ["buffer", ...new Uint8Array(value)]
        if (typeof value === "string") return value
        const { n, bytes, deep } = value
        return [n, [...bytes], bytes.buffer.byteLength, "none" in value, deep[0].length]
      })`,
    ),
  ).toEqual([[1, [1, 2, 3], 3, true, 0], 'two', ['buffer', 9]])
  await inMain(app, 'void fixture.messages.splice(0)')
  await inPage(page, 'page.port.postMessage({ from: "page", bytes: new Uint8Array([7, 8]) })')
  await until(
    () => inMain<number>(app, 'fixture.messages.length'),
    (count) => count === 1,
  )
  expect(
    await inMain(
      app,
      'fixture.messages.map((value) => [value.from, [...value.bytes], ' +
        'value.bytes.constructor.name])',
    ),
  ).toEqual([['page', [7, 8], 'Uint8Array']])
})

test('bulk bytes: Node to page, page to Node, one message there and back', slow, async () => {
  const total = 64 * MIB
  // the two sides are driven by connections of their own
  await inPage(page, `void (page.receiving = page.receive(${total}))`)
  await inMain(
    app,
    `(() => { const bytes = new Uint8Array(65536); for (let i = 0; i < ${total / 65536}; ` +
      'i++) fixture.ports.at(-1).postMessage(bytes) })()',
  )
  const downMs = await inPage<number>(page, 'page.receiving')
  await inMain(app, 'void (fixture.received = 0)')
  const began = performance.now()
  await inPage(
    page,
    `(() => { for (let i = 0; i < 256; i++) page.port.postMessage(new Uint8Array(65536)) })()`,
  )
  await until(
    () => inMain<number>(app, 'fixture.received'),
    (received) => received === 16 * MIB,
  )
  const upMs = performance.now() - began
  const times = await inPage<number[]>(page, 'page.roundTrips(100)')
  const report = {
    downMBs: Math.round(total / downMs / 1000),
    upMBs: Math.round((16 * MIB) / upMs / 1000),
    roundTripP50Ms: Math.round((times[50] ?? 0) * 100) / 100,
    roundTripP95Ms: Math.round((times[95] ?? 0) * 100) / 100,
  }
  console.log(`shim port: ${JSON.stringify(report)}`)
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(report) })
})

test('a close on either side closes the other', async () => {
  await inMain(app, 'fixture.ports.at(-1).close()')
  expect(
    await until(
      () => inPage<unknown[]>(page, 'page.messages'),
      (all) => all.includes('closed'),
    ),
  ).toContain('closed')
  await page.reload()
  await until(() => inPage<boolean>(page, 'Boolean(page.port)'), Boolean)
  await inMain(app, 'void fixture.events.splice(0)')
  await inPage(page, 'page.port.close()')
  expect(
    await until(
      () => inMain<string[]>(app, 'fixture.events'),
      (events) => events.includes('port close'),
    ),
  ).toContain('port close')
})

test('the port server closes everything that is not its page, without an answer', async () => {
  const port = await inMain<number>(
    app,
    `(() => {
    const fs = process.getBuiltinModule("fs")
    const lines = fs.readFileSync("/proc/self/net/tcp", "utf8").split("\\n")
    const rows = lines.map((line) => line.trim().split(/\\s+/))
    const own = new Set(fs.readdirSync("/proc/self/fd").map((fd) => {
      try {
        return fs.readlinkSync("/proc/self/fd/" + fd).match(/^socket:\\[(\\d+)\\]$/)?.[1]
      } catch { return undefined }
    }))
    const debug = Number(new URL(process.getBuiltinModule("inspector").url()).port)
    const listening = rows.filter((row) => row[3] === "0A" && own.has(row[9]))
    const ports = listening.map((row) => parseInt(row[1].split(":")[1], 16))
    return ports.find((port) => port !== debug)
  })()`,
  )
  const upgrade = (path: string, host: string, origin: string) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: ` +
    'Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ' +
    'AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
  const origin = 'http://app.fixture.localhost'
  const requests = [
    upgrade(`/${'0'.repeat(32)}`, `127.0.0.1:${port}`, origin),
    upgrade('/', `localhost:${port}`, origin),
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    'nonsense\r\n\r\n',
  ]
  expect(await Promise.all(requests.map((request) => answerOf(port, request)))).toEqual([
    ...['', '', '', ''],
  ])
})

function answerOf(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
    socket.setTimeout(3_000, () => {
      answer += 'left open'
      socket.destroy()
    })
  })
}
