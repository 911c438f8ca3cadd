// Prints a recording with its own timing: node replay.mjs FILE SPEED. FILE.idx has a line for each
// read: seconds since the start, bytes.
import { readFileSync, writeSync } from 'node:fs'

const [file = '', speed = '1'] = process.argv.slice(2)
const bytes = readFileSync(file)
const startedAt = performance.now()
let at = 0
for (const line of readFileSync(`${file}.idx`, 'utf8').trim().split('\n')) {
  const [seconds = 0, length = 0] = line.split(/\s+/).map(Number)
  const waitMs = (seconds * 1_000) / Number(speed) - (performance.now() - startedAt)
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  for (const end = at + length; at < end; ) at += writeSync(1, bytes, at, end - at)
}
