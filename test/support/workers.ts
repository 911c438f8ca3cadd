/** Programs of worker threads, from the sources. */
import { join } from 'node:path'

const source = (path: string) => join(import.meta.dirname, '../../src', path)

export const workers = {
  shadow: source('host/shadow/worker.ts'),
  rules: source('host/agent-rules/check-worker.ts'),
  scripts: source('integrations/shell'),
}
