/** What specs may ask the main process, with VIBEFLOW_TEST=1 and only then (docs/testing.md). */

/** `vibeflowMainTest.drops()`: messages of the present page that its gate dropped, by reason. */
export function offerDrops(drops: Readonly<Record<string, number>>): void {
  if (process.env['VIBEFLOW_TEST'] !== '1') return
  Object.assign(globalThis, { vibeflowMainTest: { drops: () => ({ ...drops }) } })
}
