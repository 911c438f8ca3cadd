/** Rows of recorder events in a session's history and screen, as sent by the running app. */
import { z } from 'zod'
import { eventPlacesMax } from '../../terminal/frames/limits.ts'

const answer = z.object({
  numbering: z.number(),
  first: z.int(),
  places: z.array(z.object({ at: z.int(), row: z.int() })).max(eventPlacesMax),
})

/** As `PlacesAnswer` of core/worker/messages.ts. */
export type RecordedPlaces = Readonly<z.infer<typeof answer>>

/** Returns `null` if invalid. */
export function readPlaces(value: unknown): RecordedPlaces | null {
  return answer.safeParse(value).data ?? null
}

/** Whether rows did not move between two readings. */
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

/** Returns the row of the event after `at` bytes, with `history` rows above the screen. */
export function shownRow(
  { first, places }: RecordedPlaces,
  at: number,
  history: number,
): number | null {
  const row = places.findLast((place) => place.at <= at)?.row
  const shown = row === undefined ? -1 : row - first + history
  return shown < 0 ? null : shown
}
