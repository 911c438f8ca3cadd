/** Kitty's graphics protocol: what is sent, shown, answered and taken away. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawing, kitty, pixels } from './support.ts'

const ok = '\x1b_Gi=1;OK\x1b\\'

test('pixels are sent and shown at the cursor, which goes right of their last row', () => {
  const { terminal, reported, write } = drawing()
  write(`ab${kitty('a=T,i=1,s=25,v=30,f=32', pixels(25, 30))}c`)
  const [one] = terminal.screen.pictures.placements
  expect(reported()).toBe(ok)
  expect(one).toMatchObject({ row: 0, column: 2, cols: 3, rows: 2, width: 2.5, height: 1.5 })
  expect(one?.picture.data).toEqual(pixels(25, 30))
  expect(terminal.rowTexts()[1]).toBe('     c')
})

test('RGB, zlib, pieces, cut at each byte', () => {
  const rgb = Buffer.alloc(4 * 2 * 3, 7)
  const whole = Buffer.alloc(4 * 2 * 4, 7)
  for (let at = 3; at < whole.length; at += 4) whole[at] = 255
  const data = deflateSync(rgb).toString('base64')
  const half = 4 * Math.floor(data.length / 8)
  const commands =
    `\x1b_Ga=t,i=1,f=24,s=4,v=2,o=z,m=1;${data.slice(0, half)}\x1b\\` +
    `\x1b_Gm=0;${data.slice(half)}\x1b\\${kitty('a=p,i=1,p=9,C=1')}`
  for (let cut = 0; cut < commands.length; cut += 1) {
    const { terminal, reported, write } = drawing()
    write(commands.slice(0, cut))
    write(commands.slice(cut))
    expect(reported()).toBe(`${ok}\x1b_Gi=1,p=9;OK\x1b\\`)
    expect(terminal.screen.pictures.byId(1)?.data).toEqual(new Uint8Array(whole))
    expect(terminal.screen.pictures.placements).toHaveLength(1)
    expect([terminal.screen.x, terminal.screen.y]).toEqual([0, 0])
  }
})

test('pieces that name their action, the last of which names nothing else', () => {
  const { terminal, reported, write } = drawing()
  const data = Buffer.from(pixels(2, 2)).toString('base64')
  const pieces = (rest: string, last: string) =>
    write(
      `\x1b_Ga=T,i=1,s=2,v=2,C=1,m=1;${data.slice(0, 8)}\x1b\\` +
        `\x1b_G${rest};${data.slice(8, 16)}\x1b\\\x1b_G${last};${data.slice(16)}\x1b\\`,
    )
  for (const [rest, last] of [
    ['a=T,m=1', 'a=T'],
    ['a=T,m=1', 'm=0'],
    ['m=1,q=0', ''],
  ] as const) {
    pieces(rest, last)
    expect(reported(), `${rest} ${last}`).toBe(ok)
    expect(terminal.screen.pictures.byId(1)?.data).toEqual(pixels(2, 2))
  }
  // another command in between ends them
  pieces('a=d,d=A', 'a=T')
  pieces('a=p,i=1,m=1', 'm=0')
  expect(reported()).not.toContain(';OK')
})

test('errors are reported, quietly if requested, and never without a name', () => {
  const { reported, write } = drawing()
  const answers = (control: string, data: Uint8Array | string = '') => {
    write(kitty(control, data))
    return reported()
  }
  expect(answers('a=q,i=1,s=1,v=1', pixels(1, 1))).toBe(ok)
  expect(answers('a=q,i=1,s=1,v=2', pixels(1, 1))).toContain(';EINVAL:')
  expect(answers('a=p,i=77')).toContain('i=77;ENOENT:')
  expect(answers('a=t,i=1,s=9999,v=9999', pixels(1, 1))).toContain(';EFBIG:')
  expect(answers('a=t,i=1,s=0,v=1', pixels(1, 1))).toContain(';EINVAL:')
  expect(answers('a=t,i=1,f=100', 'no picture')).toContain(';EINVAL:')
  expect(answers('a=t,i=1,s=1,v=1,q=2')).toBe('')
  expect(answers('a=t,i=1,s=1,v=1,q=1', pixels(1, 1))).toBe('')
  expect(answers('a=t,s=1,v=1', pixels(1, 1))).toBe('')
  expect(answers('a=t,i=1,I=2,s=1,v=1', pixels(1, 1))).toContain(';EINVAL:')
  expect(answers('a=t,I=5,s=1,v=1', pixels(1, 1))).toBe('\x1b_Gi=3,I=5;OK\x1b\\')
  expect(answers('a=p,I=5')).toBe('\x1b_Gi=3,I=5;OK\x1b\\')
  expect(answers('nonsense')).toBe('')
})

test('placements scroll into the history with their rows, and go with them', () => {
  const { terminal, write } = drawing({ rows: 4, scrollback: 3 })
  const { pictures } = terminal.screen
  write(`${kitty('a=T,i=1,s=10,v=40', pixels(10, 40))}\r\n\n\n\n`)
  expect(pictures.placements[0]?.row).toBe(0)
  write('\n\n')
  expect(pictures.placements).toHaveLength(1)
  pictures.sweep(terminal.screen.firstRow - 3)
  expect(pictures.placements).toHaveLength(1)
  write('\n\n\n')
  pictures.sweep(terminal.screen.firstRow - 3)
  expect(pictures.placements).toHaveLength(0)
  expect(pictures.byId(1)).toBeDefined()
})

test('regions scroll images in them and cut them off', () => {
  const { terminal, write } = drawing()
  const { pictures } = terminal.screen
  write(`\x1b[2;1H${kitty('a=T,i=1,s=10,v=60,C=1', pixels(10, 60))}\x1b[2;5r\x1b[2S`)
  expect(pictures.placements[0]).toMatchObject({ row: -1, from: 2, end: 3 })
  write('\x1b[S')
  expect(pictures.placements).toEqual([])
})

test('ED 2, the alternate screen and RIS remove visible images', () => {
  const shown = kitty('a=T,i=1,s=10,v=20', pixels(10, 20))
  const left = (text: string) => {
    const { terminal, write } = drawing()
    write(shown + text)
    return terminal.screen.pictures.placements.length
  }
  expect(left('')).toBe(1)
  expect(left('\x1b[2J')).toBe(0)
  expect(left('\x1bc')).toBe(0)
  expect(left(`\x1b[?1049h`)).toBe(1)
  expect(left(`\x1b[?1049h${shown}`)).toBe(1) // the same id: the other one has gone
  expect(left(`\x1b[?1049h${kitty('a=p,i=1')}\x1b[?1049l\x1b[?1049h`)).toBe(1)
})

test('deletion: by id, number, place, z, range; uppercase frees images shown nowhere', () => {
  const one = (id: number, z = 0) => kitty(`a=T,i=${id},s=10,v=20,C=1,z=${z}`, pixels(10, 20))
  const left = (control: string) => {
    const { terminal, write } = drawing()
    write(`${one(1)}\x1b[3;4H${one(2, -5)}\x1b[1;1H${kitty(`a=d,${control}`)}`)
    const { pictures } = terminal.screen
    return [pictures.placements.map(({ picture }) => picture.id), pictures.pictures.size]
  }
  expect(left('d=a')).toEqual([[], 2])
  expect(left('d=A')).toEqual([[], 0])
  expect(left('d=i,i=2')).toEqual([[1], 2])
  expect(left('d=I,i=2')).toEqual([[1], 1])
  expect(left('d=c')).toEqual([[2], 2])
  expect(left('d=p,x=4,y=3')).toEqual([[1], 2])
  expect(left('d=q,x=4,y=3,z=-4')).toEqual([[1, 2], 2])
  expect(left('d=q,x=4,y=3,z=-5')).toEqual([[1], 2])
  expect(left('d=x,x=4')).toEqual([[1], 2])
  expect(left('d=Y,y=1')).toEqual([[2], 1])
  expect(left('d=z,z=-5')).toEqual([[1], 2])
  expect(left('d=R,x=1,y=5')).toEqual([[], 0])
})

test('files: own, regular, of the temporary folder; `t` deletes; never through a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-tty-graphics-protocol-'))
  try {
    const file = join(folder, 'a.rgba')
    writeFileSync(file, pixels(2, 2))
    symlinkSync(file, join(folder, 'link'))
    mkdirSync(join(folder, 'folder'))
    const { reported, write } = drawing()
    const answer = (control: string, path: string) => {
      write(kitty(`a=t,i=1,s=2,v=2,${control}`, path))
      return reported().replace(/:.*\x1b/s, '\x1b')
    }
    expect(answer('t=f', file)).toBe(ok)
    for (const path of [
      join(folder, 'link'),
      join(folder, 'folder'),
      '/etc/passwd',
      '/dev/zero',
      '/proc/self/mem',
      `${folder}/../${folder.split('/').at(-1)}/a.rgba`,
      'a.rgba',
      '',
    ])
      expect(answer('t=f', path), path).toBe('\x1b_Gi=1;EBADF\x1b\\')
    expect(answer('t=s', '../etc/passwd')).toBe('\x1b_Gi=1;EBADF\x1b\\')
    expect(answer('t=t', file)).toBe(ok)
    expect(existsSync(file)).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
