/**
 * Replaces the models of agents on the loopback. In the first task it is silent for a while,
 * requests one shell command, and reports that it is done when the output returns. The second task
 * (`secondTask` in the conversation) is never answered, so that it can be interrupted. It
 * implements as much of Anthropic's messages, Google's generateContent, OpenAI's chat completions
 * and responses (server-sent events), and Augment's own API (lines of JSON) as the agents read.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  asideMs,
  failure,
  nextReply,
  planTools,
  type Call,
  type Playing,
  type Reply,
  type Script,
} from './script.ts'

export interface StandIn {
  /** Without a path. */
  readonly address: string
  /** Requests, newest last: method and path. */
  readonly log: readonly string[]
  /** Follows a script from now on; `null`: the usual tasks. */
  readonly play: (script: Script | null) => void
  readonly close: () => void
}

/** Text that only the second prompt contains. */
export const secondTask = 'take your time'
/**
 * The model's last words in the first task. Nothing else on the screen matches them; a plain
 * pattern.
 */
export const lastWords = 'The file is there'

interface Tool {
  readonly name?: string
  readonly function?: { readonly name?: string; readonly parameters?: Schema }
  readonly functionDeclarations?: readonly { readonly name?: string }[]
  readonly parameters?: Schema
  readonly input_schema?: Schema
}
interface Schema {
  readonly properties?: Readonly<Record<string, { readonly type?: string } | undefined>>
  readonly required?: readonly string[]
}
interface Body {
  readonly tools?: readonly Tool[]
  /** Augment's, whose schemas are text. */
  readonly tool_definitions?: readonly {
    readonly name: string
    readonly input_schema_json: string
  }[]
  readonly message?: string
  readonly nodes?: readonly unknown[]
  readonly chat_history?: readonly unknown[]
  readonly stream?: boolean
  readonly messages?: readonly unknown[]
  readonly contents?: readonly unknown[]
  readonly input?: unknown
}

/** The tools that run commands, as agents name them. */
const shellTools: ReadonlySet<string> = new Set([
  ...[
    'Bash',
    'bash',
    'Execute',
    'exec_command',
    'execute_bash',
    'execute_command',
    'launch-process',
  ],
  ...['local_shell', 'run_command', 'run_commands', 'run_shell_command', 'run_terminal_command'],
  ...['shell', 'shell_command'],
])

/** How long the model takes, in ms. */
export interface Pace {
  /** Before it asks for the command: a silent gap. */
  readonly thinkMs: number
  /** Before its last words. */
  readonly endMs: number
}

/** Replaces the request to run the command. */
export interface Instead {
  /** Tool that is asked for. */
  readonly tool?: string
  /** Its arguments; default: none. */
  readonly input?: object
  /** The answer, without any tool. */
  readonly text?: string
  /** Headers of each response, such as the limits of an account. */
  readonly headers?: Readonly<Record<string, string>>
}

