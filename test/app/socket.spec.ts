/** The session socket of the running application, as an outside client sees it: the `live` list of socket-vectors.json. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { OutsideClient } from '../support/outside-client.ts'

const sessions = (home: string) => readdirSync(join(home, 'run/vibeflow'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)

test('an outside client types, resizes, is told and tells', async ({ start }) => {
  const app = await start({ args: ['-e', 'bash', '--noprofile', '--rcfile', '/dev/null'] })
  await expect.poll(() => sessions(app.home).length).toBe(1)
  const [id = ''] = sessions(app.home)
  const path = join(app.home, 'run/vibeflow', id, 'ipc.sock')
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777, statSync(join(path, '../..')).mode & 0o777]).toEqual([0o600, 0o700, 0o700]) // C28
  const client = await OutsideClient.connect(path)
  client.stdin('echo $((6 * 7))$((1+2)) 你好 é\r')
  await app.shows('423 你好 é') // C02, C03
  console.log(await app.screen())
})
