/**
 * Stands in for Codex's model: asks for one shell command, and when its output comes back says that
 * it is done. Speaks as much of the Responses API (server-sent events) as Codex CLI 0.169 reads.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelServer {
  /** For `base_url`. */
  readonly address: string
  /** How often it was asked. */
  readonly asked: () => number
  readonly close: () => void
}

interface Request {
  readonly input?: readonly { readonly type?: string }[]
  readonly tools?: readonly {
    readonly name?: string
    readonly parameters?: {
      readonly properties?: Readonly<Record<string, { readonly type?: string }>>
    }
  }[]
}

/** `thinkMs`: how long each answer takes; Codex shows that it works meanwhile. */
export async function startModelServer(command: string, thinkMs: number): Promise<ModelServer> {
  let count = 0
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'POST' || !/\/responses$/.test(request.url ?? '')) {
        response.writeHead(404).end('{}')
        return
      }
      count += 1
      setTimeout(
        () =>
          answer(
            JSON.parse(Buffer.concat(parts).toString('utf8')) as Request,
            command,
            count,
            response,
          ),
        thinkMs,
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => count,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(request: Request, command: string, count: number, response: ServerResponse): void {
  const ran = request.input?.some(({ type }) => type === 'function_call_output') === true
  const item = ran
    ? message('The file is there. Done.')
    : (call(request, command) ?? message('There is no tool to run a command with.'))
  const id = `answer-${count}`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item },
    {
      type: 'response.completed',
      response: {
        id,
        usage: {
          input_tokens: 1,
          input_tokens_details: null,
          output_tokens: 1,
          output_tokens_details: null,
          total_tokens: 2,
        },
      },
    },
  ])
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
}

const message = (text: string) => ({
  type: 'message',
  role: 'assistant',
  id: 'message-1',
  content: [{ type: 'output_text', text }],
})

/** The tool that runs commands has had several names and forms; the request says which it is. */
function call({ tools = [] }: Request, command: string): object | null {
  const tool = tools.find(({ name }) =>
    ['exec_command', 'shell_command', 'shell', 'local_shell'].includes(name ?? ''),
  )
  if (tool === undefined) return null
  const properties = tool.parameters?.properties ?? {}
  const key = 'cmd' in properties ? 'cmd' : 'command'
  const words = properties[key]?.type === 'array' ? ['sh', '-c', command] : command
  // In a sandbox that only reads it has to be asked whether it may.
  const asking =
    'sandbox_permissions' in properties
      ? { sandbox_permissions: 'require_escalated', justification: 'May I make a file?' }
      : {}
  return {
    type: 'function_call',
    id: 'call-1',
    call_id: 'call-1',
    name: tool.name,
    arguments: JSON.stringify({ [key]: words, ...asking }),
  }
}
