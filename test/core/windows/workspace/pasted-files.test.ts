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

function make(ports: Partial<ClipboardPort>, elsewhere: string | null = null) {
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
      ...ports,
    },
    new FakeClock(),
    { send: (message) => void sent.push(message) },
  )
  const target = {
    request: 1,
    heeded: () => true,
    elsewhere: () => elsewhere,
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

test('dropped paths are inserted, with a warning if the program is elsewhere', () => {
  const here = make({})
  here.service.insertPaths(here.target, ['/a b', '/c'])
  expect(here.sent).toEqual([
    { kind: 'clipboard/text', request: 1, text: "'/a b' /c ", heeded: true },
  ])
  const remote = make({}, 'in container web')
  remote.service.insertPaths(remote.target, ['/c'])
  expect(remote.text()).toEqual(['/c '])
  expect(remote.said().join()).toContain('the program in this tab runs in container web')
})
