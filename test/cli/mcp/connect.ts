/** A client of the SDK that starts `vibeflow mcp` at real sessions. */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, expect } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import type { UserAnswer } from '../../../src/core/clients/mcp/access.ts'
import { startInstance, type Instance } from '../../support/instance.ts'
import { runVerb } from '../../support/run-verb.ts'
import { root } from '../../tidy/tree.ts'

export const bin = join(root, 'src/cli/bin/vibeflow.mjs')
export const cleanUp: (() => unknown)[] = []
/** Cleans up after each test of the file that calls this. */
export function cleansUp(): void {
  afterEach(async () => {
    for (const one of cleanUp.splice(0).reverse()) await one()
  })
}

export interface Place {
  readonly instance: Instance
  set(socket: Partial<Options['socket']>): void
}

export function start(socket: Partial<Options['socket']> = {}): Place {
  let options: Options = { ...defaults, socket: { ...defaults.socket, ...socket } }
  const instance = startInstance({ configuration: () => options })
  cleanUp.push(() => instance.close())
  return {
    instance,
    set: (other) => {
      options = { ...options, socket: { ...options.socket, ...other } }
      instance.mcp.configured()
    },
  }
}

export async function connected(
  { environment, home }: Pick<Instance, 'environment' | 'home'>,
  extra: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp'],
    env: { ...environment, ...extra },
    cwd: home,
    stderr: 'pipe',
  })
  await client.connect(transport)
  cleanUp.push(() => client.close())
  return client
}

/** Gives the user's word as soon as there is a question. */
export async function answering({ mcp }: Instance, access: UserAnswer) {
  for (const end = performance.now() + 20_000; performance.now() < end; await tick()) {
    const { question } = mcp.state()
    if (question === null) continue
    mcp.answer(question.id, access)
    return question
  }
  throw new Error('nothing was asked')
}
export const tick = () => new Promise((resolve) => setTimeout(resolve, 10))

export interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: Record<string, any>
}
/** The SDK's client checks what is structured by the schema of the tool. */
export const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as unknown as Result
export const refusal = async (...[client, name, args]: Parameters<typeof call>) => {
  const { isError, content } = await call(client, name, args)
  expect(isError).toBe(true)
  return content[0]?.text
}

export function vibeflow({ environment, home }: Instance, ...words: readonly string[]) {
  return runVerb(words, { environment, directory: home })
}
