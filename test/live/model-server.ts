/**
 * Stands in for the models of several agents on the loopback: asks for one shell command, and when
 * its output comes back says that it is done. Speaks as much of Anthropic's messages, Google's
 * generateContent and OpenAI's chat completions as the agents read (server-sent events).
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandIn {
  /** Without a path. */
  readonly address: string
  /** Requests, newest last: method and path. */
  readonly log: readonly string[]
  readonly close: () => void
}

interface Tool {
  readonly name?: string
  readonly function?: { readonly name?: string }
  readonly functionDeclarations?: readonly { readonly name?: string }[]
}
interface Body {
  readonly tools?: readonly Tool[]
  readonly stream?: boolean
  readonly messages?: readonly unknown[]
  readonly contents?: readonly unknown[]
}

const shellTools: readonly string[] = [
  'Bash',
  'bash',
  'run_shell_command',
  'shell',
  'execute_command',
]
const lastWords = 'The file is there. Done.'

/** @param thinkMs how long each answer takes; agents show that they work meanwhile */
export async function startStandIn(command: string, thinkMs: number): Promise<StandIn> {
  const log: string[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = (request.url ?? '').replace(/\?.*/, '')
      log.push(`${request.method} ${path}`)
      let body: Body
      try {
        body = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as Body
      } catch {
        body = {}
      }
      const reply = answerTo(path, body, command)
      if (request.method !== 'POST' || reply === null) {
        json(response, 404, { error: { message: 'not here' } })
        return
      }
      setTimeout(() => reply(response), shellToolOf(body) === null ? 50 : thinkMs)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answerTo(
  path: string,
  body: Body,
  command: string,
): ((response: ServerResponse) => void) | null {
  const tool = shellToolOf(body)
  // Its output has come back: then only words are left to say. Without a tool it is a side
  // question, such as for a title.
  const ran = /tool_result|functionResponse|"role":"tool"/.test(
    JSON.stringify(body.messages ?? body.contents ?? []),
  )
  const call =
    tool === null || ran ? null : { tool, input: { command, description: 'Make a file' } }
  const words = tool === null ? 'Make a file' : lastWords
  if (/\/messages\/count_tokens$/.test(path))
    return (response) => json(response, 200, { input_tokens: 10 })
  if (/\/messages$/.test(path))
    return (response) => anthropic(response, body.stream === true, words, call)
  if (/:(streamG|g)enerateContent$/.test(path))
    return (response) => google(response, path.includes(':stream'), words, call)
  if (/:countTokens$/.test(path)) return (response) => json(response, 200, { totalTokens: 10 })
  if (/\/chat\/completions$/.test(path))
    return (response) => openAi(response, body.stream === true, words, call)
  return null
}

type Call = { readonly tool: string; readonly input: object } | null

function shellToolOf({ tools = [] }: Body): string | null {
  const names = tools.flatMap((tool) => [
    tool.name,
    tool.function?.name,
    ...(tool.functionDeclarations ?? []).map(({ name }) => name),
  ])
  return (
    names.find((name): name is string => name !== undefined && shellTools.includes(name)) ?? null
  )
}

function anthropic(response: ServerResponse, stream: boolean, words: string, call: Call): void {
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  }
  const content =
    call === null
      ? { type: 'text', text: words }
      : { type: 'tool_use', id: 'toolu_01', name: call.tool, input: call.input }
  const message = {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: [content],
    stop_reason: call === null ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage,
  }
  if (!stream) {
    json(response, 200, message)
    return
  }
  const named = (event: { readonly type: string; readonly [field: string]: unknown }) =>
    `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  events(response, [
    named({ type: 'message_start', message: { ...message, content: [], stop_reason: null } }),
    named({
      type: 'content_block_start',
      index: 0,
      content_block: call === null ? { type: 'text', text: '' } : { ...content, input: {} },
    }),
    named({
      type: 'content_block_delta',
      index: 0,
      delta:
        call === null
          ? { type: 'text_delta', text: words }
          : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
    }),
    named({ type: 'content_block_stop', index: 0 }),
    named({
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage,
    }),
    named({ type: 'message_stop' }),
  ])
}

function google(response: ServerResponse, stream: boolean, words: string, call: Call): void {
  const part =
    call === null ? { text: words } : { functionCall: { name: call.tool, args: call.input } }
  const whole = {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'stand-in',
  }
  if (stream) events(response, [data(whole)])
  else json(response, 200, whole)
}

function openAi(response: ServerResponse, stream: boolean, words: string, call: Call): void {
  const said =
    call === null
      ? { role: 'assistant', content: words }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              index: 0,
              id: 'call_01',
              type: 'function',
              function: { name: call.tool, arguments: JSON.stringify(call.input) },
            },
          ],
        }
  const finish = call === null ? 'stop' : 'tool_calls'
  const head = { id: 'chat-01', created: 1, model: 'stand-in' }
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  if (!stream) {
    json(response, 200, {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: said, finish_reason: finish }],
      usage,
    })
    return
  }
  const chunk = (choice: object, rest: object = {}) =>
    data({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...rest })
  events(response, [
    chunk({ delta: said, finish_reason: null }),
    chunk({ delta: {}, finish_reason: finish }, { usage }),
    'data: [DONE]\n\n',
  ])
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`

function events(response: ServerResponse, parts: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const part of parts) response.write(part)
  response.end()
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
