/** Checkpoints of a tab's terminal, with which a restored tab starts. */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { checkpointMs, outputRestMs } from '../../../../src/core/session/flow/limits.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import type { RestorableTab } from '../../../../src/core/session/session-ports.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { pictureHost } from '../../../../src/host/shadow/pictures.ts'
import type { PictureHost } from '../../../../src/terminal/images/host.ts'
import type { Snapshot } from '../../../../src/terminal/index.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../../support/frames/shadow.ts'

const saved = 300
const settings = { ...defaults, session: { ...defaults.session, scrollback_lines: saved } }
const pixel = '\x1b_Ga=T,f=24,s=1,v=1;AAAA\x1b\\'

/** Compresses without waiting. */
const deflating: PictureHost = {
  ...pictureHost(),
  deflateLater: (bytes, done) => done(deflateSync(bytes)),
}

/** @param before the tab that is restored */
function make(before: Partial<RestorableTab> = {}, pictures?: PictureHost) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const shadows = shadowsInPlace(clock, pictures)
  const { restoredOutput, sizesBefore } = before
  const session = new Session(
    {
      ...{ ...bashTab, settings, size: { cols: 80, rows: 24 }, word: 'restored' },
      ...(restoredOutput && sizesBefore ? { restoredOutput, sizesBefore } : {}),
    },
    { ...{ clock, start, shadow: shadows.port }, send: () => {}, writeClipboard: () => {} },
  )
  const wait = async (ms: number) => {
    clock.advance(ms)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  const shown = async () => {
    await wait(100)
    const asked = { form: 'text', scrollback: 10_000 } as const
    const taken = await session.delivery.shadow.questions.snapshot(asked)
    return new TextDecoder().decode(taken?.payload).trimEnd().split('\n')
  }
  const whole = () => session.restorable(saved)
  return { clock, pty: ptys[0]!, session, shadows, shown, wait, whole }
}

/** Lines of an agent that draws the last ten rows again for each step of its work. */
function printLines({ pty }: ReturnType<typeof make>, from: number, to: number): void {
  for (let line = from; line < to; line += 1) {
    pty.print(`\x1b[38;5;${line % 200}mline ${line}\x1b[m\r\n${'\r\n'.repeat(8)}`)
    for (let step = 0; step < 5; step += 1)
      pty.print(
        `\x1b[8A\r\x1b[J${Array.from({ length: 9 }, (_, row) => `${step} ${row}`).join('\r\n')}`,
      )
    pty.print('\x1b[8A\r\x1b[J')
  }
}

const numbersOf = (rows: readonly string[]) =>
  rows.flatMap((row) => /^line (\d+)$/.exec(row)?.[1] ?? []).map(Number)

async function imagesOf({
  session,
}: ReturnType<typeof make>): Promise<NonNullable<Snapshot['images']>> {
  const taken = await session.delivery.shadow.questions.snapshot({ form: 'json', scrollback: 0 })
  return (JSON.parse(new TextDecoder().decode(taken?.payload)) as Snapshot).images ?? []
}

/** The numbered lines of a tab and of the tab that restores it are the same. */
async function expectSame(
  made: ReturnType<typeof make>,
  least: number,
  lines = saved,
): Promise<void> {
  const whole = made.session.restorable(lines)
  const before = numbersOf(await made.shown())
  const after = numbersOf(await make(whole).shown())
  expect(after.length).toBeGreaterThanOrEqual(least)
  expect(after).toEqual(before.slice(-after.length))
}

it('a restored tab has the saved lines of a program that prints each many times', async () => {
  const made = make()
  printLines(made, 0, 1_000)
  await made.wait(outputRestMs)
  await expectSame(made, saved - 24)
  printLines(made, 1_000, 1_010)
  await expectSame(made, saved - 24)
})

it('a restored tab has the saved lines of a program that never rests', async () => {
  const made = make()
  for (let line = 0; line < 1_000; line += 1) {
    printLines(made, line, line + 1)
    await made.wait(checkpointMs / 400)
  }
  await expectSame(made, saved - 24)
})

