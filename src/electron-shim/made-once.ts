/**
 * What is made by the first who asks for it. One that could not be made (no file can be opened for
 * the moment) is made anew for the next.
 */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