/** @param command what the shell is asked to run */
export async function startStandIn(
  command: string,
  pace: Pace,
  instead: Instead = {},
): Promise<StandIn> {
  const log: string[] = []
  let playing: Playing | null = null
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = (request.url ?? '').replace(/\?.*/, '')
      for (const [name, value] of Object.entries(instead.headers ?? {}))
        response.setHeader(name, value)
      const text = Buffer.concat(parts).toString('utf8')
      log.push(`${request.method} ${path}`)
      if (process.env['VIBEFLOW_LIVE_BODIES'] !== undefined) log.push(text.slice(0, 20_000))
      let body: Body
      try {
        body = JSON.parse(text || '{}') as Body
      } catch {
        body = {}
      }
      if (request.method === 'GET' && /\/models$/.test(path)) {
        json(response, 200, { object: 'list', data: [{ id: 'stand-in', object: 'model' }] })
        return
      }
      const usual = turnOf(body, command, instead)
      if (playing?.next === 0 && !usual.aside) log.push(`tools: ${toolNames(body).join(' ')}`)
      const scripted = playing === null ? null : nextReply(playing, usual.aside, text)
      for (const [name, value] of Object.entries(scripted?.headers ?? {}))
        response.setHeader(name, value)
      if (scripted?.cut === true) {
        setTimeout(() => response.destroy(), scripted.waitMs ?? 0)
        return
      }
      if (scripted?.status !== undefined) {
        const { status, waitMs = 0 } = scripted
        setTimeout(() => json(response, status, failure(status)), waitMs)
        return
      }
      const turn = scripted === null ? usual : turnFrom(body, scripted, usual)
      const reply = request.method === 'POST' ? answerTo(path, body, turn) : null
      if (reply === null) json(response, 404, { error: { message: 'not here' } })
      else if (!turn.never)
        setTimeout(
          () => reply(response),
          scripted?.waitMs ?? (turn.aside ? asideMs : turn.call ? pace.thinkMs : pace.endMs),
        )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    play: (script) => {
      playing = script && { script, next: 0 }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

let turns = 0

interface Turn {
  /** Number for the ids of its call, message and answer. */
  readonly id: number
  /** null: only words. */
  readonly call: Call | null
  readonly words: string
  /** A side question: it was given no tools. */
  readonly aside: boolean
  /** Left without an answer. */
  readonly never: boolean
}
function turnFrom(body: Body, { call, run, text }: Reply, { id, words, aside }: Turn): Turn {
  const shell = run === undefined ? null : toolOf(body, shellTools)
  const ran = shell && { tool: shell.name, input: inputOf(shell.schema, run ?? '') }
  const asked = aside ? null : (ran ?? call ?? null)
  return { id, call: asked, words: text ?? words, aside, never: false }
}

function turnOf(body: Body, command: string, { tool: other, input: given, text }: Instead): Turn {
  const tool = toolOf(body, other === undefined ? shellTools : new Set([other]))
  const { messages, contents, input, message, nodes, chat_history } = body
  const said = JSON.stringify(messages ?? contents ?? input ?? [message, nodes, chat_history])
  // Its output has come back: then only words are left to say.
  const ran =
    /tool_result|functionResponse|"role":"tool"|function_call_output|tool_result_node/.test(said)
  turns += 1
  return {
    id: turns,
    call:
      tool === null || ran || text !== undefined
        ? null
        : {
            tool: tool.name,
            input: other === undefined ? inputOf(tool.schema, command) : (given ?? {}),
          },
    words: tool === null ? 'Make a file' : (text ?? lastWords),
    aside: tool === null && toolOf(body, planTools) === null,
    never: tool !== null && said.includes(secondTask),
  }
}

function toolNames({ tools = [] }: Body): readonly string[] {
  return tools.flatMap(({ name, function: own, functionDeclarations = [] }) =>
    [name, own?.name, ...functionDeclarations.map((one) => one.name)].filter(
      (one) => one !== undefined,
    ),
  )
}

function toolOf(
  { tools = [], tool_definitions = [] }: Body,
  wanted: ReadonlySet<string>,
): { readonly name: string; readonly schema: Schema } | null {
  const all = tools.flatMap(({ name, function: own, functionDeclarations, ...rest }) => [
    { name, schema: rest.parameters ?? rest.input_schema ?? {} },
    { name: own?.name, schema: own?.parameters ?? {} },
    ...(functionDeclarations ?? []).map((one) => ({ name: one.name, schema: {} as Schema })),
  ])
  const augments = tool_definitions.map(({ name, input_schema_json }) => ({
    name,
    schema: JSON.parse(input_schema_json) as Schema,
  }))
  for (const { name, schema } of [...all, ...augments])
    if (name !== undefined && wanted.has(name)) return { name, schema }
  return null
}

/** Tools that run commands have several forms; the request specifies which. */
function inputOf({ properties = {} }: Schema, command: string): object {
  const key = ['cmd', 'commands', 'command'].find((one) => one in properties) ?? 'command'
  const list = properties[key]?.type === 'array'
  const words = !list ? command : key === 'commands' ? [command] : ['sh', '-c', command]
  return {
    [key]: words,
    ...('description' in properties || Object.keys(properties).length === 0
      ? { description: 'Make a file' }
      : {}),
    // In a sandbox that only reads it has to be asked whether it may.
    ...('sandbox_permissions' in properties
      ? { sandbox_permissions: 'require_escalated', justification: 'May I make a file?' }
      : {}),
    ...('requires_approval' in properties ? { requires_approval: true } : {}),
    ...('riskLevel' in properties
      ? { riskLevel: 'medium', riskLevelReason: 'It writes a file.', summary: 'Make a file' }
      : {}),
    // Copilot moves a longer command into the background.
    ...('initial_wait' in properties ? { initial_wait: 60 } : {}),
    ...('wait' in properties ? { wait: true, max_wait_seconds: 10, cwd: '.' } : {}),
  }
}

function answerTo(
  path: string,
  { stream = false }: Body,
  turn: Turn,
): ((response: ServerResponse) => void) | null {
  if (/\/messages\/count_tokens$/.test(path))
    return (response) => json(response, 200, { input_tokens: 10 })
  if (/\/messages$/.test(path)) return (response) => anthropic(response, stream, turn)
  if (/:(streamG|g)enerateContent$/.test(path))
    return (response) => google(response, path.includes(':stream'), turn)
  if (/:countTokens$/.test(path)) return (response) => json(response, 200, { totalTokens: 10 })
  if (/\/chat\/completions$/.test(path)) return (response) => chat(response, stream, turn)
  if (/\/responses$/.test(path)) return (response) => responses(response, stream, turn)
  return augment(path, turn)
}

/** Answers Auggie's requests to its service. */
function augment(
  path: string,
  { id, call, words }: Turn,
): ((response: ServerResponse) => void) | null {
  const model = { name: 'stand-in', suggested_prefix_char_count: 0, suggested_suffix_char_count: 0 }
  const tool_use = call && {
    tool_use_id: `call-${id}`,
    tool_name: call.tool,
    input_json: JSON.stringify(call.input),
  }
  const answers: Readonly<Record<string, object>> = {
    '/get-models': {
      default_model: model.name,
      models: [model],
      languages: [],
      feature_flags: { enable_hooks: true }, // an account's, without which hooks do not run
      user_tier: 'ENTERPRISE_TIER',
      user: { id: 'me', email: 'me@localhost' },
    },
    '/find-missing': { unknown_memory_names: [], nonindexed_blob_names: [] },
    '/batch-upload': { blob_names: [] },
    '/agents/list-remote-tools': { tools: [] },
    '/agents/check-tool-safety': { is_safe: false },
    '/agents/codebase-retrieval': { formatted_retrieval: '' },
    '/chat-stream': {
      text: call === null ? words : '',
      nodes: tool_use === null ? [] : [{ id: 1, type: 5, content: '', tool_use }],
      stop_reason: call === null ? 1 : 3,
    },
  }
  const answer = answers[path]
  return answer === undefined ? null : (response) => json(response, 200, answer)
}

const named = (event: { readonly type: string; readonly [field: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`

function anthropic(response: ServerResponse, stream: boolean, { id, call, words }: Turn): void {
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  }
  const content =
    call === null
      ? { type: 'text', text: words }
      : { type: 'tool_use', id: `toolu_${id}`, name: call.tool, input: call.input }
  const message = {
    id: `msg_${id}`,
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

function google(response: ServerResponse, stream: boolean, { call, words }: Turn): void {
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

function chat(response: ServerResponse, stream: boolean, { id, call, words }: Turn): void {
  const said =
    call === null
      ? { role: 'assistant', content: words }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              index: 0,
              id: `call_${id}`,
              type: 'function',
              function: { name: call.tool, arguments: JSON.stringify(call.input) },
            },
          ],
        }
  const finish = call === null ? 'stop' : 'tool_calls'
  const head = { id: `chat-${id}`, created: 1, model: 'stand-in' }
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

function responses(response: ServerResponse, stream: boolean, { id, call, words }: Turn): void {
  const part = { type: 'output_text', text: words, annotations: [] }
  const item =
    call === null
      ? {
          type: 'message',
          role: 'assistant',
          id: `item-${id}`,
          status: 'completed',
          content: [part],
        }
      : {
          type: 'function_call',
          id: `item-${id}`,
          call_id: `call-${id}`,
          status: 'completed',
          name: call.tool,
          ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
          arguments: JSON.stringify(call.input),
        }
  const head = { id: `answer-${id}`, object: 'response', created_at: 1, model: 'stand-in' }
  const whole = {
    ...head,
    status: 'completed',
    output: [item],
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  }
  if (!stream) {
    json(response, 200, whole)
    return
  }
  const at = { item_id: `item-${id}`, output_index: 0 }
  const list: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
    { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: call === null ? { ...item, content: [] } : { ...item, arguments: '' },
    },
    ...(call === null
      ? [
          {
            type: 'response.content_part.added',
            ...at,
            content_index: 0,
            part: { ...part, text: '' },
          },
          { type: 'response.output_text.delta', ...at, content_index: 0, delta: words },
          { type: 'response.output_text.done', ...at, content_index: 0, text: words },
          { type: 'response.content_part.done', ...at, content_index: 0, part },
        ]
      : [
          {
            type: 'response.function_call_arguments.done',
            ...at,
            arguments: JSON.stringify(call.input),
          },
        ]),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]
  events(
    response,
    list.map((event, sequence_number) => named({ ...event, sequence_number })),
  )
}

function events(response: ServerResponse, parts: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const part of parts) response.write(part)
  response.end()
}

function json(response: ServerResponse, status: number, value: object): void {
  const text = `${JSON.stringify(value)}\n`
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
