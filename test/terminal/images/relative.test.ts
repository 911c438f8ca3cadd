/**
 * Tests kitty's relative placements: their positions, the refused ones, and the ones removed
 * together.
 */
import { expect, test } from 'vitest'
import { placedPictures } from '../../../src/terminal/frames/pictures.ts'
import { chainMax, placementsMax } from '../../../src/terminal/images/limits.ts'
import { drawing, kitty, pixels, type Drawing } from './support.ts'

const sent = (id: number) => kitty(`a=t,q=2,i=${id},s=10,v=20`, pixels(10, 20))

/** Pictures 1 to 3, and the first one at row 2, column 4. */
function shown(): Drawing & { readonly answer: (control: string) => string } {
  const made = drawing()
  made.write(sent(1) + sent(2) + sent(3) + `\x1b[3;5H${kitty('a=p,q=2,i=1,p=1,C=1')}`)
  return {
    ...made,
    answer: (control) => {
      made.write(kitty(control))
      return /;([A-Z]+)/.exec(made.reported())?.[1] ?? ''
    },
  }
}

const places = ({ terminal }: Drawing) =>
  placedPictures(terminal.screen).map(({ row, column }) => [row, column])

test('a relative image keeps its distance from its parent, and the cursor stays', () => {
  const made = shown()
  const { terminal, write, answer } = made
  expect(answer('a=p,i=2,p=1,P=1,Q=1,H=3,V=-1')).toBe('OK')
  expect(answer('a=p,i=3,P=2,H=-5,V=2')).toBe('OK')
  expect([terminal.screen.x, terminal.screen.y]).toEqual([4, 2])
  expect(places(made)).toEqual([
    [2, 4],
    [1, 7],
    [3, 2],
  ])
  // the parent is put elsewhere, and scrolls in a region
  write(`\x1b[2;2H${kitty('a=p,i=1,p=1,C=1')}`)
  expect(places(made)).toEqual([
    [0, 4],
    [2, -1],
    [1, 1],
  ])
  write('\x1b[2;5r\x1b[T\x1b[r')
  expect(places(made)).toEqual([
    [1, 4],
    [3, -1],
    [2, 1],
  ])
  // and to another line of another width
  write('\x1b[Habcdefghij klm')
  terminal.resize(10, 6)
  expect(places(made)[2]).toEqual([3, 1])
  expect(places(made)[0]).toEqual([2, 4])
})

test('refused requests: no parent, a cycle, too long a chain, a virtual child', () => {
  const { answer } = shown()
  expect(answer('a=p,i=2,P=9')).toBe('ENOPARENT')
  expect(answer('a=p,i=2,P=3')).toBe('ENOPARENT')
  expect(answer('a=p,i=2,P=1,Q=7')).toBe('ENOPARENT')
  expect(answer('a=p,i=2,P=1,U=1')).toBe('EINVAL')
  expect(answer('a=p,i=1,p=1,P=1,Q=1')).toBe('EINVAL')
  for (let depth = 2; depth <= chainMax + 1; depth += 1)
    expect(answer(`a=p,i=2,p=${depth},P=${depth === 2 ? 1 : 2},Q=${depth - 1}`)).toBe('OK')
  expect(answer('a=p,i=2,p=99,P=2,Q=9')).toBe('ETOODEEP')
  expect(answer('a=p,i=1,p=1,P=2,Q=4')).toBe('ECYCLE')
  // a chain below it counts
  expect(answer('a=p,i=3,p=1')).toBe('OK')
  expect(answer('a=p,i=1,p=1,P=3,Q=1')).toBe('ETOODEEP')
  expect(answer('a=p,i=2,p=9,P=3,Q=1')).toBe('OK')
  expect(answer('a=p,i=1,p=1,P=3,Q=1')).toBe('OK')
})

test('children go with their parent, and pictures that are shown nowhere else', () => {
  const after = (control: string) => {
    const made = shown()
    made.write(kitty('a=p,i=2,p=1,P=1,Q=1,V=1') + kitty('a=p,i=3,p=1,P=2,Q=1,V=1'))
    made.write(control)
    const { pictures } = made.terminal.screen
    return [
      pictures.placements.map(({ picture }) => picture.id),
      [...pictures.pictures.values()].map(({ id }) => id),
    ]
  }
  expect(after('')).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  expect(after(kitty('a=d,d=i,i=1,p=1'))).toEqual([[], [1]])
  expect(after(kitty('a=d,d=i,i=2,p=1'))).toEqual([[1], [1, 2]])
  expect(after(kitty('a=d,d=I,i=3,p=1'))).toEqual([
    [1, 2],
    [1, 2],
  ])
  // by the place where they are, and not where the cursor was
  expect(after(kitty('a=d,d=p,x=5,y=5'))).toEqual([
    [1, 2],
    [1, 2, 3],
  ])
  expect(after(kitty('a=d,d=y,y=3'))).toEqual([[], [1]])
  // each of them is on the screen itself
  expect(after('\x1b[2J')).toEqual([[], [1, 2, 3]])
  expect(after(kitty('a=t,q=2,i=1,s=1,v=1', pixels(1, 1)))).toEqual([[], [1]])
  // the parent leaves the history
  expect(after('\x1b[6;1H' + '\n'.repeat(60) + '\x1b[3J')).toEqual([[], [1]])
})

test('of a virtual parent the page knows where it is', () => {
  const made = shown()
  const { answer, terminal } = made
  expect(answer('a=p,i=2,p=5,U=1,c=2,r=1')).toBe('OK')
  expect(answer('a=p,i=3,p=1,P=2,Q=5,H=1,V=2')).toBe('OK')
  expect(answer('a=p,i=1,P=3,V=1')).toBe('OK')
  const [, prototype, ...anchored] = placedPictures(terminal.screen)
  expect(anchored.map(({ anchor, row, column }) => [anchor, row, column])).toEqual([
    [prototype?.serial, 2, 1],
    [prototype?.serial, 3, 1],
  ])
  // no place of the screen is known of them
  made.write(kitty('a=d,d=a') + '\x1b[2J')
  expect(places(made)).toHaveLength(3)
  made.write(kitty('a=d,d=i,i=2'))
  expect(places(made)).toEqual([])
})

test('the oldest goes where there are too many, but no parent of what comes', () => {
  const { terminal, write } = shown()
  write(kitty('a=p,i=2,P=1').repeat(placementsMax + 10))
  const { placements } = terminal.screen.pictures
  expect(placements).toHaveLength(placementsMax)
  expect(placements[0]?.picture.id).toBe(1)
})
