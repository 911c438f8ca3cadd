/** An instance for the tests of a file, and verbs that run in it. */
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb, type Ran } from '../support/run-verb.ts'

export let instance: Instance
/** Starts the instance for the tests of the file that calls this. */
export function useInstance(): void {
  beforeAll(() => {
    instance = startInstance()
  })
  afterAll(() => instance.close(), 60_000) // a busy disk
}

export function vibeflow(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return runVerb(words, {
    environment: { ...instance.environment, ...environment },
    directory: instance.home,
  })
}

export const json = async (...words: string[]) => {
  const { out } = await vibeflow(words.includes('--json') ? words : [...words, '--json'])
  return JSON.parse(out) as Record<string, any>
}
export const file = (name: string) => join(instance.home, name)

export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 15_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** So many are connected to the session. */
export async function watched(id: string, clients: number): Promise<void> {
  while (
    ((await json('ls'))['sessions'] as { id: string; clients: number }[]).find(
      (one) => one.id === id,
    )?.clients !== clients
  )
    await new Promise((resolve) => setTimeout(resolve, 10))
}
