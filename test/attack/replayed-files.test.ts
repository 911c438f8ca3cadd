/**
 * Output that a terminal is given again reads and deletes no file that it names: not in a restored
 * tab, and not in a worker that follows a crashed one. It may be of another machine.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaults } from '../../src/core/config/table.ts'
import { outputRingBytesMax } from '../../src/core/session/flow/limits.ts'
import type { SessionOptions } from '../../src/core/session/session-ports.ts'
import { Session } from '../../src/core/session/session.ts'
import { pictureHost } from '../../src/host/shadow/pictures.ts'
import { bashTab } from '../support/fake/bash-tab.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { fakeStart } from '../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../support/frames/shadow.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const pixels = new Uint8Array(2 * 2 * 4).fill(0xff)

let folder = ''
/** Files that programs share: each is read, and the last two are deleted, where that is allowed. */
let files: Readonly<Record<'f' | 't' | 's', string>> = { f: '', t: '', s: '' }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-replayed-'))
  const shared = `vibeflow-tty-graphics-protocol-${process.pid}`
  files = {
    f: join(folder, 'a.rgba'),
    t: join(folder, 'tty-graphics-protocol.rgba'),
    s: join('/dev/shm', shared),
  }
  for (const file of Object.values(files)) writeFileSync(file, pixels)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  rmSync(files.s, { force: true })
})

/** Commands that show these files as images. */
const shown = () =>
  (['f', 't', 's'] as const)
    .map((medium) => {
      const name = medium === 's' ? files.s.replace('/dev/shm', '') : files[medium]
      return `\x1b_Ga=T,q=2,s=2,v=2,t=${medium};${base64(name)}\x1b\\`
    })
    .join('')

const settings = { ...defaults, ui: { ...defaults.ui, images: true } }

/** A tab with a worker in place, and the media of the files that have been read. */
function make(options: Partial<SessionOptions> = {}) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const host = pictureHost()
  const read: string[] = []
  const shadows = shadowsInPlace(clock, {
    ...host,
    read: (medium, path, range) => {
      read.push(medium)
      return host.read(medium, path, range)
    },
  })
  const session = new Session(
    { ...bashTab, directory: folder, settings, ...options },
    { clock, start, send: () => undefined, writeClipboard: () => undefined, shadow: shadows.port },
  )
  session.attach()
  const print = (text: string) => {
    ptys.at(-1)?.print(text)
    clock.advance(1_000)
  }
  /** Tells whose files the output names, as a shell prompt does. */
  const at = (host: string) => print(`\x1b]7;file://${host}/srv\x07`)
  clock.advance(1_000)
  return { at, clock, print, read, session, shadows }
}

const kept = () => Object.values(files).map((file) => existsSync(file))
const all = [true, true, true]

describe('restored output', () => {
  it('reads and deletes no file', () => {
    const { read } = make({ restoredOutput: [encode(`old$ ${shown()}`)], word: 'restored' })
    expect([read, kept()]).toEqual([[], all])
  })

  it('reads and deletes no file in a tab whose program waits to be started', () => {
    const { read } = make({
      restoredOutput: [encode(shown())],
      deferredStart: true,
      word: 'restored',
    })
    expect([read, kept()]).toEqual([[], all])
  })

  it('reads and deletes no file in a tab that is reopened again and again', () => {
    let { restoredOutput } = make({ restoredOutput: [encode(shown())] }).session.restorable()
    for (let time = 0; time < 3; time += 1) {
      const { print, read, session } = make({ restoredOutput, word: 'reopened' })
      session.input.type('keys', encode('x'))
      print('$ ')
      expect([read, kept()]).toEqual([[], all])
      ;({ restoredOutput } = session.restorable())
    }
    expect(Buffer.concat(restoredOutput).toString()).toContain(base64(files.t))
  })

  it('starts no command that later output ends', () => {
    const name = base64(files.t)
    for (const [before, after] of [
      [`\x1b_Ga=T,q=2,s=2,v=2,t=t,m=1;${name.slice(0, 8)}\x1b\\`, `\x1b_Gm=0;${name.slice(8)}`],
      [`\x1b_Ga=T,q=2,s=2,v=2,t=t;${name.slice(0, 8)}`, name.slice(8)],
      [`\x1b_Ga=T,q=2,s=2,v=2,t=t;${name}`, ''],
    ] as const) {
      const { print, read } = make({ restoredOutput: [encode(before)] })
      print(`${after}\x1b\\`)
      expect([read, kept()]).toEqual([[], all])
    }
  })

  it('does not delete the files of later output while it runs', () => {
    const { print, read } = make({ restoredOutput: [encode(shown())], word: 'restored' })
    print(shown())
    expect([read, kept()]).toEqual([
      ['file', 'temporary', 'shared'],
      [true, false, false],
    ])
  })
})

describe('a worker after a crash', () => {
  it('reads and deletes no file that was named by another machine', () => {
    const { at, print, read, shadows } = make()
    at('build')
    print(shown())
    at('thishost')
    expect(read).toEqual([])
    shadows.kill('whole')
    expect([read, kept()]).toEqual([[], all])
  })

  it('reads no file a second time', () => {
    const { print, read, shadows } = make()
    print(shown())
    expect(read).toEqual(['file', 'temporary', 'shared'])
    for (const file of Object.values(files)) writeFileSync(file, pixels)
    shadows.kill('whole')
    expect([read.length, kept()]).toEqual([3, all])
  })

  it('reads no file that was named while there was none', () => {
    const { at, clock, print, read, session, shadows } = make()
    at('build')
    shadows.kill('never')
    print(shown())
    at('thishost')
    clock.advance(24 * 3_600_000)
    expect([shadows.open, session.delivery.shadow.problem]).toEqual([1, null])
    expect([read, kept()]).toEqual([[], all])
  })

  it('reads the files of output that follows more output than is kept', () => {
    const { at, print, read } = make()
    at('build')
    print(`${'x'.repeat(outputRingBytesMax)}${shown()}`)
    at('thishost')
    expect([read, kept()]).toEqual([[], all])
    print(shown())
    expect(read).toEqual(['file', 'temporary', 'shared'])
  })

  it('reads the files of output printed to it', () => {
    const { print, read, shadows } = make()
    shadows.kill('whole')
    print(shown())
    expect([read, kept()]).toEqual([
      ['file', 'temporary', 'shared'],
      [true, false, false],
    ])
  })
})
