/**
 * Measures clean copies on recordings of real agents that drew one of two answers
 * (test/data/replies). Each part of an answer is selected in two ways, and together with the next
 * part, and the copy is compared with the answer's source.
 */
import { describe, expect, it } from 'vitest'
import { generalCopyRules } from '../../../../src/core/session/copy/clean.ts'
import { measured, recordings, type Measured } from '../../../support/recorded/replies.ts'

/** Parts of the selections that must be as in the source, with an agent's own rules and without. */
const rightFactor = 0.95
const generalFactor = 0.8

const factor = (all: readonly Measured[]) =>
  all.filter(({ isRight }) => isRight).length / all.length
const wrong = (all: readonly Measured[]) =>
  all.filter(({ isRight }) => !isRight).map(({ copied, expected }) => ({ copied, expected }))

describe('copies from recorded agents', () => {
  const all = recordings().map((recording) => ({ recording, found: measured(recording) }))
  const general = recordings().map((one) => measured(one, generalCopyRules))
  const selections = all.flatMap(({ found }) => found)

  it('come from at least ten agents and 200 selections', () => {
    expect(new Set(all.map(({ recording }) => recording.agent)).size).toBeGreaterThanOrEqual(10)
    expect(selections.length).toBeGreaterThanOrEqual(200)
  })

  it.each(all)('have the code and the prose of $recording.name', ({ found }) => {
    expect(factor(found) >= rightFactor ? [] : wrong(found)).toEqual([])
  })

  it('have most of the code and the prose with the rules for unknown agents', () => {
    expect(factor(general.flat())).toBeGreaterThanOrEqual(generalFactor)
  })

  it('never lose a letter or a digit of an answer', () => {
    expect([...selections, ...general.flat()].filter(({ lost }) => lost)).toEqual([])
  })
})
