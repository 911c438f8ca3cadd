/** Starts the process for sessions without a window where no vibeflow runs. */
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startWindowless } from '../../host/socket/windowless.ts'
import { failure } from '../command/exit-codes.ts'
import type { VerbContext } from '../command/verb.ts'
import { askAnyApp, notRunning, passedOn, type Patience } from './ask-app.ts'

/** Longest start of the process, on a busy machine. */
const startMaxMs = 20_000
const lookMs = 50

/** Asks the running vibeflow, or starts one without a window. Rejects with `CommandError`. */
export async function askWindowless(
  { environment, workers }: Pick<VerbContext, 'environment' | 'workers'>,
  request: object,
  patience: Patience = {},
): Promise<Readonly<Record<string, unknown>>> {
  const running = await askAnyApp(environment, request, patience)
  if (running !== null) return running.answer
  const { windowless: script } = workers
  if (script === undefined || !existsSync(script))
    throw failure('vibeflow is not built. Run `npm start` once.')
  startWindowless(script, passedOn(environment), environment['APPIMAGE'])
  for (const end = Date.now() + startMaxMs; Date.now() < end; await delay(lookMs)) {
    const found = await askAnyApp(environment, request, patience)
    if (found !== null) return found.answer
  }
  throw notRunning()
}
