/** Runs a scanner over chunks and reports all that it reports, in order, one line each. */
import type { OscBody } from '../../../src/agents/scan/osc-body.ts'
import { Scanner } from '../../../src/agents/scan/scanner.ts'

const read = new Set([0, 2, 52, 777, 1338])

export interface Report {
  readonly lines: readonly string[]
  readonly retainedBytesMax: number
}

/** 1338 may have 64 bytes, 777 too unless its body begins with `long;`, and all others 131 072. */
export function scan(chunks: Iterable<Uint8Array>): Report {
  const lines: string[] = []
  let retainedBytesMax = 0
  const text = ({ bytes, from, to }: OscBody) =>
    to - from > 80
      ? `(${to - from} bytes)`
      : Buffer.from(bytes.subarray(from, to)).toString('latin1')
  const scanner = new Scanner({
    limitOf: (number, body) =>
      !read.has(number)
        ? 0
        : number === 1338 ||
            (number === 777 && !text(body).startsWith('long;') && body.to - body.from < 81)
          ? 64
          : 131_072,
    osc: (number, body, end, terminator) =>
      lines.push(`${end} osc ${number} ${terminator} ${text(body)}`),
    dropped: (problem, number, body, end) =>
      lines.push(`${end} ${problem} ${number} ${text(body)}`),
    bell: (end) => lines.push(`${end} bell`),
    ris: (end) => lines.push(`${end} ris`),
    pasteBrackets: (on, end) => lines.push(`${end} brackets ${on ? 'on' : 'off'}`),
    altScreen: (on, end) => lines.push(`${end} alternate ${on ? 'on' : 'off'}`),
  })
  for (const chunk of chunks) {
    scanner.feed(chunk)
    retainedBytesMax = Math.max(retainedBytesMax, scanner.retainedBytes)
  }
  return { lines, retainedBytesMax }
}

/** One character a byte. */
export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

export function scanText(text: string): readonly string[] {
  return scan([bytes(text)]).lines
}
