/**
 * An MCP server on its standard input and output that asks the user: `node mcp-server.ts`. The tool
 * `form` asks for a color, `link` for a visit to an address, and `act` changes things.
 */
import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly name?: string; readonly protocolVersion?: string }
}

const nothing = { type: 'object', properties: {} }
const asking = { readOnlyHint: true }
const tools = [
  { name: 'form', description: 'Asks for a color', inputSchema: nothing, annotations: asking },
  { name: 'link', description: 'Opens an address', inputSchema: nothing, annotations: asking },
  {
    name: 'act',
    description: 'Removes all files',
    inputSchema: nothing,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
]
const questions: Readonly<Record<string, object>> = {
  form: {
    message: 'Which color do you want?',
    requestedSchema: {
      type: 'object',
      properties: { color: { type: 'string', title: 'Color', enum: ['red', 'blue'] } },
      required: ['color'],
    },
  },
  link: {
    mode: 'url',
    message: 'Sign in to the color service.',
    url: 'http://127.0.0.1:9/sign-in',
    elicitationId: 'sign-in',
  },
}

const send = (message: object) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const done = (id: Message['id']) =>
  send({ id, result: { content: [{ type: 'text', text: 'It is done.' }] } })

let questionsAsked = 0
const calls = new Map<Message['id'], Message['id']>()

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as Message
  const question = questions[params?.name ?? '']
  if (method === 'initialize')
    send({
      id,
      result: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'asks', version: '1' },
      },
    })
  else if (method === 'tools/list') send({ id, result: { tools } })
  else if (method === 'tools/call' && question !== undefined) {
    questionsAsked += 1
    calls.set(`ask-${questionsAsked}`, id)
    send({ id: `ask-${questionsAsked}`, method: 'elicitation/create', params: question })
  } else if (method === 'tools/call') done(id)
  else if (method === undefined && calls.has(id)) done(calls.get(id))
  else if (method === 'ping') send({ id, result: {} })
  else if (method !== undefined && id !== undefined)
    send({ id, error: { code: -32_601, message: 'not here' } })
}
