/** The pager: its file is private, and gone when it ends, however that is. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pagerCommand } from '../../src/host/desktop/open-in-pager.ts'

const text = new TextEncoder().encode('one\ntwo\nthree\n')

const places = mkdtempSync(join(tmpdir(), 'vibeflow-pager-test-'))
afterAll(() => rmSync(places, { recursive: true }))

function place(): { readonly folder: string; readonly XDG_RUNTIME_DIR: string } {
  const folder = mkdtempSync(join(places, 'each-'))
  return { folder, XDG_RUNTIME_DIR: folder }
}

const fileOf = ({ args }: { readonly args: readonly string[] }): string => args[3] ?? ''

test('the pager gets the line and a file that is private to the user', async () => {
  const there = place()
  const command = await pagerCommand(text, 2, 'tail -n +{line}', there)
  const file = fileOf(command)
  expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])
  expect(dirname(dirname(file))).toBe(there.folder)
  expect(execFileSync(command.program, command.args).toString()).toBe('two\nthree\n')
  expect(readdirSync(there.folder)).toEqual([])
})

test("no shell reads the words of the option or the file's name", async () => {
  const there = place()
  const command = await pagerCommand(text, 1, 'printf %s\\n $(id) {file}', there)
  const file = fileOf(command)
  expect(execFileSync(command.program, command.args).toString()).toBe(`$(id)\n${file}\n`)
})

test('less shows which lines are visible, not the name of the file', async () => {
  const command = await pagerCommand(text, 1, 'printenv LESS', place())
  const { stdout } = spawnSync(command.program, command.args, {
    env: { ...process.env, LESS: 'FR -PMmine' },
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^-Ps\?ltlines [^$]*\$-Pm[^$]*\$-PM[^$]*\$ FR -PMmine\n$/)
})

test.each([
  ['#env\nLESS = -PMtheirs -N\n', {}, ''],
  ['#env\nLESSCHARSET = utf-8\n', {}, 'ours'],
  ['#env\nLESS = -PMtheirs -N\n', { LESS: 'F' }, 'ours F'],
])('what the lesskey file of the system sets stays: %j, %j', async (lesskey, own, shown) => {
  const there = place()
  const file = join(there.folder, 'syslesskey')
  writeFileSync(file, lesskey)
  const command = await pagerCommand(text, 1, 'printenv LESS', there)
  const { LESS: _, ...rest } = process.env
  const { stdout } = spawnSync(command.program, command.args, {
    env: { ...rest, ...own, LESSKEYIN_SYSTEM: file },
    encoding: 'utf8',
  })
  expect(stdout.replace(/^-Ps.*\$-Pm.*\$-PM.*\$/, 'ours').trim()).toBe(shown)
})

test('less gets its keys as text and compiled by lesskey, past the environment', async () => {
  const there = place()
  writeFileSync(join(there.folder, 'grep'), '#!/bin/sh\nprintf "%s " "$@" >&2\n', { mode: 0o755 })
  const command = await pagerCommand(text, 1, 'printenv LESS', there)
  const { LESS: _, PATH = '', ...rest } = process.env
  const { stdout, stderr } = spawnSync(command.program, command.args, {
    env: {
      ...rest,
      PATH: `${there.folder}:${PATH}`,
      LESSKEYIN_SYSTEM: '/a b',
      LESSKEY_SYSTEM: '/c',
    },
    encoding: 'utf8',
  })
  const places = ['/etc', '/usr/local/etc']
  const files = ['syslesskey', 'sysless'].flatMap((name) => places.map((at) => `${at}/${name}`))
  files.push('/usr/bin/.sysless', '/usr/local/bin/.sysless')
  expect([stdout, stderr.trim()]).toEqual(['', `-aqsw LESS /a b /c ${files.join(' ')}`])
})

test.each(['SIGHUP', 'SIGTERM'] as const)('the file is removed at %s too', async (signal) => {
  const there = place()
  const command = await pagerCommand(text, 1, 'tail -f', there)
  const child = spawn(command.program, command.args, { detached: true, stdio: 'pipe' })
  const ended = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  await new Promise((resolve) => {
    child.stdout.once('data', resolve)
  })
  process.kill(-(child.pid ?? 0), signal) // as the terminal does, to the foreground group
  await ended
  await expect.poll(() => readdirSync(there.folder)).toEqual([])
})

test('a restored tab reports that its text is gone; an empty option is refused', async () => {
  const there = place()
  const command = await pagerCommand(text, 1, 'cat', there)
  execFileSync(command.program, command.args)
  expect(existsSync(fileOf(command))).toBe(false)
  expect(() => execFileSync(command.program, command.args, { stdio: 'pipe' })).toThrow()
  await expect(pagerCommand(text, 1, ' ', there)).rejects.toThrow('scrollback.pager is empty')
})
