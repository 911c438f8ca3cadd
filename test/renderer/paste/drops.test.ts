/** Drops and pastes of the page: their order, skipped files, and broadcast input. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import type { PageMessage } from '../../../src/core/ipc/contract.ts'
import { Drops } from '../../../src/renderer/features/paste/drops.ts'
import { PasteFlow } from '../../../src/renderer/features/paste/paste-flow.ts'
import type { Overlay } from '../../../src/renderer/state/overlay.ts'
import type { Page } from '../../../src/renderer/page/page.ts'
import { asSession } from '../../support/windows/ids.ts'

const here = asSession('00000000-0000-4000-8000-000000000001')
const other = asSession('00000000-0000-4000-8000-000000000002')

class FakeElement {
  readonly id = `grid-${here}`
  closest(selector: string): this | null {
    return selector === '.grid' ? this : null
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function make() {
  const sent: PageMessage[] = []
  const said: string[] = []
  const opened: Overlay[] = []
  const pastes = { value: [] as object[] }
  const grid = {
    terminal: {
      modes: { bracketedPasteMode: false },
      clearSelection: () => undefined,
      scrollToBottom: () => undefined,
    },
  }
  const page = {
    state: {
      overlay: { value: null },
      pastes,
      options: { value: defaults },
      broadcast: { of: () => [here, other] },
    },
    notices: {
      add: (_level: string, text: string) => said.push(text),
      say: (text: string) => said.push(text),
    },
    overlays: { questions: () => [], open: (overlay: Overlay) => opened.push(overlay) },
    panes: { get: () => grid },
    tabs: { isOver: () => false, goTo: () => undefined },
    send: (message: PageMessage) => sent.push(message),
    get: () => flow,
  } as unknown as Page // the parts that they use
  const flow = new PasteFlow(page)
  new Drops(page).listen()
  const event = (kind: string, facts: object) => {
    const made = new Event(kind)
    for (const [name, value] of Object.entries(facts)) Object.defineProperty(made, name, { value })
    window.dispatchEvent(made)
  }
  return {
    flow,
    pastes,
    said,
    drop: (timeStamp: number, files: readonly object[], text = '') =>
      event('drop', {
        timeStamp,
        target: new FakeElement(),
        dataTransfer: { files, getData: () => text },
      }),
    paths: (drop: number, dropped: readonly string[]) =>
      event('message', { source: window, data: { drop, dropped } }),
    answer: (request: number, text: string, words?: string) => {
      const image = words === undefined ? undefined : { words, bytes: new Uint8Array() }
      flow.received({ kind: 'clipboard/text', request, text, heeded: false, image })
    },
    /** Answers the question. */
    approve: () => {
      const [question] = opened.splice(0)
      if (question?.kind !== 'paste') throw new Error('no question was asked')
      const { text } = question.question
      question.paste({ text } as unknown as Parameters<typeof question.paste>[0])
    },
    asked: () => sent.filter(({ kind }) => kind !== 'session/paste'),
    pasted: () =>
      sent.flatMap((one) =>
        one.kind === 'session/paste' ? [[one.session, new TextDecoder().decode(one.bytes)]] : [],
      ),
  }
}

const file = { type: '', size: 1 }
const image = { type: 'image/png', size: 1, arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) }

test('pastes into a tab come in the order of the actions when a drop is slower', () => {
  const { answer, asked, drop, flow, pasted, paths } = make()
  drop(1, [file])
  flow.begin(here, 'clipboard')
  drop(2, [], 'text')
  flow.begin(other, 'clipboard')
  answer(2, 'from the clipboard')
  expect(pasted()).toEqual([])
  paths(1, ['/a'])
  expect(asked().map(({ kind }) => kind)).toEqual([
    'clipboard/read',
    'clipboard/read',
    'drop/files',
  ])
  answer(1, '/a ')
  expect(pasted()).toEqual([
    [here, '/a '],
    [here, 'from the clipboard'],
    [other, 'from the clipboard'],
    [here, 'text'],
  ])
})

test('a lost answer delays the pastes after it for 10 s alone, with a notice', () => {
  const { answer, drop, flow, pasted, said } = make()
  drop(1, [file])
  flow.begin(here, 'clipboard')
  answer(2, 'x')
  answer(2, 'twice')
  vi.advanceTimersByTime(9_999)
  expect(pasted()).toEqual([])
  vi.advanceTimersByTime(1)
  answer(1, 'late')
  expect(pasted()).toEqual([
    [here, 'x'],
    [other, 'x'],
  ])
  expect(said).toEqual([expect.stringContaining('within 10 s')])
})

test('pastes beyond 16 that wait, or during another one, are refused with a notice', () => {
  const { asked, flow, pastes, said } = make()
  for (let count = 0; count < 18; count += 1) flow.begin(here, 'clipboard')
  expect([asked().length, said.length]).toEqual([16, 2])
  pastes.value = [{ session: other }]
  flow.begin(other, 'clipboard')
  expect([asked().length, said.length]).toEqual([16, 3])
})

test('paths that are too long are skipped and counted, and the others are sent', () => {
  const { asked, drop, paths, said } = make()
  const max = `/${'x'.repeat(4_095)}`
  drop(1, [file, file, file])
  paths(1, [max, `${max}x`, '/b'])
  expect(asked()).toMatchObject([{ kind: 'drop/files', paths: [max, '/b'] }])
  expect(said).toEqual(['Skipped 1 file: the path is too long.'])
})

test('skipped files of a drop are counted', async () => {
  const { asked, drop, paths, said } = make()
  drop(1, [image, file])
  paths(1, ['', '/b'])
  expect(said).toEqual([expect.stringContaining('Skipped 1 file: it is not on this computer')])
  drop(2, [image, image, image])
  paths(2, ['', '', ''])
  expect(said[1]).toContain('Skipped 2 files')
  drop(3, [file])
  paths(3, [''])
  expect(said[2]).toContain('Skipped 1 file')
  drop(4, [{ ...image, arrayBuffer: () => Promise.reject(new Error('gone')) }])
  paths(4, [''])
  await vi.advanceTimersByTimeAsync(0)
  expect(said[3]).toContain("Can't read the dropped image")
  expect(asked().map(({ kind }) => kind)).toEqual(['drop/files', 'drop/image'])
})

test('the path of an image is inserted after a question, and then a message comes', () => {
  const { answer, approve, flow, pasted, said } = make()
  flow.begin(here, 'clipboard')
  answer(1, '', 'PNG image')
  expect(said).toEqual([])
  flow.begin(here, 'clipboard')
  answer(2, '/a.png ', 'PNG image')
  expect([said, pasted()]).toEqual([[], []])
  approve()
  expect(said).toEqual(['Pasted the path of a PNG image'])
  expect(pasted()).toEqual([[here, '/a.png ']])
})
