/** An instance for the tests of a file, and items that need the user. */
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { ProcessEnvironment } from '../../src/cli/client/discover.ts'
import { attentionItemOf as itemOf } from '../support/fake/fake-attention.ts'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'
import { root } from '../tidy/tree.ts'

export const bin = join(root, 'src/cli/bin/vibeflow.mjs')
export let instance: Instance
/** Starts the instance for the tests of the file that calls this. */
export function useInstance(): void {
  beforeAll(() => {
    instance = startInstance()
  })
  afterAll(() => instance.close(), 60_000) // a busy disk
}

export const vibeflow = (...words: readonly string[]) => vibeflowIn(instance.environment, ...words)

export function vibeflowIn(environment: ProcessEnvironment, ...words: readonly string[]) {
  return runVerb(words, { environment, directory: instance.home })
}

export async function until(holds: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + 20_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(what())
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const api = itemOf({ id: 'api', message: 'May I run make?', project: 'server' })
export const web = itemOf({ id: 'web', tool: 'codex', kind: 'question', window: 'Window 2' })
