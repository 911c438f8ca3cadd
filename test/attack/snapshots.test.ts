/**
 * A screen that a program has made hostile, as a file: HTML and SVG are safe to open, sequences
 * answer nothing, and the file is its owner's alone.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  lstatSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { answersTo } from '../../fuzz/support/answering.ts'
import { replay } from '../../fuzz/snapshot-export.fuzz.ts'
import { writePrivateFile } from '../../src/cli/command/private-file.ts'
import { OutputFilter } from '../../src/cli/terminal/output-filter.ts'
import {
  snapshotOf,
  Terminal,
  toAnsi,
  toHtml,
  toSvg,
  type Snapshot,
} from '../../src/terminal/index.ts'
import { seeded } from '../support/random.ts'
import { root } from '../tidy/tree.ts'

const printed = (text: string): Snapshot => {
  const terminal = new Terminal({ cols: 40, rows: 3, scrollback: 10 })
  terminal.write(Buffer.from(text))
  return snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 }, 10)
}

describe('as HTML and SVG', () => {
  const hostile = printed(
    '<script>alert(1)</script>]]>&"\'\r\n\x1b]8;;javascript:alert(1)\x07click\x1b]8;;\x07 ' +
      '\x1b]8;id="><b>;https://evil.example/"><img ' +
      'src=x>\x07here\x1b]8;;\x07\x1b]2;</title><script>\x07\u202egpj.exe\u2066',
  )

  test('text is text: no markup, no address, no direction marks', () => {
    for (const markup of [toHtml(hostile), toSvg(hostile)]) {
      expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;&amp;&quot;')
      expect(markup.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
        /<script|<img|href|url\(|javascript|:\/\/|[\u202a-\u202e\u2066-\u2069]/,
      )
    }
  })

  test('a page names its character set and lets nothing run or be fetched', () => {
    expect(toHtml(hostile)).toMatch(
      new RegExp(
        String.raw`^<!doctype html>\n<html><head><meta charset="utf-8"><meta ` +
          String.raw`http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ` +
          String.raw`'unsafe-inline'">`,
      ),
    )
  })

  test('controls, lone surrogates and words for colors are not text', () => {
    const forged: Snapshot = {
      ...hostile,
      colors: { palette: [[1, '"/><script>']], fg: 'url(http://a)', bg: '#fff"' },
      lines: [
        {
          y: 0,
          x: 0,
          cells: [{ c: '\0\x1b]52;c;?\x07\x9b\ud800\uffff', fg: 1, bg: '"><script>' }],
        },
      ],
    }
    for (const markup of [toHtml(forged), toSvg(forged)])
      expect(markup).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|\uffff|<script|url\(/u)
  })

  test('text of a fuzz input runs nothing (fuzz target snapshot-export, seed 15)', () => {
    const random = seeded(15)
    for (let round = 0; round < 200; round += 1)
      replay(Uint8Array.from({ length: 60 }, () => Math.floor(random() * 256)))
  })
})

test('as sequences it answers nothing, sets no report, and writes no clipboard', () => {
  const asking = printed(
    '\x1b[?1004;2031;2048;1000;2004h\x1b]2;a\x07\x1b]8;;file:///etc/passwd\x07x\x1b[>5u',
  )
  const passed = Buffer.from(new OutputFilter().feed(Buffer.from(toAnsi(asking)))).toString()
  expect(toAnsi(asking)).toMatch(/\?2048h/)
  expect([
    answersTo(Buffer.from(passed)),
    /\?(?:1004|2031|2048)h|file:/.test(passed),
    passed.includes('\x1b[?2004h'),
  ]).toEqual([[], false, true])
})

describe('its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-private-'))
  const at = (name: string) => join(folder, name)
  const write = (path: string) =>
    writePrivateFile(path, 'secret', () => {
      throw new Error('a terminal')
    })
  const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)
  beforeEach(() => {
    for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true })
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  test('is readable by its owner alone, even over a readable file with readers', () => {
    writeFileSync(at('a'), 'old, and longer than the new')
    chmodSync(at('a'), 0o644)
    linkSync(at('a'), at('other'))
    write(at('a'))
    expect([
      readFileSync(at('a'), 'utf8'),
      modeOf(at('a')),
      readFileSync(at('other'), 'utf8'),
      modeOf(at('other')),
      readdirSync(folder).sort(),
    ]).toEqual(['secret', '600', 'old, and longer than the new', '644', ['a', 'other']])
  })

  test('replaces a link and leaves its target unchanged', () => {
    writeFileSync(at('precious'), 'precious')
    symlinkSync(at('precious'), at('link'))
    symlinkSync(at('nowhere'), at('dangling'))
    for (const name of ['link', 'dangling']) {
      write(at(name))
      expect([
        lstatSync(at(name)).isFile(),
        readFileSync(at(name), 'utf8'),
        modeOf(at(name)),
      ]).toEqual([true, 'secret', '600'])
    }
    expect([readFileSync(at('precious'), 'utf8'), readdirSync(folder).sort()]).toEqual([
      'precious',
      ['dangling', 'link', 'precious'],
    ])
  })

  test('may have the longest possible name', () => {
    const longest = '漢'.repeat(85)
    write(at(longest))
    expect(readdirSync(folder)).toEqual([longest])
  })

  test('is complete or not there: a failed write keeps the old file and no draft', () => {
    mkdirSync(at('folder'))
    for (const path of [at('folder'), at('no/such/file')])
      expect(() => {
        write(path)
      }).toThrow(/EISDIR|ENOENT/)
    expect(readdirSync(folder)).toEqual(['folder'])
  })

  test('may be a device, a pipe or standard output, which remain what they are', () => {
    write('/dev/null')
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    symlinkSync('/dev/null', at('null'))
    write(at('null'))
    expect(lstatSync(at('null')).isSymbolicLink()).toBe(true)
    const script =
      'import { writePrivateFile } from ' +
      `${JSON.stringify(join(root, 'src/cli/command/private-file.ts'))}; ` +
      `writePrivateFile('/dev/stdout', 'secret', () => {})`
    execFileSync(
      '/bin/sh',
      [
        '-c',
        'echo first > out; "$0" --input-type=module-typescript -e "$1" >> out; "$0" ' +
          '--input-type=module-typescript -e "$1" | cat > piped',
        process.execPath,
        script,
      ],
      { cwd: folder },
    )
    expect([readFileSync(at('out'), 'utf8'), readFileSync(at('piped'), 'utf8')]).toEqual([
      'first\nsecret',
      'secret',
    ])
  })
})
