import { expect, test } from 'vitest'
import { droppedText, imageBytesMax, pastedImage } from '../../../src/core/consent/dropped.ts'

test('paths are quoted where the foreground program needs it, and end with a space', () => {
  expect(droppedText(['/srv/a.png'], 'bash').text).toBe('/srv/a.png ')
  expect(droppedText(['/srv/a b', "/srv/it's", '/srv/$(id)`x`', '/srv/-é'], 'bash').text).toBe(
    String.raw`'/srv/a b' '/srv/it'\''s' '/srv/$(id)` + "`x`' '/srv/-é' ",
  )
  expect(droppedText([String.raw`/a\'b`], 'fish').text).toBe(String.raw`'/a\\\'b' `)
  for (const program of ['claude', '']) expect(droppedText(['/a b'], program).text).toBe("'/a b' ")
})

test('names that need quotes are skipped for shells without reliable quotes', () => {
  for (const program of ['pwsh', 'elvish', 'nu', 'tcsh', '-csh', 'xonsh'])
    expect(droppedText(["/a'; touch ran; '", '/ok', '/a b'], program)).toEqual({
      text: '/ok ',
      problem: expect.stringMatching(/^Skipped 2 files: .*quoted safely for/),
    })
  expect(droppedText(['/a\nb', '/a b'], 'nu').problem).toMatch(/Skipped 1 file: .*Skipped 1 file:/)
})

test('names that could act as keys or are not UTF-8 are skipped, and counted', () => {
  const skipped = ['/a\nb', '/a\rb', '/a\x1b[201~', '/a\x9b', '/a\x7f', '/a\0', '/a\ufffd', 'rel']
  for (const path of skipped)
    expect(droppedText([path, '/ok'], 'bash')).toEqual({
      text: '/ok ',
      problem: expect.stringContaining('Skipped 1 file:'),
    })
  const all = droppedText(skipped, 'bash')
  expect(all.text).toBe('')
  expect(all.problem).toContain('Skipped 8 files')
  expect(droppedText(['/ok'], 'bash').problem).toBeNull()
})

/** The start of a PNG file. */
function png(width: number, height: number, length = 33): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

test('an image is described by its header, and refused if it is large or unknown', () => {
  expect(pastedImage(png(1200, 800, 250_980))).toEqual({
    kind: 'png',
    words: 'PNG image, 1200 × 800, 245.1 KiB',
  })
  expect(pastedImage(png(1, 1, imageBytesMax + 1))).toMatchObject({
    problem: expect.stringContaining('larger than 15 MiB'),
  })
  for (const bytes of [new Uint8Array(), png(0, 5), new TextEncoder().encode('<svg/>')])
    expect(pastedImage(bytes)).toMatchObject({ problem: expect.stringContaining('only PNG') })
})
