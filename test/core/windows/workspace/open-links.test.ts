/** Tests the effect of a click on a link. */
import { expect, test } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import { localFile } from '../../../../src/core/links/links.ts'
import { openableAddress } from '../../links/openable-address.ts'
import { OpenLinks, type FileLook } from '../../../../src/core/windows/workspace/open-links.ts'

const place = {
  directory: '/home/me/api',
  home: '/home/me',
  hostname: 'thishost',
  elsewhere: null,
}
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const file = (path: string, head: string, executable = false): FileLook => ({
  kind: 'file',
  path,
  head: bytes(head),
  executable,
})

const world: Readonly<Record<string, FileLook>> = {
  '/home/me/api/src/a.ts': file('/home/me/api/src/a.ts', 'x'),
  '/home/me/notes.md': file('/home/me/notes.md', '# x'),
  '/etc/hosts': file('/etc/hosts', '127.0.0.1'),
  '/home/me/api/run.sh': file('/home/me/api/run.sh', '#!/bin/sh\n', true),
  '/home/me/api/x.py': file('/home/me/api/x.py', 'import os'),
  '/home/me/api/a.png': file('/home/me/api/a.png', '\x89PNG\r\n\x1a\n'),
  '/home/me/api/pipe': { kind: 'other' },
  '/home/me/api/src': { kind: 'folder', path: '/home/me/api/src' },
  '/home/me/api/a.jar': file('/home/me/api/a.jar', 'PK\x03\x04'),
  '/x.app/a.jar': file('/x.app/a.jar', 'PK\x03\x04'),
}

function make({
  editor = false,
  fails = false,
  schemes = defaults.links.schemes,
}: {
  editor?: boolean
  fails?: boolean
  schemes?: readonly string[]
} = {}) {
  const done: string[] = []
  const links = new OpenLinks(
    {
      openExternal: (address) => {
        done.push(`open ${address}`)
        return fails ? Promise.reject(new Error('no browser')) : Promise.resolve()
      },
      isFile: (path) => Promise.resolve(world[path]?.kind === 'file'),
      look: (path) => Promise.resolve(world[path] ?? null),
      edit: (path, line, column) => {
        if (editor) done.push(`edit ${path} ${line} ${column}`)
        return Promise.resolve(editor)
      },
      view: (path) => {
        done.push(`view ${path}`)
        return fails ? Promise.reject(new Error('no viewer')) : Promise.resolve()
      },
      editorFor: () => 'nano',
      editIn: (path) => {
        done.push(`nano ${path}`)
      },
      showInFolder: (path) => {
        done.push(`folder ${path}`)
      },
      options: () => ({ detect: true, schemes }),
    },
    (message) => {
      const { text, file } =
        message.kind === 'page/notice'
          ? message
          : { text: JSON.stringify(message), file: undefined }
      done.push(
        file === undefined ? text : `${text} [${file.editor ?? ''}${file.folder ? ' folder' : ''}]`,
      )
    },
  )
  return { links, done }
}

const noEditor = (path: string) =>
  `Can't open ${path}: no editor is configured. Set VISUAL, EDITOR or links.opener. [nano folder]`

test('opens file positions relative to the tab in the named or offered editor', async () => {
  const opened = async (editor: boolean) => {
    const { links, done } = make({ editor })
    await links.path({ path: 'src/a.ts', line: 12, column: 7 }, place)
    await links.path({ path: '~/notes.md', line: null, column: null }, place)
    await links.address('file://thishost/etc/hosts', place)
    return done
  }
  expect([await opened(true), await opened(false)]).toEqual([
    [
      'edit /home/me/api/src/a.ts 12 7',
      'edit /home/me/notes.md null null',
      'edit /etc/hosts null null',
    ],
    ['/home/me/api/src/a.ts', '/home/me/notes.md', '/etc/hosts'].map(noEditor),
  ])
})

test('a viewer that does not start is reported', async () => {
  const { links, done } = make({ fails: true })
  await links.path({ path: 'a.png', line: null, column: null }, place)
  expect(done).toEqual(['view /home/me/api/a.png', "Couldn't open the link: no viewer"])
})

test('never lets the desktop run a file, but an editor may show it', async () => {
  const opened = async (editor: boolean) => {
    const { links, done } = make({ editor })
    for (const path of ['run.sh', 'x.py', 'a.png', 'src', 'a.jar', '/x.app/a.jar'])
      await links.path({ path, line: 3, column: null }, place)
    return done
  }
  const runnable = 'is executable, and links never run programs.'
  const always = [
    'view /home/me/api/a.png',
    'view /home/me/api/src',
    `Not opened: /home/me/api/a.jar ${runnable} [ folder]`,
    `Not opened: /x.app/a.jar ${runnable} []`,
  ]
  expect([await opened(false), await opened(true)]).toEqual([
    [noEditor('/home/me/api/run.sh'), noEditor('/home/me/api/x.py'), ...always],
    ['edit /home/me/api/run.sh 3 null', 'edit /home/me/api/x.py 3 null', ...always],
  ])
})

