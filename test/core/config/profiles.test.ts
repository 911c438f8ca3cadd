/** Tests [profiles]: reading, problems in it, and the options of tabs with a profile. */
import { expect, test } from 'vitest'
import { noSuchProfile, profileNamed, withProfile } from '../../../src/core/config/profile.ts'
import { profilesMax } from '../../../src/core/config/limits.ts'
import { readOptions } from '../../../src/core/config/read.ts'
import { printToml } from '../../../src/core/config/print.ts'
import { defaults, isOptions, type Options } from '../../../src/core/config/table.ts'
import { profileLimits } from '../../../src/core/windows/workspace/tab-options.ts'
import { parseToml } from '../../../src/host/config/parse-toml.ts'

function read(text: string, before: Options | null = null) {
  const parsed = parseToml(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return readOptions({
    documents: [{ file: 'f', table: parsed.table, placeOf: parsed.placeOf }],
    before,
  })
}

const file = `
[colors]
background = "#101010"
[shell]
env = { A = "1" }
[profiles.review]
command = ["claude", "-c"]
shell.env = { B = "2" }
colors.preset = "Nord"
fonts.size = 16
[profiles.plain.colors]
foreground = "#ABCDEF"
`

test('a profile overrides the options, and its theme overrides colors of the file', () => {
  const { options, problems } = read(file)
  expect(problems).toEqual([])
  expect(isOptions(options)).toBe(true)
  const review = withProfile(options, profileNamed(options, 'review'))
  expect([review.fonts.size, review.colors.preset, review.ownColors]).toEqual([
    16,
    'Nord',
    ['preset'],
  ])
  expect(review.shell.env).toEqual({ A: '1', B: '2' })
  const plain = withProfile(options, profileNamed(options, 'plain'))
  expect([plain.colors.foreground, plain.ownColors]).toEqual([
    '#ABCDEFFF',
    ['background', 'foreground'],
  ])
  expect(withProfile(options, profileNamed(options, 'toString'))).toBe(options)
  expect(profileNamed(options, 'review')?.command).toEqual(['claude', '-c'])
  expect(parseToml(printToml(options, 'changed')).ok).toBe(true)
  expect(read(printToml(options, 'changed')).options.profiles).toEqual(options.profiles)
})

test('a profile limits its tabs', () => {
  const { options, problems } = read(
    '[profiles.agent]\nmemory_high_gb = 1.5\nmemory_max_gb = 2\ncpu_weight = 50\n' +
      '[profiles.free]\nmemory_max_gb = 0\n[profiles.odd]\nmemory_max = 3\n' +
      'memory_high_gb = "1G"\ncpu_weight = 20000\n',
  )
  const limits = (name: string) => profileLimits(profileNamed(options, name))
  const all = { memoryHigh: 1_500_000_000, memoryMax: 2_000_000_000, cpuWeight: 50 }
  expect([limits('agent'), limits('free'), limits('none')]).toEqual([all, undefined, undefined])
  expect(limits('odd')).toEqual({ cpuWeight: 10_000 })
  expect(problems.map(({ key, kind }) => [key, kind])).toEqual([
    ['profiles.odd.memory_max', 'unknown_key'],
    ['profiles.odd.memory_high_gb', 'invalid_value'],
    ['profiles.odd.cpu_weight', 'clamped'],
  ])
  expect(read(printToml(options, 'changed')).options.profiles['agent']).toEqual(
    options.profiles['agent'],
  )
})

test("a profile's mistakes name their key and keep the earlier value", () => {
  const before = read(file).options
  const { options, problems } = read(
    '[profiles.review]\ncommand = "htop"\nfonts.size = "big"\nfonts.sise = 3\nfont = 1\n' +
      'colors = 4\ncursor.blink_ms = 99999\n[profiles."a b"]\n' +
      '[profiles.list]\nshell.program = "x"\n',
    before,
  )
  expect(options.profiles['review']).toMatchObject({
    command: ['claude', '-c'],
    fonts: { size: 16 },
    cursor: { blink_ms: 5_000 },
  })
  expect(problems.map(({ key, kind, place }) => [key, kind, place?.line])).toEqual([
    ['profiles.review.command', 'invalid_value', 2],
    ['profiles.review.fonts.size', 'invalid_value', 3],
    ['profiles.review.fonts.sise', 'unknown_key', 4],
    ['profiles.review.font', 'unknown_key', 5],
    ['profiles.review.colors', 'invalid_value', 6],
    ['profiles.review.cursor.blink_ms', 'clamped', 7],
    ['profiles.a b', 'invalid_value', 8],
  ])
  expect(problems.map(({ text }) => text)).toContain(
    'invalid value for profiles.review.fonts.size: "big". Allowed: a number from 6 to 72.',
  )
  expect(problems[0]?.text).toBe(
    'invalid value for profiles.review.command: "htop". Allowed: a list of up to 64 strings, ' +
      'such as ["htop", "-d", "10"].',
  )
  expect(problems.map(({ text }) => text)).toContain(
    'unknown key profiles.review.fonts.sise. Did you mean profiles.review.fonts.size?',
  )
})

test('profiles beyond the size of a menu are reported, and the others count', () => {
  const many = Array.from({ length: profilesMax + 1 }, (_, at) => `[profiles.p${at}]\n`).join('')
  const { options, problems } = read(many)
  expect(Object.keys(options.profiles)).toHaveLength(profilesMax)
  expect(problems.map(({ key }) => key)).toEqual([`profiles.p${profilesMax}`])
})

test('a missing profile is reported with advice', () => {
  expect(noSuchProfile(read(file).options, 'reviw')).toContain('Did you mean review?')
  expect(noSuchProfile(defaults, 'x')).toBe(
    'No profile named "x". Add [profiles.NAME] to the configuration file.',
  )
})
