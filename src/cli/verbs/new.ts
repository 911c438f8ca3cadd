/** `vibeflow new`: a tab in the running instance, by its control socket (docs/socket.md). Words are options of the start command. */
import { connect } from 'node:net'
import { encodeJson, FrameParser } from '../../core/socket/frame.ts'
import { messageType } from '../../core/socket/message-types.ts'
import { appsIn, findRoots, sessionsIn } from '../client/discover.ts'
import { CommandError } from '../exit-codes.ts'
import type { Verb } from '../verb.ts'

/** The app has so long to answer, and then the session's socket to be there. */
const answerMs = 5_000

export const open: Verb = {
  name: 'new', words: '[OPTIONS] [-e COMMAND ARGS...]', summary: 'a tab in the running instance; prints its id',
  options: {}, raw: true,
  notes: ['Takes the options of the start command, such as -d DIR and -e COMMAND. The folder is the caller\'s.'],
  async run({ positionals, environment, directory, json, say, document }) {
    const request = encodeJson(messageType.control, {
      cmd: 'new-tab', words: positionals, directory,
      environment: Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)),
    })
    const roots = findRoots(environment)
    for (const path of appsIn(roots)) {
      const answer = await ask(path, request)
      if (answer === null) continue // an instance that has died
      if ('message' in answer) throw new CommandError('usage', answer.message)
      await appears(answer.id, roots)
      if (json) document({ id: answer.id })
      else say(answer.id)
      return 0
    }
    throw new CommandError('failed', 'no vibeflow is running here. Start one first.')
  },
}

function ask(path: string, request: Uint8Array): Promise<{ readonly id: string } | { readonly message: string } | null> {
  return new Promise((resolve) => {
    const parser = new FrameParser()
    const socket = connect({ path }, () => socket.write(request))
    const timer = setTimeout(() => { resolve({ message: 'the running vibeflow does not answer.' }); socket.destroy() }, answerMs)
    socket.on('data', (chunk) => {
      parser.push(chunk)
      const frame = parser.next()
      if (frame === null || 'refused' in frame) return
      resolve(JSON.parse(new TextDecoder().decode(frame.payload)) as { readonly id: string } | { readonly message: string })
      socket.destroy()
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => { clearTimeout(timer); resolve(null) })
  })
}

/** A session without a socket is there all the same: after a while its id is enough. */
async function appears(id: string, roots: readonly string[]): Promise<void> {
  const end = performance.now() + answerMs
  while (performance.now() < end && !sessionsIn(roots).some((one) => one.id === id)) await new Promise((resolve) => setTimeout(resolve, 20))
}
