/** A verb of the `vibeflow` command in this process, with worker threads from the sources. */
import { join } from 'node:path'
import { runCli, type ProcessIo } from '../../src/cli/command/main.ts'

const source = (path: string) => join(import.meta.dirname, '../../src', path)

export const workers = {
  shadow: source('host/shadow/worker.ts'),
  rules: source('host/config/agent-rules/check-worker.ts'),
  scripts: source('integrations/shell'),
}

export interface Ran {
  readonly exit: number
  readonly out: string
  readonly err: string
}

export async function runVerb(
  words: readonly string[],
  { environment, directory }: Pick<ProcessIo, 'environment' | 'directory'>,
): Promise<Ran> {
  let [out, err] = ['', '']
  const exit = await runCli(words, {
    ...{ environment, directory, version: '0.1.0', workers },
    out: (text) => {
      out += Buffer.from(text as string).toString()
    },
    err: (text) => {
      err += text
    },
  })
  return { exit, out, err }
}
