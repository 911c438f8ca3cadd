/**
 * No click starts a program: links to real files that some desktop would start, and to what only
 * looks like a file.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headBytesMax } from '../../src/core/links/file-kinds.ts'
import { openableAddress } from '../core/links/openable-address.ts'
import { OpenLinks } from '../../src/core/windows/workspace/open-links.ts'
import type { Command } from '../../src/base/command.ts'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { editFile, isFile, lookAt as lookBy } from '../../src/host/files/open-file.ts'
import { slow } from '../slow.ts'

let folder = ''
const looks = new PathProbe(systemClock, { programs: 2 })
const lookAt = (path: string) => lookBy(path, looks)
afterAll(() => looks.dispose())
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow launching '))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/**
 * Returns the effect of a click on a `file:` address: the desktop's viewer, an editor, or a
 * sentence. Paths are relative to the folder.
 */
async function click(
  address: string,
  { opener = '', editor = undefined as string | undefined, look = lookAt } = {},
): Promise<string[]> {
  const done: string[] = []
  const links = new OpenLinks(
    {
      openExternal: (opened) => {
        done.push(`external ${opened}`)
        return Promise.resolve()
      },
      isFile: () => Promise.resolve(true),
      look,
      edit: (path, line, column) =>
        editFile(
          path,
          { line, column },
          {
            opener,
            environment: { EDITOR: editor },
            run: (words) => {
              done.push(`run ${words.join(' ')}`)
              return Promise.resolve()
            },
            tab: ({ args }: Command) => {
              done.push(`edit ${args.at(-1)}`)
            },
          },
        ),
      view: (path) => {
        done.push(`view ${path}`)
        return Promise.resolve()
      },
      editorFor: () => null,
      editIn: () => undefined,
      showInFolder: () => undefined,
      options: () => ({ detect: true, schemes: ['file', 'https', 'mailto'] }),
    },
    (message) => {
      if (message.kind === 'page/notice')
        done.push(
          'file' in message && message.file?.folder === true ? 'refused, folder' : 'refused',
        )
    },
  )
  await links.address(address, { hostname: 'thishost', elsewhere: null })
  return done.map((line) => line.replaceAll(`${folder}/`, ''))
}

const fileAddress = (path: string) => `file://${encodeURI(path)}`
function make(name: string, content: string, mode = 0o644): string {
  const path = join(folder, name)
  writeFileSync(path, content, 'latin1')
  chmodSync(path, mode)
  return fileAddress(path)
}

const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
const entry = '# a comment\n\n[Desktop Entry]\nType=Application\nExec=touch /tmp/owned\n'

test.each<[string, string, number?]>([
  ['a.desktop', entry],
  ['b.desktop', 'only text'],
  ['notes.txt', entry],
  ['mark.txt', `\xef\xbb\xbf${entry}`],
  ['a.jar', 'PK\x03\x04'],
  ['a.zip', 'PK\x03\x04..META-INF/MANIFEST.MF'],
  ['picture.png', 'MZ\x90\0\x03\0'],
  ['setup.exe', 'MZ\x90\0'],
  ['a.AppImage', '\x7fELF\x02AI'],
  ['a.pdf', '\x7fELF\x02'],
  ['program', '\x7fELF\x02', 0o755],
  ['a.msi', '\xd0\xcf\x11\xe0'],
  ['a.lnk', 'L\0\0\0'],
  ['a.url', '[InternetShortcut]\nURL=file:///x'],
  ['b.txt', '[InternetShortcut]\nURL=x'],
  ['a.webloc', '<plist>'],
  ['a.flatpakref', '[Flatpak Ref]\n'],
  ['a.deb', '!<arch>\ndebian'],
  ['a.rpm', '\xed\xab\xee\xdb'],
  ['a.jnlp', '<jnlp>'],
  ['A.DESKTOP', 'x'],
  ['.desktop', entry],
  ['.desktop', 'x'],
  ['a.txt.desktop', 'x'],
  ['late.txt', `first line\n\n${entry}`],
  ['.jar', 'PK\x03\x04'],
  ['a.png', png, 0o755],
  ['a.class', '\xca\xfe\xba\xbe'],
])('%s is refused, and its folder is offered', async (name, content, mode) => {
  const address = make(name, content, mode)
  expect([
    await click(address),
    await click(address, { editor: 'vi' }),
    await click(address, { opener: 'code' }),
  ]).toEqual([['refused, folder'], ['refused, folder'], ['refused, folder']])
})

