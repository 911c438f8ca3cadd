/**
 * The shared vectors of the dispatcher, each cut in several ways, and the recording of a real
 * agent.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reply } from '../../../src/terminal/replies/replies.ts'
import { Dispatcher } from '../../../src/agents/dispatch/dispatcher.ts'
import { safeText, titleCharactersMax } from '../../../src/base/text/safe-text.ts'
import { below, seeded } from '../../support/random.ts'
import { bytesOfShown, vectors } from '../../support/vectors.ts'

interface Outcome {
  readonly events: readonly Readonly<Record<string, unknown>>[]
  readonly dropped: Readonly<Record<string, number>>
  readonly replies: readonly string[]
}

interface Built {
  readonly prefix: string
  readonly repeat: string
  readonly count: number
  readonly suffix: string
}

/** Feeds the chunks and writes what comes of it in the vectors' words. */
function dispatch(chunks: Iterable<Uint8Array>): Outcome {
  const events: Record<string, unknown>[] = []
  const replies: string[] = []
  const dispatcher = new Dispatcher('thishost', {
    evidence: ({ type, value, end }) => {
      const {
        truncated: _truncated,
        notification: _notification,
        ...shown
      } = value as Record<string, unknown>
      // The vectors have titles as they are shown.
      events.push({
        t: type,
        ...shown,
        ...(type === 'title' ? { text: safeText(String(shown['text']), titleCharactersMax) } : {}),
        end,
      })
    },
    query: (query) => {
      const answer = reply(query, { version: '1', clipboardWrite: true })
      if (answer !== null) replies.push(Buffer.from(answer).toString('hex'))
    },
  })
  for (const chunk of chunks) dispatcher.feed(chunk)
  return { events, dropped: { ...dispatcher.dropped }, replies }
}

function chunksOf(vector: Readonly<Record<string, unknown>>): Uint8Array[] {
  const built = vector['chunks_build'] as readonly Built[] | undefined
  if (built !== undefined)
    return built.map(({ prefix, repeat, count, suffix }) =>
      bytesOfShown(prefix, repeat.repeat(count), suffix),
    )
  return (vector['chunks'] as readonly { readonly hex: string }[]).map(
    ({ hex }) => new Uint8Array(Buffer.from(hex, 'hex')),
  )
}

/** `text_len` stands for the length of `text`, where a vector has it. */
function asExpected(
  events: Outcome['events'],
  expected: readonly Readonly<Record<string, unknown>>[],
): unknown[] {
  return events.map((event, index) => {
    if (expected[index]?.['text_len'] === undefined || typeof event['text'] !== 'string')
      return event
    const { text, ...rest } = event
    return { ...rest, text_len: [...(text as string)].length }
  })
}

function singles(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (_, index) => bytes.slice(index, index + 1))
}

function* randomCuts(bytes: Uint8Array, random: () => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const length = below(random, bytes.length > 1_000 ? 4_000 : 12)
    yield bytes.slice(at, at + length)
    at += length
  }
}

const seed = 7_501

/**
 * Replies that differ from the vectors, which allow known ids only. vibeflow answers a query of OSC
 * 99 with any id of the protocol's form, as programs choose random ids.
 */
const otherReplies: Readonly<Record<string, readonly string[]>> = {
  'd-99-query-foreign': ['rm-rf', '1234567890'].map((id) =>
    Buffer.from(
      reply(
        { kind: 'notification-support', id, terminator: 'bel' },
        { version: '1', clipboardWrite: true },
      ) ?? '',
    ).toString('hex'),
  ),
}

describe.each(['dispatch'])('vectors of %s', (group) => {
  test.each(vectors(group))('$id', (vector) => {
    const expected = vector['expect'] as Outcome['events']
    const random = seeded(seed)
    const chunks = chunksOf(vector)
    const whole = Buffer.concat(chunks)
    const ways: [string, Iterable<Uint8Array>][] = [
      ['as given', chunks],
      ['whole', [whole]],
      ['byte by byte', singles(whole)],
      ...Array.from({ length: 5 }, (_, round): [string, Iterable<Uint8Array>] => [
        `seed ${seed}, cut ${round}`,
        randomCuts(whole, random),
      ]),
    ]
    for (const [way, cut] of ways) {
      const { events, dropped, replies } = dispatch(cut)
      expect({ events: asExpected(events, expected), dropped, replies }, way).toEqual({
        events: expected,
        dropped: vector['dropped'] ?? {},
        replies: otherReplies[String(vector['id'])] ?? vector['replies'] ?? [],
      })
    }
  })
})

describe('the recording of Codex CLI 0.169.0', () => {
  const file = (name: string) =>
    readFileSync(new URL(`../../data/traces/codex-0.169.0.${name}`, import.meta.url))
  const raw = new Uint8Array(file('raw'))
  const { events, dropped, replies } = JSON.parse(file('expected.json').toString()) as {
    events: Record<string, unknown>[]
    dropped: object
    replies: string[]
  }
  const expected = { events: events.map(({ t_s: _seconds, ...event }) => event), dropped, replies }

  test('reports what was recorded, read by read', () => {
    let at = 0
    const reads = file('raw.idx')
      .toString()
      .trim()
      .split('\n')
      .map((line) => raw.subarray(at, (at += Number(line.split(' ')[1]))))
    expect(at).toBe(raw.length)
    expect(dispatch(reads)).toEqual(expected)
  })

  test('reports the same as a whole, byte by byte and cut at random', () => {
    const random = seeded(seed)
    for (const cut of [[raw], singles(raw), randomCuts(raw, random), randomCuts(raw, random)])
      expect(dispatch(cut)).toEqual(expected)
  })
})
