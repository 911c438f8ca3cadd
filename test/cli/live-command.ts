/** An instance for the tests of a file, with the `vibeflow` command in its PATH. */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startInstance, type Instance } from '../support/instance.ts'
import { root } from '../tidy/tree.ts'

export const bin = join(root, 'src/cli/bin/vibeflow.mjs')

export let instance: Instance
export let environment: Record<string, string>
/** Starts the instance for the tests of the file that calls this. */
export function useInstance(): void {
  beforeAll(() => {
    instance = startInstance()
    mkdirSync(join(instance.home, 'bin'))
    symlinkSync(bin, join(instance.home, 'bin/vibeflow'))
    environment = {
      ...instance.environment,
      PATH:
        `${join(instance.home, 'bin')}:${join(process.execPath, '..')}:` +
        `${instance.environment['PATH']}`,
    }
  })
  afterAll(() => instance.close(), 60_000) // a busy disk
}

export async function until(
  holds: () => boolean,
  why: string | (() => string) = 'waited in vain',
  ms = 120_000,
): Promise<void> {
  const end = performance.now() + ms
  while (!holds()) {
    if (performance.now() > end) throw new Error(typeof why === 'string' ? why : why())
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}
