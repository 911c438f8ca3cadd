/**
 * Kitty's graphics protocol as kitty's own tests have it, by what they show and not by their text:
 * places, sizes, the cursor, margins, numbers, deletion, frames. Cells are 10 x 20 px.
 */
import { expect, test } from 'vitest'
import { drawing, kitty, pixels, type Drawing } from './support.ts'

const sent = (id: number, width: number, height: number, control = ''): string =>
  kitty(`a=T,q=2,i=${id},s=${width},v=${height},${control}`, pixels(width, height))

const cursor = ({ terminal: { screen } }: Drawing) => [screen.x, screen.y]

/** Returns the position of each placement, and its remaining rows. */
const standing = ({ terminal: { screen } }: Drawing) =>
  screen.pictures.placements.map(({ row, from, end }) => [row - screen.firstRow, from, end])

const images = ({ terminal }: Drawing) => [
  ...[...terminal.screen.pictures.pictures.values()].map(({ id }) => id),
]

test('the cursor moves past the cells of the image, with offsets, or stays', () => {
  const after = (...texts: string[]) => {
    const made = drawing({ cols: 10 })
    for (const text of texts) made.write(text)
    return cursor(made)
  }
  expect(after(sent(1, 10, 20))).toEqual([1, 0])
  expect(after(sent(1, 10, 20, 'c=10,r=1'))).toEqual([0, 1])
  expect(after(sent(1, 10, 20), sent(2, 10, 20, 'C=1'))).toEqual([1, 0])
  expect(after(sent(1, 20, 40, 'c=3'))).toEqual([3, 2])
  expect(after(sent(1, 10, 20, 'X=5,Y=5'))).toEqual([2, 1])
})

test('an image with a size in cells ends with them, wherever in the first one it starts', () => {
  const drawn = (control: string) => {
    const made = drawing()
    made.write(sent(1, 20, 40, control))
    const { left, top, width, height, cols, rows } = made.terminal.screen.pictures.placements[0]!
    return [left, top, width, height, cols, rows]
  }
  expect(drawn('c=10,r=1,X=3,Y=1')).toEqual([0.3, 0.05, 9.7, 0.95, 10, 1])
  // the other side follows: as wide as high in cells
  expect(drawn('c=3,X=5')).toEqual([0.5, 0, 2.5, 2.5, 3, 3])
  expect(drawn('r=3,Y=10')).toEqual([0, 0.5, 2.5, 2.5, 3, 3])
  expect(drawn('X=5,Y=10')).toEqual([0.5, 0.5, 2, 2, 3, 3])
  expect(drawn('c=1,X=10')).toEqual([1, 0, 0, 0, 1, 1])
})

test('a region moves whole images in it, cuts at its edges, and leaves all else', () => {
  const after = (rows: number, at: number, text: string) => {
    const made = drawing({ rows: 8 })
    made.write(`\x1b[${at};1H${sent(1, 10, rows * 20, 'C=1')}${text}`)
    return standing(made)
  }
  const [up, down] = ['\x1b[2;4r\x1b[S', '\x1b[2;4r\x1b[T']
  expect(after(1, 1, up)).toEqual([[0, 0, 1]])
  expect(after(1, 8, up)).toEqual([[7, 0, 1]])
  expect(after(2, 3, up)).toEqual([[1, 0, 2]])
  expect(after(2, 2, up)).toEqual([[0, 1, 2]])
  expect(after(2, 2, `${up}\x1b[S`)).toEqual([])
  expect(after(2, 3, down)).toEqual([[3, 0, 1]])
  expect(after(2, 3, `${down}\x1b[T`)).toEqual([])
  // across an edge
  for (const move of [up, down]) {
    expect(after(2, 1, move)).toEqual([[0, 0, 2]])
    expect(after(3, 3, move)).toEqual([[2, 0, 3]])
  }
  // lines that come in or go
  expect(after(2, 3, '\x1b[2;1H\x1b[2L')).toEqual([[4, 0, 2]])
  expect(after(2, 3, '\x1b[4;1H\x1b[2L')).toEqual([[2, 0, 2]])
  expect(after(2, 3, '\x1b[2;1H\x1b[M')).toEqual([[1, 0, 2]])
  // from the top of the primary screen rows go to the history
  expect(after(2, 2, '\x1b[1;4r\x1b[4;1H\n')).toEqual([[0, 0, 2]])
  expect(after(4, 3, '\x1b[1;4r\x1b[4;1H\n\n')).toEqual([[2, 0, 4]])
  expect(after(1, 6, '\x1b[1;4r\x1b[4;1H\n\n')).toEqual([[5, 0, 1]])
})

test('a scaled image is clipped, not squeezed, when its region scrolls', () => {
  const made = drawing()
  made.write(`\x1b[2;3r\x1b[2;1H${sent(1, 10, 80, 'c=1,r=2,C=1')}\x1b[S`)
  expect(standing(made)).toEqual([[0, 1, 2]])
  expect(made.terminal.screen.pictures.placements[0]).toMatchObject({ width: 1, height: 2 })
})

test('parts below the end of the screen become visible with the rows', () => {
  const made = drawing()
  made.write(`\x1b[?1049h\x1b[5;1H${sent(1, 10, 80, 'C=1')}\x1b[2S`)
  const [one] = made.terminal.screen.pictures.placements
  expect([one?.row, one?.from, one?.end]).toEqual([2, 0, 4])
  made.write('\x1b[3T')
  expect([one?.row, one?.from, one?.end]).toEqual([5, 0, 1])
})

