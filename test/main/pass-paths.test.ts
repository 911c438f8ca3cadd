import { expect, test } from 'vitest'
import { passPaths } from '../../src/preload/pass-paths.ts'

/** A drop as Chromium makes one: events of Node are not trusted. */
function dropOf(files: readonly unknown[], timeStamp = 1, isTrusted = true): Event {
  const event = new Event('drop')
  Object.defineProperties(event, {
    timeStamp: { value: timeStamp },
    isTrusted: { value: isTrusted },
    dataTransfer: { value: { files } },
  })
  return event
}

async function posted(...events: readonly Event[]): Promise<unknown[]> {
  const messages: unknown[] = []
  const page = Object.assign(new EventTarget(), {
    postMessage: (...message: unknown[]) => void messages.push(message),
  })
  const paths: Readonly<Record<string, string | Promise<string>>> = {
    a: '/a',
    b: Promise.resolve('/b'),
    fails: Promise.reject(new Error('gone')),
  }
  void Promise.allSettled(Object.values(paths))
  passPaths({ getPathForFile: (file) => paths[file as unknown as string] ?? '' }, page)
  for (const event of events) page.dispatchEvent(event)
  await new Promise((resolve) => setImmediate(resolve))
  return messages
}

test('the paths of a drop are posted in the order of its files, empty if unknown', async () => {
  expect(await posted(dropOf(['b', 'script', 'fails', 'a']))).toEqual([
    [{ drop: 1, dropped: ['/b', '', '', '/a'] }, '*'],
  ])
})

test('drops of scripts, of no files and of too many files are not posted', async () => {
  const many = Array.from({ length: 1_001 }, () => 'a')
  expect(await posted(dropOf(['a'], 1, false), dropOf([]), dropOf(many))).toEqual([])
})

test('paths that are known before those of an earlier drop have their own time', async () => {
  expect(await posted(dropOf(['b'], 1), dropOf(['a'], 2))).toEqual(
    expect.arrayContaining([
      [{ drop: 1, dropped: ['/b'] }, '*'],
      [{ drop: 2, dropped: ['/a'] }, '*'],
    ]),
  )
})
