/** An instance for the file that imports it, and clients of its session sockets. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startInstance, type Instance } from '../../support/instance.ts'
import { OutsideClient } from '../../support/socket/outside-client.ts'

export let instance: Instance
beforeAll(() => {
  instance = startInstance()
})
afterAll(() => instance.close(), 60_000) // a busy disk

const clients: OutsideClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

export async function connect(path: string): Promise<OutsideClient> {
  const client = await OutsideClient.connect(path)
  clients.push(client)
  return client
}

/** A session whose program copies what it reads, byte by byte, into a file. */
export function copier(name: string) {
  const file = join(instance.home, name)
  return {
    ...instance.open('/bin/sh', '-c', `stty raw -echo; printf ready; exec cat > ${file}`),
    typed: () => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0)),
  }
}

/** A client in a place that another has just left; the server may not know of that yet. */
export async function freed(path: string): Promise<OutsideClient> {
  for (;;) {
    const client = await connect(path)
    client.send(4)
    await client.until(() => client.of(4).length > 0 || client.closed !== null)
    if (client.closed === null) return client
  }
}

export const codes = (client: OutsideClient) => client.json(5).map(({ code }) => code as string)
export const reasons = (client: OutsideClient) =>
  client.json(5).map(({ details }) => (details as { reason?: string }).reason)

export async function ready(path: string): Promise<OutsideClient> {
  const client = await connect(path)
  client.send(0x40, { v: 1 })
  client.send(0x42, { output: true })
  await client.until(() =>
    [
      ...client.json(0x44).map(({ ansi }) => ansi as string),
      ...client.of(0x46).map((one) => one.subarray(8).toString()),
    ]
      .join('')
      .includes('ready'),
  )
  client.send(0x42, {})
  await client.barrier()
  return client
}
