import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PeerUsers } from '../../src/electron-shim/chromium/peer-users.ts'

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  ' +
  'timeout inode\n'
const row = (local: string, remote: string, uid: number) =>
  `   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ` +
  `${String(uid).padStart(5)}        0 38183 1 0000000000000000 20 4 30 10 -1\n`
const folder = mkdtempSync(join(tmpdir(), 'peers-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const file = (...rows: string[]) => {
  const path = join(folder, `tcp${(files += 1)}`)
  writeFileSync(path, head + rows.join(''))
  return path
}
const from = (remotePort: number) => ({
  remoteAddress: '127.0.0.1',
  remotePort,
  localAddress: '127.0.0.1',
  localPort: 80,
})

test('names the user of the far end in either table, and no one for an unknown', async () => {
  const ours = Array.from({ length: 3_000 }, (_, at) =>
    row(
      `0100007F:${(1_000 + at).toString(16).toUpperCase().padStart(4, '0')}`,
      '0100007F:0050',
      at,
    ),
  )
  const users = new PeerUsers([
    file(row('0100007F:0050', '0100007F:03E8', 77), ...ours), // our own end of it is another row
    file(
      row('0000000000000000FFFF00000100007F:2000', '0000000000000000FFFF00000100007F:0050', 65_534),
    ),
    '/nonexistent',
  ])
  expect(
    await Promise.all([1_000, 3_999, 0x2000, 9, 65_535].map((port) => users.userOf(from(port)))),
  ).toEqual([0, 2_999, 65_534, null, null])
  expect(await users.userOf({ ...from(1_000), remoteAddress: '127.0.0.2' })).toBe(null)
  expect(await users.userOf({ ...from(1_000), remoteAddress: undefined })).toBe(null)
})

test('finds a real one', async () => {
  const server = createServer()
  const accepted = new Promise<Socket>((resolve) => {
    server.once('connection', resolve)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  expect(await new PeerUsers().userOf(await accepted)).toBe(process.getuid?.())
  client.destroy()
  server.close()
})
