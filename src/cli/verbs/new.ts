/**
 * `vibeflow new`: a tab in the running instance, by its control socket (docs/socket.md). Words are
 * options of the start command.
 */
import { connect } from 'node:net'
import { encodeJson, FrameParser } from '../../core/socket/frame.ts'
import { messageType } from '../../core/socket/message-types.ts'
import { appsIn, findRoots, type Environment } from '../client/discover.ts'
import { CommandError } from '../exit-codes.ts'
import type { Verb } from '../verb.ts'

/**
 * Ours, from bin/vibeflow.mjs: a `vibeflow` in the new tab would take its own second try for done.
 */
const ownVariable = 'VIBEFLOW_NODE_TRIED'

/** The app has so long to answer: it waits for the program itself, 5 s at most. */
const answerMs = 8_000

export const open: Verb = {
  name: 'new',
  words: '[OPTIONS] [-e COMMAND ARGS...]',
  summary: 'a tab in the running instance; prints its id',
  options: {},
  raw: true,
  notes: [
    'Takes the options of the start command, such as -d DIR and -e COMMAND. The folder is ' +
      "that of -d, else what the configuration says, else the caller's; where that is / it is " +
      'your home.',
  ],
  async run({ positionals, environment, directory, json, say, document }) {
    const request = {
      cmd: 'new-tab',
      words: positionals,
      directory,
      environment: passedOn(environment),
    }
    const id = String((await askApp(environment, request))['id'])
    if (json) document({ id })
    else say(id)
    return 0
  },
}

/** Variables for programs of the app's tabs, as the caller has them. */
export function passedOn(environment: Environment): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && name !== ownVariable,
    ),
  )
}

/** What the app answers, the newest of them that does. Throws `CommandError`. */
export async function askApp(environment: Environment, request: object): Promise<Answer> {
  const frame = encodeJson(messageType.control, request)
  for (const path of appsIn(findRoots(environment))) {
    const answer = await ask(path, frame)
    if (answer === null) continue // an instance that has died
    if (typeof answer['message'] === 'string')
      throw new CommandError(
        answer['code'] === 'INVALID_OPERATION' ? 'usage' : 'failed',
        answer['message'],
      )
    return answer
  }
  throw new CommandError(
    'failed',
    'no vibeflow is running here, or it runs with socket.enabled = false. Start one, or ' +
      'turn its sockets on.',
  )
}

type Answer = Readonly<Record<string, unknown>>

function ask(path: string, request: Uint8Array): Promise<Answer | null> {
  return new Promise((resolve) => {
    const parser = new FrameParser()
    const socket = connect({ path }, () => socket.write(request))
    const timer = setTimeout(() => {
      resolve({ code: '', message: 'the running vibeflow does not answer.' })
      socket.destroy()
    }, answerMs)
    socket.on('data', (chunk) => {
      parser.push(chunk)
      const frame = parser.next()
      if (frame === null || 'refused' in frame) return
      resolve(JSON.parse(new TextDecoder().decode(frame.payload)) as Answer)
      socket.destroy()
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(null)
    })
  })
}