test('numbers: the newest has it, and is deleted first', () => {
  const made = drawing()
  const answer = (control: string, data?: Uint8Array): string => {
    made.write(kitty(control, data))
    return made.reported()
  }
  const one = pixels(1, 1)
  const said = (ids: string): string => `\x1b_G${ids};OK\x1b\\`
  expect(answer('a=t,I=1,i=3,s=1,v=1', one)).toContain('EINVAL')
  for (const id of [1, 2, 3]) expect(answer('a=t,I=1,s=1,v=1', one)).toBe(said(`i=${id},I=1`))
  expect(answer('a=t,i=5,s=1,v=1', one)).toBe(said('i=5'))
  expect(answer('a=t,I=3,s=1,v=1', one)).toBe(said('i=4,I=3'))
  expect(answer('a=p,c=2,r=2,I=3')).toBe(said('i=4,I=3'))
  expect(answer('a=p,c=2,r=2,I=94')).toContain('ENOENT')
  made.write(kitty('a=d,d=N,I=94'))
  expect(images(made)).toEqual([1, 2, 3, 5, 4])
  made.write(kitty('a=d,d=N,I=1'))
  expect(images(made)).toEqual([1, 2, 5, 4])
  expect(answer('a=p,I=1')).toBe(said('i=2,I=1'))
})

test('deletion frees images that are shown nowhere, if named or if shown there', () => {
  const made = drawing()
  const after = (text: string): readonly number[] => {
    made.write(text)
    return images(made)
  }
  const stored = (id: number): string => sent(id, 10, 20).replace('a=T', 'a=t')
  expect(after(stored(1) + kitty('a=d,d=I,i=1'))).toEqual([])
  expect(after(stored(1) + stored(2) + kitty('a=d,d=R,x=1,y=2'))).toEqual([])
  expect(after(sent(1, 10, 20) + kitty('a=d'))).toEqual([1])
  expect(after(kitty('a=d,d=A'))).toEqual([1])
  expect(after(`\x1bc${sent(1, 10, 20)}${kitty('a=d,d=A')}`)).toEqual([])
  expect(after(sent(1, 10, 20) + kitty('a=d,d=I,i=1,p=7'))).toEqual([1])
  expect(after(kitty('a=d,d=I,i=1'))).toEqual([])
  expect(after(sent(1, 10, 20, 'p=9') + kitty('a=d,d=I,i=1,p=9'))).toEqual([])
  // by the cursor, which is after it
  expect(after(`\x1bc${sent(1, 10, 20)}${sent(2, 10, 20)}${kitty('a=d,d=C')}`)).toEqual([1, 2])
  expect(after(`\x1b[H${kitty('a=d,d=C')}`)).toEqual([2])
  expect(after(kitty('a=d,d=P,x=2,y=1'))).toEqual([])
  expect(after(sent(1, 10, 20) + sent(2, 10, 20) + sent(3, 10, 20))).toEqual([1, 2, 3])
  expect(after(kitty('a=d,d=R,y=2'))).toEqual([3])
  expect(after(kitty('a=d,d=R,x=3,y=3'))).toEqual([])
})

test('frames are answered by number, come in pieces, and are mixed unless they replace', () => {
  const made = drawing()
  const { pictures } = made.terminal.screen
  const [red, blue, clear] = [0xff0000ff, 0xffff0000, 0]
  const shows = (): readonly (readonly number[])[] =>
    (pictures.byId(1)?.animation?.frames ?? []).map(({ data }) => [
      ...new Uint32Array(data!.slice().buffer),
    ])
  const answer = (...commands: string[]): string => {
    made.write(commands.join(''))
    return made.reported()
  }
  const frame = (control: string, colour: number): string =>
    answer(kitty(`a=f,i=1,s=2,v=2,${control}`, pixels(2, 2, colour)))
  answer(kitty('a=t,i=1,s=2,v=2', pixels(2, 2, red)))
  const data = Buffer.from(pixels(2, 2, blue)).toString('base64')
  const pieces = [data.slice(0, 8), data.slice(8, 16), data.slice(16)]
  expect(
    answer(
      `\x1b_Ga=f,i=1,s=2,v=2,z=77,m=1;${pieces[0]}\x1b\\`,
      `\x1b_Gm=1;${pieces[1]}\x1b\\\x1b_Gm=0;${pieces[2]}\x1b\\`,
    ),
  ).toBe('\x1b_Gi=1,r=2;OK\x1b\\')
  expect(pictures.byId(1)?.animation?.frames[0]?.gap).toBe(77)
  expect(frame('r=2', clear)).toBe('\x1b_Gi=1,r=2;OK\x1b\\')
  expect(frame('r=2,C=1', clear)).toContain('OK')
  expect(shows()).toEqual([Array(4).fill(blue)])
  expect(frame('r=2,X=1', clear)).toContain('OK')
  expect(shows()).toEqual([Array(4).fill(clear)])
  expect(frame('c=1,z=101', red)).toBe('\x1b_Gi=1,r=3;OK\x1b\\')
  for (const key of ['x', 'y', 'X', 'Y'])
    expect(answer(kitty(`a=c,i=1,r=1,c=2,${key}=4294967295`))).toContain('EINVAL')
})