test.each<[string, string]>([
  ['sheet.xlsm', 'PK\x03\x04[Content_Types].xml'],
  ['sheet.ods', 'PK\x03\x04mimetype'],
  ['old.doc', '\xd0\xcf\x11\xe0'],
  ['a.png', '%PDF-1.7\n'],
  ['b.pdf', png],
  ['c.png', 'text'],
  ['noending', png],
  ['x.blend', 'BLENDER-v300\0'],
  ['x.txt', 'a\0b'],
  ['x.mp3', png],
  ['a.png.', png],
  ['a.png ', png],
  ['a.p\u212ang', png],
  ['a.m\u212av', '\x1a\x45\xdf\xa3'],
  ['a\u3002png', png],
  ['png', png],
  ['a.mp3', 'ID3\n<html><script>'],
  ['a.mp4', '#!/aftyp/../../bin/sh\n\0'],
  ['a.gif', 'GIF89a=1;\n'],
  ['a.jpg', '\xff\xd8\xff text'],
])('%s, of an unknown kind or under the name of another, is refused', async (name, content) => {
  expect(await click(make(name, content), { editor: 'vi' })).toEqual(['refused, folder'])
})

test.each<[string, string, number?]>([
  ['run.sh', 'echo', 0o644],
  ['x.sh', '#!/bin/sh\n', 0o755],
  ['script.txt', '#!/bin/sh\n'],
  ['x.html', '<script>'],
  ['page.txt', ' <html>'],
  ['x.svg', '<svg onload="">'],
  ['a.py', 'import os'],
  ['a.ps', '%!PS-Adobe'],
  ['ps.txt', '%!PS'],
  ['a.js', ''],
  ['a.bat', 'x'],
  ['list.m3u', 'http://x'],
  ['a.ovpn', 'up /tmp/x'],
  ['b.txt', 'text', 0o755],
  ['.html', '<script>'],
  ['.svg', '<svg onload="">'],
  ['.sh', 'echo'],
  ['a.html.txt', '<html>'],
  ['A.HTML', 'x'],
  ['a.html.', '<html>'],
  ['a.html ', '<html>'],
  ['a\u2024html', '<html>'],
  ['late.md', `\n\n${'text '.repeat(40)}<html><script>`],
  ['late.csv', 'a,b\n<?xml version="1.0"?><svg/>'],
  ['noending', 'BEGIN { system("x") }'],
  ['LICENSE', 'text'],
  ['python.txt', 'import os\n'],
  ['a.txt', 'text \xe9'],
  ['a.md', '# text'],
  ['a.rs', 'fn main() {}'],
  ['id3.txt', 'ID3 is a format'],
  ['empty.log', ''],
])('%s, text, goes to an editor and never to the desktop', async (name, content, mode) => {
  const address = make(name, content, mode)
  expect([
    await click(address),
    await click(address, { opener: '/usr/bin/xdg-open {file}' }),
    await click(address, { editor: 'vi' }),
    await click(address, { opener: 'code -g {file}:{line}' }),
  ]).toEqual([
    ['refused, folder'],
    ['refused, folder'],
    [`edit ${name}`],
    [`run code -g ${name}:1`],
  ])
})

