/** Rows of events in what a session shows, as the running app tells them. */
import { z } from 'zod'
import { eventPlacesMax } from '../../terminal/frames/limits.ts'

const answer = z.object({
  numbering: z.number(),
  first: z.int(),
  places: z.array(z.object({ at: z.int(), row: z.int() })).max(eventPlacesMax),
})

/** As `PlacesAnswer` of core/worker/messages.ts. */
export type RecordedPlaces = Readonly<z.infer<typeof answer>>

/** null: they are none. */
export function readPlaces(value: unknown): RecordedPlaces | null {
  return answer.safeParse(value).data ?? null
}

/** Did rows stand still between two looks? */
export function stoodStill(
  before: RecordedPlaces | null,
  after: RecordedPlaces | null,
): after is RecordedPlaces {
  return (
    before !== null &&
    after !== null &&
    before.numbering === after.numbering &&
    before.first === after.first
  )
}

/**
 * Where an event stands among rows of which so many are above the screen; null: it does not.
 * @param at bytes of output before it
 */
export function shownRow(
  { first, places }: RecordedPlaces,
  at: number,
  history: number,
): number | null {
  const row = places.findLast((place) => place.at <= at)?.row
  const shown = row === undefined ? -1 : row - first + history
  return shown < 0 ? null : shown
}
