/**
 * Every group of socket-vectors.json against the pure part of the session socket. `live` is for
 * outside clients: test/app/socket.spec.ts.
 */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { safeText } from '../../../../src/base/text/safe-text.ts'
import { readCommand } from '../../../../src/core/clients/socket/control.ts'
import type { Refusal } from '../../../../src/core/clients/socket/errors.ts'
import {
  encodePacket,
  FrameParser,
  type Packet,
  type StreamRefusal,
} from '../../../../src/core/clients/socket/frame.ts'
import { heartbeatsMax, rateWindowMs } from '../../../../src/core/clients/socket/limits.ts'
import { isUsablePath, socketPath } from '../../../../src/core/clients/socket/paths.ts'
import { readObject } from '../../../../src/core/clients/socket/payload.ts'
import { RateWindow } from '../../../../src/base/time/rate-window.ts'
import { readStatus } from '../../../../src/core/clients/socket/status.ts'
import {
  fromHex,
  groups,
  payloadOf,
  plain,
  play,
  toHex,
  type Vector,
} from '../../../support/socket/socket-vectors.ts'

const named = <Of extends { readonly name: string }>(vectors: readonly Of[]) =>
  vectors.map((vector) => [vector.name, vector] as const)
const all = (parser: FrameParser) => {
  const found: (Packet | StreamRefusal)[] = []
  for (let frame = parser.next(); frame !== null; frame = 'refused' in frame ? null : parser.next())
    found.push(frame)
  return found
}
const refusal = ({ code, reason, field }: Refusal) => plain({ error: code, reason, field })
const expectedRefusal = ({ error, reason, field }: Vector) => plain({ error, reason, field })

describe('frames', () => {
  it.each(named(groups.frames))(
    '%s',
    (_, { type, hex, payload_utf8, payload_json, payload_hex }) => {
      const payload =
        typeof payload_utf8 === 'string'
          ? payload_utf8
          : typeof payload_hex === 'string'
            ? fromHex(payload_hex)
            : JSON.stringify(payload_json)
      expect(toHex(encodePacket(Number(type), payload))).toBe(hex)
      const parser = new FrameParser()
      parser.push(fromHex(String(hex)))
      const [frame] = all(parser) as [Packet]
      expect({ type: frame.type, payload: toHex(frame.payload) }).toEqual({
        type,
        payload: toHex(typeof payload === 'string' ? new TextEncoder().encode(payload) : payload),
      })
    },
  )
})

describe('parser', () => {
  it.each(named(groups.parser))(
    '%s',
    (_, { chunks, frames_after_each_chunk: expected, pending_bytes }) => {
      const parser = new FrameParser()
      const said = (chunks as (string | { repeat: string; count: number })[]).map(
        (chunk, index) => {
          parser.push(
            typeof chunk === 'string' ? fromHex(chunk) : fromHex(chunk.repeat.repeat(chunk.count)),
          )
          return all(parser).map((frame, at) => {
            if ('refused' in frame) return { refused: frame.refused, length: frame.length }
            const wanted = ((expected as object[][])[index]?.[at] ?? {}) as { sha256?: string }
            return wanted.sha256 === undefined
              ? { type: frame.type, payload_hex: toHex(frame.payload) }
              : {
                  type: frame.type,
                  length: frame.payload.length,
                  sha256: createHash('sha256').update(frame.payload).digest('hex'),
                }
          })
        },
      )
      expect(said).toEqual(expected)
      if (pending_bytes !== undefined) expect(parser.pendingBytes).toBe(pending_bytes)
    },
  )
})

describe('control', () => {
  it.each(named(groups.control))('%s', (_, vector) => {
    const object = readObject(payloadOf(vector))
    const outcome = object.ok ? readCommand(object.value) : object
    expect(outcome.ok ? { accepted: outcome.value } : refusal(outcome.refusal)).toEqual(
      'accepted' in vector ? { accepted: vector['accepted'] } : expectedRefusal(vector),
    )
  })
})

describe('status', () => {
  it.each(named(groups.status))('%s', (_, vector) => {
    const object = readObject(payloadOf(vector))
    const outcome = object.ok ? readStatus(object.value) : object
    if (!outcome.ok) {
      expect(refusal(outcome.refusal)).toEqual(expectedRefusal(vector))
      return
    }
    const { forward, evidence } = outcome.value
    const { type: _type, ...said } = evidence ?? { type: null }
    expect({ forward, evidence: evidence === null ? null : plain(said) }).toEqual({
      forward: vector['forward'],
      evidence: vector['evidence'],
    })
  })
})

describe('texts', () => {
  it.each(groups.texts.map((vector) => [vector.input.slice(0, 40), vector] as const))(
    '%j',
    (_, { input, max, output }) => {
      expect(safeText(input, max)).toBe(output)
    },
  )
})

describe('heartbeats', () => {
  it.each(named(groups.heartbeats))('%s', (_, { at_ms, echoed }) => {
    const rate = new RateWindow(heartbeatsMax, rateWindowMs)
    expect((at_ms as number[]).map((now) => rate.admit(now))).toEqual(echoed)
  })
})

describe('paths', () => {
  it.each(groups.paths.map((vector) => [vector.root.slice(0, 60), vector] as const))(
    '%s',
    (_, { root, id, characters, bytes, usable }) => {
      const path = socketPath(root, id)
      expect([path.length, Buffer.byteLength(path), isUsablePath(path)]).toEqual([
        characters,
        bytes,
        usable,
      ])
    },
  )
})

describe('scenarios', () => {
  it.each(named(groups.scenarios))('%s', (_, scenario) => {
    play(scenario)
  })
})