test.each<[string, string]>([
  ['a.png', png],
  ['photo.JPG', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['.png', png],
  ['a.txt.png', png],
  ['a.webp', 'RIFF\x1c\0\0\0WEBPVP8 '],
  ['a.pdf', '%PDF-1.7\n'],
  ['a.mp3', 'ID3\x04'],
  ['a.mp4', '\0\0\0\x20ftypisom'],
  ['a.webm', '\x1a\x45\xdf\xa3'],
  ['a.wav', 'RIFF\x1c\0\0\0WAVEfmt '],
])('%s is shown by the desktop', async (name, content) => {
  expect(await click(make(name, content))).toEqual([`view ${name}`])
})

test('directories are shown, except if a desktop takes them for a program', async () => {
  for (const name of [
    ...['docs', 'example.com', 'a.app', 'a.desktop.d', 'b.desktop', '.app', 'X.APP', '.config'],
  ]) {
    rmSync(join(folder, name), { recursive: true, force: true })
    mkdirSync(join(folder, name))
  }
  writeFileSync(join(folder, 'a.app/x.jar'), 'PK')
  const clicked = async (name: string) => click(fileAddress(join(folder, name)))
  expect([
    await clicked('docs'),
    await clicked('example.com'),
    await clicked('a.desktop.d'),
    await clicked('a.app'),
    await clicked('b.desktop'),
    await clicked('.app'),
    await clicked('X.APP'),
    await clicked('.config'),
    await clicked('a.app/x.jar'),
  ]).toEqual([
    ['view docs'],
    ['view example.com'],
    ['view a.desktop.d'],
    ['refused, folder'],
    ['refused, folder'],
    ['refused, folder'],
    ['refused, folder'],
    ['view .config'],
    ['refused'],
  ])
})

/** The kinds of files as a desktop finds them. */
const kindsOf = {
  gio: (paths: readonly string[]): string[] => {
    const words = ['info', '-a', 'standard::content-type', ...paths]
    const { stdout } = spawnSync('gio', words, { encoding: 'utf8' })
    return [...stdout.matchAll(/content-type: (\S+)$/gm)].map(([, kind = '']) => kind)
  },
  'xdg-mime': (paths: readonly string[]): string[] =>
    paths.map((path) =>
      spawnSync('xdg-mime', ['query', 'filetype', path], { encoding: 'utf8' }).stdout.trim(),
    ),
}

/** Kinds for which desktops have viewers; what a tool does not know opens in nothing. */
const viewed =
  /^(?:image\/(?!svg)|audio\/(?!x-mpegurl|x-scpls)|video\/|application\/(?:pdf|ogg|octet-stream)$)/

describe("a click's desktop viewer", slow, () => {
  /** The files that a click gave to the desktop. */
  const files: { readonly path: string; readonly content: string }[] = []
  beforeAll(async () => {
    const beginnings = [
      png,
      `${png}<!DOCTYPE svg><svg onload="">`,
      `${png}<?php `,
      ...['\xff\xd8\xff\xe0\0\x10JFIF<html><script>', '\xff\xd8\xff<html><script>'],
      ...['GIF89a\x01\0\x01\0<!DOCTYPE html>', 'GIF89a <script>', 'BM<script>....\x28\0\0\0'],
      ...['%PDF-1.4\n<html><script>', 'ID3\x04\0\0\0\0\0\0', 'ID3 <html><script>', 'OggS\0\x02'],
      ...['\0\0\0\x20ftypisom', '#!/ftyp/../bin/sh\n', '#! /ftyp\0', '\x1a\x45\xdf\xa3'],
      '<svg xmlns="http://www.w3.org/2000/svg">',
      `\n\n${' '.repeat(99)}<html><script>`,
      entry,
      `text\n${entry}`,
      ...['#!/usr/bin/python3\n', 'import os\nos.system("x")\n', 'use strict;\n', 'BEGIN {'],
      ...['[main]\nHost=x\n', '#EXTM3U\n', 'v=0\n', 'text\n'],
    ]
    const names = ['.html', '.svg', '.desktop', 'a', 'a.txt', 'a.md', 'a.html.txt', 'a.png.']
      .concat(['A.PNG', 'a.jpg', 'a.pdf', 'a.mp3', 'a.mp4', 'a.mkv', 'a.sh', 'a.py', 'a.html'])
      .concat(['.png', 'a.desktop.txt', 'a.txt.desktop'])
    for (const name of names)
      for (const [at, content] of beginnings.entries()) {
        mkdirSync(join(folder, `${at}`), { recursive: true })
        const [done = ''] = await click(make(`${at}/${name}`, content))
        if (done.startsWith('view ')) files.push({ path: join(folder, `${at}`, name), content })
      }
    expect(files.length).toBeGreaterThan(10)
  })

  test.for(['gio', 'xdg-mime'] as const)('gets only viewer types, by %s', (program, { skip }) => {
    if (spawnSync(program, ['--version']).error !== undefined) skip(`${program} is not installed`)
    const kinds = kindsOf[program](files.map(({ path }) => path))
    expect(kinds.length).toBe(files.length)
    expect(files.filter((_, at) => !viewed.test(kinds[at]!))).toEqual([])
  })
})

test('pipes, devices and kernel files are not even opened', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.txt')])
  symlinkSync('/dev/zero', join(folder, 'zero.txt'))
  const paths = [
    join(folder, 'pipe.txt'),
    join(folder, 'zero.txt'),
    ...['/proc/self/environ', '/sys/kernel/notes', '/dev/ptmx', '/proc/self/fd/0'],
  ]
  expect(await Promise.all(paths.map((path) => click(fileAddress(path))))).toEqual(
    paths.map(() => ['refused']),
  )
})

