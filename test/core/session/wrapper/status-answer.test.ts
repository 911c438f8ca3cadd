/** Tests which program answers `OSC 7501 ; ?` under `vibeflow run`. */
import { expect, it } from 'vitest'
import { answerWaitMs, StatusAnswer } from '../../../../src/core/session/wrapper/status-answer.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'

const own = '\x1b]7501;?\x1b\\'
const attributes = '\x1b[?62;22c'

function program() {
  const clock = new FakeClock()
  let got = ''
  const status = new StatusAnswer({
    clock,
    answer: (bytes) => {
      got += Buffer.from(bytes).toString('latin1')
    },
  })
  return {
    clock,
    status,
    asks: () => status.asked('st'),
    hears: (text: string) => {
      for (const part of status.input(Buffer.from(text, 'latin1')))
        got += Buffer.from(part).toString('latin1')
    },
    got: () => got,
  }
}

it('answers before the attributes of a terminal that does not know it', () => {
  const { asks, hears, got } = program()
  asks()
  hears(`ab${attributes}cd`)
  expect(got()).toBe(`ab${own}${attributes}cd`)
  asks() // it is known now
  hears(attributes)
  expect(got()).toBe(`ab${own}${attributes}cd${own}${attributes}`)
})

it('adds no answer where the terminal answers', () => {
  const { asks, hears, got, clock } = program()
  asks()
  hears(`${own}${attributes}`)
  asks()
  hears(attributes)
  clock.advance(10 * answerWaitMs)
  expect(got()).toBe(`${own}${attributes}${attributes}`)
})

it('answers with the end that the question had, and each of several', () => {
  const { status, hears, got } = program()
  status.asked('bel')
  status.asked('st')
  hears(attributes)
  expect(got()).toBe(`\x1b]7501;?\x07${own}${attributes}`)
})

it('answers a program that asks nothing else when the terminal has been silent', () => {
  const { asks, got, clock } = program()
  asks()
  clock.advance(answerWaitMs - 1)
  expect(got()).toBe('')
  clock.advance(1)
  expect(got()).toBe(own)
})

it('inserts nothing into an answer that came in parts', () => {
  const { asks, hears, got } = program()
  asks()
  hears('x\x1b[?62')
  hears(';22cy')
  expect(got()).toBe(`x${attributes}${own}y`)
  const other = program()
  other.asks()
  for (const byte of own) other.hears(byte)
  other.hears(attributes)
  expect(other.got()).toBe(`${own}${attributes}`)
})

it('changes no bytes without a query, or after the end', () => {
  const { asks, hears, got, clock, status } = program()
  hears(`${attributes}${own}`)
  expect(got()).toBe(`${attributes}${own}`)
  asks()
  status.dispose()
  clock.advance(answerWaitMs)
  expect(got()).toBe(`${attributes}${own}`)
})
