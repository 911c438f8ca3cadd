/** What a click on a link leads to. */
import { expect, test } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { localFile, openableAddress } from '../../../src/core/links/links.ts'
import { OpenLinks, type PathKind } from '../../../src/core/links/open-links.ts'

const place = { directory: '/home/me/api', home: '/home/me', hostname: 'thishost' }

function make({ opener = false, fails = false, schemes = defaults.links.schemes }: { opener?: boolean; fails?: boolean; schemes?: readonly string[] } = {}) {
  const done: string[] = []
  const kinds: Record<string, PathKind> = { '/home/me/api/src/a.ts': 'file', '/home/me/notes.md': 'file', '/home/me/api/run.sh': 'executable', '/home/me/api/src': 'other', '/etc/hosts': 'file' }
  const links = new OpenLinks({
    openExternal: (address) => { done.push(`open ${address}`); return fails ? Promise.reject(new Error('no browser')) : Promise.resolve() },
    pathKind: (path) => Promise.resolve(kinds[path] ?? null),
    openFile: (path, line, column) => { done.push(`file ${path} ${line} ${column}`); return Promise.resolve() },
    hasOpener: () => opener,
    options: () => ({ detect: true, schemes }),
  }, (message) => { done.push('text' in message ? message.text : JSON.stringify(message)) })
  return { links, done }
}

test('opens places in files, seen from the directory of the tab', async () => {
  const { links, done } = make()
  await links.path('src/a.ts', 12, 7, place)
  await links.path('~/notes.md', null, null, place)
  await links.address('file://thishost/etc/hosts', 'thishost')
  expect(done).toEqual(['file /home/me/api/src/a.ts 12 7', 'file /home/me/notes.md null null', 'file /etc/hosts null null'])
})

test('never lets the desktop run a file, but an editor may show it', async () => {
  const desktop = make()
  await desktop.links.path('run.sh', 3, null, place)
  const editor = make({ opener: true })
  await editor.links.path('run.sh', 3, null, place)
  expect([desktop.done, editor.done]).toEqual([
    ['/home/me/api/run.sh was not opened: it can be run, and the desktop might do that. Name your editor as links.opener to look at such files.'],
    ['file /home/me/api/run.sh 3 null'],
  ])
})

test('says why a file is not opened', async () => {
  const { links, done } = make()
  for (const path of ['gone.ts', 'src', 'a\u0007.ts']) await links.path(path, null, null, place)
  expect(done).toEqual([
    '/home/me/api/gone.ts was not opened: there is no such file.', '/home/me/api/src was not opened: it is no ordinary file.',
    'This file was not opened: its name holds characters that cannot be seen.',
  ])
})

test('tells which paths are files', async () => {
  const { links, done } = make()
  await links.check(4, ['src/a.ts', 'src', 'gone', '/etc/hosts', 'run.sh'], place)
  expect(done).toEqual([JSON.stringify({ kind: 'link/checked', request: 4, exist: [true, false, false, true, true] })])
})

test('keeps to the schemes of the user, and never to those that run something', async () => {
  const { links, done } = make({ fails: true, schemes: ['https', 'ssh', 'javascript', 'data'] })
  for (const address of ['https://example.org/', 'ssh://host', 'http://example.org/', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/hosts', 'mailto:a@b.example']) await links.address(address, 'thishost')
  const refused = 'This link was not opened: only https, ssh, javascript, data addresses without hidden characters are.'
  expect(done).toEqual(['open https://example.org/', 'The link could not be opened: no browser', 'open ssh://host', 'The link could not be opened: no browser', refused, refused, refused, refused, refused])
})

test.each([
  ['file:///etc/hosts', '/etc/hosts'], ['file://localhost/a%20b', '/a b'], ['file://thishost/x', '/x'], ['file://elsewhere/x', null], ['file:///a%00b', null], ['file:///a%ff', null],
  ['https://thishost/x', null], ['file:///a\u202eb', null],
])('%j is the file %j', (address, path) => {
  expect(localFile(address, 'thishost')).toBe(path)
  expect(openableAddress(address) === null || !address.startsWith('file')).toBe(true)
})
