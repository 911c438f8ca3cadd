/** Search in the grids, with its bar. */
import { always, type Feature } from '../../page/page.ts'
import { Find } from './find.ts'
import { FindBar } from './find-bar.tsx'

export const findFeature: Feature = (page) => {
  const find = page.get(Find)
  return {
    actions: {
      find: always(() => find.open()),
      find_in_last_output: () => find.openInOutput(),
      find_next: () => find.step(1),
      find_previous: () => find.step(-1),
    },
    layers: [FindBar],
  }
}