it('a restored tab has as many lines as the user has set since the checkpoint', async () => {
  const made = make()
  printLines(made, 0, 1_000)
  await made.wait(outputRestMs)
  const more = 2 * saved
  made.session.configure({ ...settings, session: { ...settings.session, scrollback_lines: more } })
  printLines(made, 1_000, 1_001)
  await made.wait(outputRestMs)
  await expectSame(made, more - 24, more)
})

it('a restored tab looks as before, with its screen and styles', async () => {
  const made = make()
  printLines(made, 0, 1_000)
  made.pty.print('\x1b[1;31mred\x1b[m ')
  await made.wait(outputRestMs)
  const whole = made.whole()
  const again = make(whole)
  const styled = async ({ session }: typeof made) => {
    const asked = { form: 'styled', scrollback: 200 } as const
    const taken = await session.delivery.shadow.questions.snapshot(asked)
    return new TextDecoder().decode(taken?.payload).trimEnd()
  }
  await again.wait(100)
  expect(await styled(again)).toContain((await styled(made)).split('\n').slice(-200).join('\n'))
})

it('a restored tab is laid out for each size after the checkpoint', async () => {
  const made = make()
  printLines(made, 0, 1_000)
  await made.wait(outputRestMs)
  made.session.program.resize({ cols: 40, rows: 24 })
  await made.wait(1_000)
  made.pty.print(`${'a'.repeat(40)}${'b'.repeat(20)}\x1b[A\r>\r\n\nline 1000\r\n`)
  const whole = made.whole()
  expect(whole.sizesBefore?.map(({ cols }) => cols)).toEqual([80, 40])
  const rows = await make(whole).shown()
  expect(rows.join('\n')).toContain(`>${'a'.repeat(39)}\n${'b'.repeat(20)}`)
  await expectSame(made, saved - 24)
})

it('a tab is restored with its images, also of little output', async () => {
  for (const lines of [20, 900]) {
    const made = make({}, deflating)
    printLines(made, 0, lines)
    made.pty.print(pixel)
    printLines(made, lines, lines + 10)
    await made.wait(outputRestMs)
    const whole = made.whole()
    const text = Buffer.concat([...whole.restoredOutput]).toString()
    expect(text).not.toContain(pixel)
    const again = make(whole, deflating)
    await again.wait(100)
    for (const one of [made, again]) expect(await imagesOf(one)).toHaveLength(1)
    await expectSame(made, Math.min(lines, saved - 24))
  }
})

it('the images of a worker that dies are those of the next one', async () => {
  const made = make({}, deflating)
  made.pty.print(pixel)
  for (let count = 0; count < 30; count += 1) made.pty.print('\r'.repeat(50_000))
  await made.wait(outputRestMs)
  made.shadows.kill('whole')
  await made.wait(100)
  made.pty.print('later')
  await made.wait(100)
  expect(await imagesOf(made)).toHaveLength(1)
})

it('a checkpoint waits for an image that is being compressed, if the output has it', async () => {
  const waiting: (() => void)[] = []
  const deflateLater: PictureHost['deflateLater'] = (bytes, done) =>
    waiting.push(() => done(deflateSync(bytes)))
  const made = make({}, { ...pictureHost(), deflateLater })
  printLines(made, 0, 900)
  made.pty.print(pixel)
  await made.wait(outputRestMs)
  const outputOf = () => Buffer.concat([...made.whole().restoredOutput]).toString()
  expect(outputOf()).toContain(pixel)
  waiting[0]?.()
  await made.wait(outputRestMs)
  expect(outputOf()).toContain('\x1b_Va=t')
})

it('a checkpoint lacks no image after the death of a worker', async () => {
  const waiting: (() => void)[] = []
  const deflateLater: PictureHost['deflateLater'] = (bytes, done) =>
    waiting.push(() => done(deflateSync(bytes)))
  const made = make({}, { ...pictureHost(), deflateLater })
  const settle = async () => {
    for (const finish of waiting.splice(0)) finish()
    await made.wait(outputRestMs)
  }
  const flood = (count: number) => {
    for (let one = 0; one < count; one += 1) made.pty.print('\r'.repeat(50_000))
  }
  const hasImage = () =>
    Buffer.concat([...made.whole().restoredOutput])
      .toString()
      .includes('\x1b_Va=t')
  made.pty.print(pixel)
  flood(30)
  for (let turn = 0; turn < 3; turn += 1) await settle()
  expect(hasImage()).toBe(true)
  made.shadows.kill('whole')
  await made.wait(100)
  expect(await imagesOf(made)).toHaveLength(1)
  // the image of the next worker is not ready
  flood(1)
  await made.wait(outputRestMs)
  expect(hasImage()).toBe(true)
  // the last checkpoint is out of reach
  flood(30)
  await made.wait(outputRestMs)
  for (let turn = 0; turn < 2; turn += 1) await settle()
  expect(hasImage()).toBe(true)
})