test('opens nothing of another machine here, and reports that', async () => {
  const { links, done } = make({ editor: true })
  const there = { ...place, elsewhere: 'on build' }
  await links.path({ path: 'src/a.ts', line: 12, column: 7 }, there)
  await links.path({ path: '/etc/hosts', line: null, column: null }, there)
  await links.address('file://thishost/etc/hosts', there)
  await links.address('file:///etc/hosts', there)
  await links.check(1, ['/etc/hosts'], there)
  expect(done).toEqual([
    "Can't open src/a.ts: it is on build, not on this machine.",
    ...Array<string>(3).fill("Can't open /etc/hosts: it is on build, not on this machine."),
    '{"kind":"link/checked","request":1,"exist":[false]}',
  ])
})

test('text to be edited is shown by the editor, and by no viewer', async () => {
  const edited = async (editor: boolean) => {
    const { links, done } = make({ editor })
    for (const path of ['src/a.ts', 'a.png', 'run.sh', 'a.jar'])
      await links.path({ path, line: 3, column: null, edit: true }, place)
    return done
  }
  const refused = (name: string) => noEditor(`/home/me/api/${name}`)
  const jar =
    'Not opened: /home/me/api/a.jar is executable, and links never run programs. [ folder]'
  expect([await edited(true), await edited(false)]).toEqual([
    [
      'edit /home/me/api/src/a.ts 3 null',
      'edit /home/me/api/a.png 3 null',
      'edit /home/me/api/run.sh 3 null',
      jar,
    ],
    [refused('src/a.ts'), refused('a.png'), refused('run.sh'), jar],
  ])
})

test('shows a refused file in its folder or in the offered editor, and nothing else', async () => {
  const { links, done } = make()
  await links.path({ path: 'run.sh', line: null, column: null }, place)
  for (const path of ['/etc/passwd', '/home/me/api/run.sh'])
    for (const as of ['folder', 'editor'] as const) links.offered(path, as)
  expect(done.slice(1)).toEqual(['folder /home/me/api/run.sh', 'nano /home/me/api/run.sh'])
})

test('reports why a file is not opened', async () => {
  const { links, done } = make()
  for (const path of ['gone.ts', 'pipe', 'a\u0007.ts'])
    await links.path({ path, line: null, column: null }, place)
  expect(done).toEqual([
    "Can't open /home/me/api/gone.ts: no such file.",
    "Can't open /home/me/api/pipe: not a regular file.",
    'File not opened: its name contains invisible characters.',
  ])
})

test('reports which paths are files', async () => {
  const { links, done } = make()
  await links.check(4, ['src/a.ts', 'src', 'gone', '/etc/hosts', 'run.sh'], place)
  expect(done).toEqual([
    JSON.stringify({ kind: 'link/checked', request: 4, exist: [true, false, false, true, true] }),
  ])
})

test('keeps to the schemes of the user, and excludes schemes that run something', async () => {
  const { links, done } = make({ fails: true, schemes: ['https', 'ssh', 'javascript', 'data'] })
  for (const address of [
    ...['https://example.org/', 'ssh://host', 'http://example.org/', 'javascript:alert(1)'],
    ...['data:text/html,x', 'file:///etc/hosts', 'mailto:a@b.example'],
  ])
    await links.address(address, place)
  const refused =
    'Link not opened: only these schemes are allowed, without hidden characters: https, ssh ' +
    '(links.schemes).'
  expect(done).toEqual([
    ...['open https://example.org/', "Couldn't open the link: no browser"],
    ...['open ssh://host', "Couldn't open the link: no browser"],
    refused,
    refused,
    refused,
    refused,
    refused,
  ])
})

test.each([
  ['file:///etc/hosts', '/etc/hosts'],
  ['file://localhost/a%20b', '/a b'],
  ['file://thishost/x', '/x'],
  ['file://elsewhere/x', null],
  ['file:///a%00b', null],
  ['file:///a%ff', null],
  ['https://thishost/x', null],
  ['file:///a\u202eb', null],
  ['file:///a%2Fb', null],
  ['file:////elsewhere/x', '//elsewhere/x'],
  ['file:///a%0Ab', null],
])('%j is the file %j', (address, path) => {
  expect(localFile(address, 'thishost')).toBe(path)
  expect(openableAddress(address) === null || !address.startsWith('file')).toBe(true)
})