test('a symbolic link is judged by its target, and the judged file is opened', async () => {
  make('real.desktop', entry)
  make('real.txt', 'text')
  const link = join(folder, 'link.txt')
  symlinkSync(join(folder, 'real.desktop'), link)
  const toProgram = await click(fileAddress(link))
  symlinkSync(join(folder, 'real.txt'), `${link}.new`)
  renameSync(`${link}.new`, link)
  const swapped = await click(fileAddress(link), {
    editor: 'vi',
    look: async (path) => {
      const seen = await lookAt(path)
      symlinkSync(join(folder, 'real.desktop'), `${link}.new`)
      renameSync(`${link}.new`, link)
      return seen
    },
  })
  symlinkSync(link, join(folder, 'loop'))
  symlinkSync('line\nbreak.txt', join(folder, 'break.txt'))
  writeFileSync(join(folder, 'line\nbreak.txt'), 'x')
  expect([toProgram, swapped, await click(fileAddress(join(folder, 'break.txt')))]).toEqual([
    ['refused, folder'],
    ['edit real.txt'],
    ['refused'],
  ])
})

test.each([
  ...['file://evil.example/etc/hosts', 'file:////evil.example/share/a', 'file:///etc%2Fhosts'],
  ...['file:///etc/hosts%00.txt', 'file:///etc/hosts%0a', 'file:///etc/h%ff'],
  ...['file:\\\\evil.example\\x', 'file:///etc/\u202ehosts'],
  'FILE://u:p@thishost.evil.example/etc/hosts',
])('%j is refused', async (address) => {
  expect(await click(address)).toEqual(['refused'])
})

test('a line of output knows which of its paths are regular files', async () => {
  const paths = [
    join(folder, 'a.txt'),
    join(folder, 'program'),
    folder,
    '/dev/null',
    join(folder, 'gone'),
  ]
  expect(await Promise.all(paths.map((path) => isFile(path, looks)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('only as much of a file is read as shows its type', async () => {
  writeFileSync(join(folder, 'long.txt'), 'x'.repeat(1_000_000))
  expect(await lookAt(join(folder, 'long.txt'))).toEqual({
    kind: 'file',
    path: join(folder, 'long.txt'),
    head: new Uint8Array(headBytesMax).fill(0x78),
    executable: false,
  })
})

test.each([
  ...['mailto:?attach=/etc/passwd', 'mailto:a@b.example?attachment=/etc/passwd'],
  ...['mailto:a@b.example?Attach=x', 'mailto:a@b.example?%61ttach=x'],
  'mailto:a@b.example?subject=x%26attach=/etc/passwd',
  'mailto:a@b.example?body=x%2526attach%3d/etc/passwd',
  'mailto:a@b.example?subject=x%27,attachment=%27/etc/passwd',
  'mailto:a@b.example?bcc=c@d.example',
  'mailto:a@b.example?subject=x%0d%0aBcc:c@d.example',
  'mailto:a%0a@b.example',
  'mailto:a@b.example?x-header=1',
  'mailto:a@b.example?body=%e2%80%ae',
  'mailto:a@b.example?body=%00',
  'mailto:a@b.example?body=%ff',
])('%s is not handed to a mail program', (address) => {
  expect(openableAddress(address)).toBeNull()
})
