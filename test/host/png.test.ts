/** The picture in the tray as a file. */
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { trayPicture, trayPictureSize } from '../../src/core/windows/attention/tray-picture.ts'
import { png } from '../../src/host/desktop/png.ts'

describe('tray picture', () => {
  it('is a PNG of its pixels', () => {
    const pixels = trayPicture(3)
    const file = png({ width: trayPictureSize, height: trayPictureSize, pixels })
    const data = file.subarray(file.indexOf('IDAT') + 4, file.indexOf('IEND') - 8)
    const rows = inflateSync(data)
    const back = new Uint8Array(pixels.length)
    for (let row = 0; row < trayPictureSize; row += 1)
      back.set(
        rows.subarray(row * (trayPictureSize * 4 + 1) + 1, (row + 1) * (trayPictureSize * 4 + 1)),
        row * trayPictureSize * 4,
      )
    expect([file.readUInt32BE(16), Buffer.compare(Buffer.from(back), Buffer.from(pixels))]).toEqual(
      [trayPictureSize, 0],
    )
  })

  it('differs by its number, up to ten', () => {
    const drawn = Array.from({ length: 12 }, (_, count) =>
      Buffer.from(trayPicture(count)).toString('base64'),
    )
    expect([new Set(drawn).size, drawn[10] === drawn[11]]).toEqual([11, true])
  })
})
