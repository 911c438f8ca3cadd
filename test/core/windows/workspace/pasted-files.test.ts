/** Images in the clipboard, dropped images and dropped files, as text for a paste. */
import { expect, test } from 'vitest'
import type { MainMessage } from '../../../../src/core/ipc/contract.ts'
import {
  ClipboardService,
  type ClipboardPort,
} from '../../../../src/core/windows/workspace/clipboard-service.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'

/** The start of a PNG file of 2 by 3 px. */
const png = Uint8Array.from(
  [...'\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03'.padEnd(33, '\0')],
  (character) => character.charCodeAt(0),
)

function make(
  ports: Partial<ClipboardPort>,
  elsewhere: string | null = null,
  connections: (string | null)[] = [],
) {
  const sent: MainMessage[] = []
  const saved: string[] = []
  const service = new ClipboardService(
    {
      write: () => Promise.resolve(),
      read: () => Promise.resolve(''),
      readImage: () => Promise.resolve(null),
      saveImage: (_bytes, kind) => {
        saved.push(kind)
        return Promise.resolve(`/state/my images/image.${kind}`)
      },
      copies: {
        connection: () => null,
        image: (connection, _bytes, kind) => Promise.resolve(`/tmp/${connection}/image.${kind}`),
        file: (connection, path) =>
          path === '/bad'
            ? Promise.reject(new Error('it is not a file.'))
            : Promise.resolve(`/tmp/${connection}${path}`),
      },
      ...ports,
    },
    new FakeClock(),
    { send: (message) => void sent.push(message) },
  )
  const target = {
    request: 1,
    heeded: () => true,
    elsewhere: () => elsewhere,
    connection: () => (connections.length > 1 ? connections.shift() : connections[0]) ?? null,
    program: () => 'bash',
  }
  const text = () => sent.flatMap((one) => (one.kind === 'clipboard/text' ? [one.text] : []))
  const said = () => sent.flatMap((one) => ('level' in one || 'text' in one ? [one.text] : []))
  return { sent, saved, service, target, text, said }
}

test('an image becomes the quoted path of a file, with a description', async () => {
  const { saved, sent, service, target, text } = make({ readImage: () => Promise.resolve(png) })
  await service.read('clipboard', target)
  expect(text()).toEqual(["'/state/my images/image.png' "])
  expect(sent).toEqual([
    expect.objectContaining({ image: { words: 'PNG image, 2 × 3, 33 bytes', bytes: png } }),
  ])
  expect(saved).toEqual(['png'])
})

test('an image whose path the shell would misread is not inserted, with a warning', async () => {
  const { service, target, text, said } = make({ readImage: () => Promise.resolve(png) })
  await service.read('clipboard', { ...target, program: () => 'nu' })
  expect(text()).toEqual([''])
  expect(said().join()).toContain('quoted safely for nu')
})

test('text has priority over an image, and the primary selection has no images', async () => {
  const readImage = () => Promise.resolve(png)
  const both = make({ read: () => Promise.resolve('text'), readImage })
  await both.service.read('clipboard', both.target)
  const primary = make({ readImage })
  await primary.service.read('primary', primary.target)
  expect([both.text(), primary.text()]).toEqual([['text'], ['']])
  expect([...both.saved, ...primary.saved]).toEqual([])
})

test('an image is refused if it is unknown or unsaved, or the program is elsewhere', async () => {
  for (const [ports, elsewhere, problem] of [
    [{ readImage: () => Promise.resolve(new Uint8Array(9)) }, null, 'only PNG'],
    [{ readImage: () => Promise.reject(new Error('it hangs.')) }, null, 'it hangs.'],
    [
      {
        readImage: () => Promise.resolve(png),
        saveImage: () => Promise.reject(new Error('the disk is full.')),
      },
      null,
      'the disk is full.',
    ],
    [{ readImage: () => Promise.resolve(png) }, 'on build', 'runs on build'],
  ] as const) {
    const { saved, service, target, text, said } = make(ports, elsewhere)
    await service.read('clipboard', target)
    expect([text(), saved]).toEqual([[''], []])
    expect(said().join()).toContain(`Couldn't paste: `)
    expect(said().join()).toContain(problem)
  }
})

test('an image and dropped files are copied through the connection, with a notice', async () => {
  const { saved, sent, service, target, text } = make({}, 'on build', ['build'])
  await service.insertImage(target, png)
  await service.insertPaths(target, ['/a', '/b c'])
  expect(text().filter((one) => one.startsWith('/'))).toEqual([
    '/tmp/build/image.png ',
    "/tmp/build/a '/tmp/build/b c' ",
  ])
  expect(saved).toEqual([])
  expect(sent[0]).toEqual({
    kind: 'clipboard/waits',
    request: 1,
    text: 'Copying a file to where the program runs, on build',
  })
})

test('nothing is inserted if a copy fails or the connection has changed', async () => {
  const failed = make({}, 'on build', ['build'])
  await failed.service.insertPaths(failed.target, ['/a', '/bad'])
  const changed = make({}, 'on build', ['build', 'build', null])
  await changed.service.insertImage(changed.target, png)
  const many = make({}, 'on build', ['build'])
  await many.service.insertPaths(many.target, Array<string>(21).fill('/a'))
  for (const [{ said, sent }, problem] of [
    [failed, 'it is not a file.'],
    [changed, 'the connection of this tab has changed'],
    [many, 'up to 20 files'],
  ] as const) {
    expect(said().join()).toContain(problem)
    expect(sent.at(-1)).toMatchObject({ kind: 'clipboard/text', text: '' })
  }
})

test('dropped paths are inserted, with a warning if the program is elsewhere', async () => {
  const here = make({})
  await here.service.insertPaths(here.target, ['/a b', '/c'])
  expect(here.sent).toEqual([
    { kind: 'clipboard/text', request: 1, text: "'/a b' /c ", heeded: true },
  ])
  const remote = make({}, 'in container web')
  await remote.service.insertPaths(remote.target, ['/c'])
  expect(remote.text()).toEqual(['/c '])
  expect(remote.said().join()).toContain('the program in this tab runs in container web')
})
