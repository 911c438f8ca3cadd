/** Recordings of agents up to a dialog (test/data/traces/README.md). */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export interface RecordedDialog {
  /** Its name, with the agent's version. */
  readonly recording: string
  /** Id of the agent's rules. */
  readonly agent: string
  /** Up to its first prompt. */
  readonly atPrompt: Uint8Array
  /** Up to its dialog. */
  readonly atDialog: Uint8Array
}

const folder = new URL('../../data/traces/dialogs/', import.meta.url)

export function recordedDialogs(): readonly RecordedDialog[] {
  const listed = JSON.parse(readFileSync(new URL('dialogs.json', folder), 'utf8')) as readonly {
    readonly recording: string
    readonly agent: string
    readonly promptBytes: number
  }[]
  return listed.map(({ recording, agent, promptBytes }) => {
    const bytes = gunzipSync(readFileSync(new URL(`${recording}.raw.gz`, folder)))
    return { recording, agent, atPrompt: bytes.subarray(0, promptBytes), atDialog: bytes }
  })
}
