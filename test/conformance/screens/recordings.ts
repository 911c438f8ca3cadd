/** The recordings of test/data, cut at several places: streams of real programs at 120x40. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '../../tidy/tree.ts'
import type { Size } from '../../../src/base/sizes/size.ts'

export const recordedSize: Size = { cols: 120, rows: 40 }

/** Screens per recording. A recording of an agent's question is cut at its end alone. */
const cuts = 5
const folders = ['programs', 'recordings', 'traces', 'traces/dialogs']

export function recordedStreams(): { readonly name: string; readonly bytes: Uint8Array }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, 'test/data', folder))
      .filter((file) => /\.raw(?:\.gz)?$/.test(file))
      .flatMap((file) => {
        const bytes = readFileSync(join(root, 'test/data', folder, file))
        return file.endsWith('.gz')
          ? [{ name: file, bytes: ended(gunzipSync(bytes)) }]
          : Array.from({ length: cuts }, (_, index) => {
              const end = endBefore(bytes, Math.ceil((bytes.length * (index + 1)) / cuts))
              return { name: `${file} to ${end}`, bytes: ended(bytes.subarray(0, end)) }
            })
      }),
  )
}

/** Returns a place before a control sequence, where nothing is cut in two. */
function endBefore(bytes: Buffer, end: number): number {
  return end === bytes.length ? end : bytes.lastIndexOf('\x1b[', end)
}

/** Ends a synchronized update, which would hold back replies. */
function ended(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.from('\x1b[?2026l')])
}
