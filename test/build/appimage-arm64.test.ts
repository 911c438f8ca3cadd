/**
 * Tests the AppImage runtime for arm64 on another machine: it is compiled by Debian's cross
 * compiler and run by qemu's user emulation. Needs gcc-aarch64-linux-gnu, libc6-dev-arm64-cross,
 * qemu-user and the libraries' -dev packages for arm64. VIBEFLOW_ARM64_CC names another compiler,
 * with its options. On an arm64 machine test/build/package.test.ts shows the same without them.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findProgram } from '../../src/build/project.mjs'
import { smallImage } from '../support/small-image.ts'

const compiler = process.env['VIBEFLOW_ARM64_CC'] ?? 'aarch64-linux-gnu-gcc'

/** Returns the missing programs, in words; empty if nothing is missing. */
function lacking(): string {
  const [program = '', ...options] = compiler.split(' ')
  for (const name of [program, 'qemu-aarch64', 'mksquashfs'])
    if (findProgram(name) === undefined) return `${name} is not installed`
  const libraries = ['squashfuse_ll', 'squashfuse', 'fuse3', 'zstd', 'lzma', 'lz4', 'z']
  const missing = libraries.filter((library) => {
    const words = [...options, '-x', 'c', '-', '-shared', `-l:lib${library}.a`, '-o', '/dev/null']
    return spawnSync(program, words, { input: '' }).status !== 0
  })
  return missing.length === 0 ? '' : `no libraries for arm64: ${missing.join(' ')}`
}

const reason = lacking()
let folder: string
let file: string
beforeEach(({ skip }) => skip(reason !== '', reason))
beforeAll(() => {
  if (reason !== '') return
  folder = mkdtempSync(join(tmpdir(), 'appimage-arm64-'))
  const { runtime, image } = smallImage(folder, { CC: compiler })
  mkdirSync(join(folder, 'tmp'))
  file = join(folder, 'an app.AppImage')
  writeFileSync(file, Buffer.concat([runtime, image]), { mode: 0o755 })
}, 120_000) // a compiler runs
afterAll(() => {
  if (reason === '') rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

function call(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('qemu-aarch64', [file, ...words], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', TMPDIR: join(folder, 'tmp'), HOME: folder },
  })
  return { status, out: stdout, err: stderr }
}

test('is a program for arm64 that needs no library of the system', () => {
  const elf = readFileSync(file)
  const [machine, offset, size, count] = [
    elf.readUInt16LE(18),
    Number(elf.readBigUInt64LE(32)),
    elf.readUInt16LE(54),
    elf.readUInt16LE(56),
  ]
  const kinds = Array.from({ length: count }, (_, index) => elf.readUInt32LE(offset + index * size))
  const [EM_AARCH64, PT_INTERP, PT_DYNAMIC] = [183, 3, 2]
  expect([
    elf.subarray(0, 11).toString('latin1'),
    machine,
    kinds.includes(PT_INTERP) || kinds.includes(PT_DYNAMIC),
  ]).toEqual(['\x7fELF\x02\x01\x01\0AI\x02', EM_AARCH64, false])
})

test('finds its file system, unpacks it and runs the app with its words and code', () => {
  expect(call('--appimage-version')).toEqual({
    status: 0,
    out: 'vibeflow AppImage runtime 9.9.9, AppImage type 2\n',
    err: '',
  })
  expect(call('--appimage-extract')).toEqual({ status: 0, out: 'squashfs-root\n', err: '' })
  const blob = readFileSync(join(folder, 'squashfs-root/deep/er/blob'))
  expect(blob.equals(readFileSync(join(folder, 'tree/deep/er/blob')))).toBe(true)
  const { status, out, err } = call('--appimage-extract-and-run', 'a b', '')
  expect([status, out.endsWith('[a b][]'), err]).toEqual([7, true, ''])
})