const forged =
  `\x1b_Va=b;\x1b\\` +
  `\x1b_Va=t,i=1,s=1,v=1,f=32,o=z;${deflateSync(Buffer.alloc(4)).toString('base64')}\x1b\\` +
  '\x1b_Va=p,i=1,c=1,r=1,e=1,l=1,m=1,w=1000000,h=1000000,y=-3\x1b\\'

it('a program does not add to the images of a checkpoint', async () => {
  for (const image of ['', pixel]) {
    const made = make({}, deflating)
    made.pty.print(`${forged}${image}first\r\n${forged}second`)
    for (let turn = 0; turn < 2; turn += 1) await made.wait(outputRestMs)
    made.pty.print(`${forged}third`)
    await made.wait(100)
    const again = make(made.whole(), deflating)
    await again.wait(100)
    again.pty.print(`${forged}fourth`)
    await again.wait(100)
    const third = make(again.session.delivery.history.whole(), deflating)
    await third.wait(100)
    for (const one of [made, again, third])
      expect(await imagesOf(one)).toHaveLength(image === '' ? 0 : 1)
    again.shadows.kill('whole')
    await again.wait(100)
    expect(await imagesOf(again)).toHaveLength(image === '' ? 0 : 1)
  }
})

it('a worker that dies while it reads the images of a checkpoint changes none', async () => {
  const made = make({}, deflating)
  for (let id = 1; id <= 8; id += 1) {
    const data = randomBytes(4 * 300 * 300)
    for (let at = 0; at < data.length; at += 90_000) {
      const more = at + 90_000 < data.length ? 1 : 0
      const control =
        at === 0 ? `a=T,q=2,f=32,i=${id},s=300,v=300,c=${id},r=1,m=${more}` : `m=${more}`
      made.pty.print(`\x1b_G${control};${data.toString('base64', at, at + 90_000)}\x1b\\`)
    }
    made.pty.print('\r\n')
    await made.wait(1)
  }
  for (let turn = 0; turn < 3; turn += 1) await made.wait(outputRestMs)
  const before = await imagesOf(made)
  const whole = made.whole()
  for (const fed of [400_000, 900_000, 1_500_000, 2_500_000]) {
    const again = make(whole, deflating)
    while (again.shadows.fed < fed) await again.wait(1)
    again.shadows.kill('whole')
    await again.wait(1_000)
    expect(await imagesOf(again)).toEqual(before.slice(-6))
  }
})

it('lines that the user clears while a checkpoint is taken do not return', async () => {
  const made = make()
  printLines(made, 0, 1_000)
  made.shadows.hold = true
  await made.wait(outputRestMs)
  made.session.delivery.clearScrollback()
  made.shadows.hold = false
  made.shadows.deliver()
  await made.wait(1)
  const [oldest = 0] = numbersOf(await make(made.whole()).shown())
  expect(oldest).toBeGreaterThan(1_000 - 24) // on the screen
})

it('a checkpoint that the kept output does not reach is not used', async () => {
  const made = make()
  printLines(made, 0, 1_000)
  await made.wait(outputRestMs)
  const line = `${'x'.repeat(98)}\r\n`
  for (let count = 0; count < 12; count += 1) made.pty.print(line.repeat(1_000))
  const text = Buffer.concat([...made.whole().restoredOutput]).toString()
  expect(text).toBe(line.repeat(saved))
})

it('a tab is saved again after a checkpoint', async () => {
  const made = make()
  printLines(made, 0, 1_000)
  const { history } = made.session.delivery
  const before = history.version
  await made.wait(outputRestMs)
  expect(history.version).toBeGreaterThan(before)
})
