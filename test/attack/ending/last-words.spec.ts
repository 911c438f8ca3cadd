/** A program's last output reaches the clients of its socket, even though the app ends with it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, makeHome, startApp, test } from '../../app/app.ts'
import { OutsideClient } from '../../support/socket/outside-client.ts'
import { slow } from '../../slow.ts'

test('a slow client gets all output and the EXIT of the last tab', slow, async () => {
  const home = makeHome()
  const { app, page, shows } = await startApp({ home })
  await shows('ready$')
  const run = join(home, 'run/vibeflow')
  const id = readdirSync(run).find((name) => !name.endsWith('.sock')) ?? ''
  const client = await OutsideClient.connect(join(run, id, 'ipc.sock'))
  client.send(0x40, { v: 1 })
  client.send(0x42, { output: true })
  await client.barrier()
  const child = app.process()
  const isOver = new Promise((resolve) => child.once('exit', resolve))
  client.socket.pause()
  await page.keyboard.type('stty -echo; seq 100000 179999; exit\n')
  await page.waitForEvent('close')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  client.socket.resume()
  await client.until(() => client.closed !== null)
  await isOver
  const text = Buffer.concat(client.of(0x46).map((output) => output.subarray(8))).toString()
  expect([client.closed, text.includes('179999\r\n'), client.of(0x49).length]).toEqual([
    'end',
    true,
    1,
  ])
})
