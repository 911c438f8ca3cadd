/** Tests the parts of a release: its text, its file names, its feed and the feed's location. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseFeed } from '../../src/cli/verbs/update/release-feed.ts'
import { fileNames } from '../../src/build/package/facts.mjs'
import { repositoryOf, writeFeed, writeFeedAddress } from '../../src/build/package/feed.mjs'
import { missingFiles, sectionOf } from '../../src/build/package/release.mjs'
import { root } from '../tidy/tree.ts'

const facts = {
  name: 'vibeflow',
  version: '1.2.3',
  engine: 'electron',
  arch: 'x64',
  epoch: 1_700_000_000,
} as const

test('the release address is `publish` of electron-builder.yml, or null', () => {
  const block = 'a: b\npublish:\n  provider: github\n  owner: some-one\n  repo: a.thing\nlinux:\n'
  expect([
    repositoryOf(block),
    repositoryOf('publish: null\n# publish:\n#   provider: github\n#   owner: a\n#   repo: b\n'),
    repositoryOf(block.replace('github', 'generic')),
    repositoryOf(block.replace('some-one', '')),
  ]).toEqual(['some-one/a.thing', undefined, undefined, undefined])
})

test('a package contains the address of its own feed, or none', () => {
  const share = mkdtempSync(join(tmpdir(), 'vibeflow-feed-'))
  const file = join(share, 'vibeflow/releases.json')
  writeFeedAddress(facts, share, undefined)
  expect(() => readFileSync(file)).toThrow('ENOENT')
  writeFeedAddress({ ...facts, arch: 'arm64' }, share, 'some-one/a.thing')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    feed: 'https://github.com/some-one/a.thing/releases/latest/download/latest-linux-arm64.yml',
  })
  rmSync(share, { recursive: true })
})

test('the feed has the form that `vibeflow update` reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-feed-'))
  const names = fileNames(facts)
  for (const name of [names.deb, names.appimage]) writeFileSync(join(folder, name), 'content')
  writeFeed(facts, folder)
  const sha512 = createHash('sha512').update('content').digest('base64')
  const text = readFileSync(join(folder, 'latest-linux.yml'), 'utf8')
  const parsed = parseFeed(text)
  expect(parsed.ok && parsed.release.version).toBe('1.2.3')
  expect(parsed.ok && parsed.release.files.map(({ name, bytes }) => [name, bytes])).toEqual([
    [names.appimage, 7],
    [names.deb, 7],
  ])
  expect(parsed.ok && parsed.release.files[0]?.sha512).toBe(sha512)
  expect(text).toMatch(/\nreleaseDate: '2023-11-14T22:13:20\.000Z'\n$/)
  rmSync(folder, { recursive: true })
})

test("a release's text is the section of its version", () => {
  const text =
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n\n### Added\n\n- one\n\n' +
    '## [1.2.2] - 2026-11-01\n\n- two\n\n[1.2.3]: https://example.org\n'
  expect([sectionOf(text, '1.2.3'), sectionOf(text, '1.2.2')]).toEqual([
    '### Added\n\n- one',
    '- two',
  ])
  expect(() => sectionOf(text, '1.2')).toThrow('CHANGELOG.md has no section of 1.2')
  expect(() => sectionOf('## [1.2.3]\n\n## [1.2.2]\n', '1.2.3')).toThrow('is empty')
})

test('a release contains the packages of both architectures', () => {
  const all = missingFiles('vibeflow', '1.2.3', [])
  expect(all).toEqual(
    expect.arrayContaining([
      ...['vibeflow-1.2.3-x86_64.AppImage', 'vibeflow-1.2.3-arm64.AppImage'],
      ...['vibeflow_1.2.3_arm64.deb', 'vibeflow-1.2.3-1.aarch64.rpm'],
      ...['vibeflow-1.2.3-linux-x64.tar.gz', 'latest-linux-arm64.yml'],
      'vibeflow-1.2.3-arm64.cdx.json',
    ]),
  )
  expect(missingFiles('vibeflow', '1.2.3', all.slice(1))).toEqual([all[0]])
})

test("electron-builder's file names are vibeflow's", () => {
  const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
  // electron-builder's names of processors: getArtifactArchName in builder-util
  const processors: Readonly<Record<string, readonly [x64: string, arm64: string]>> = {
    AppImage: ['x86_64', 'arm64'],
    deb: ['amd64', 'arm64'],
    rpm: ['x86_64', 'aarch64'],
    'tar.gz': ['x64', 'arm64'],
  }
  const pattern = (block: string) =>
    new RegExp(`^${block}:\\n(?: .*\\n)*? {2}artifactName: "(.*)"$`, 'm').exec(text)?.[1] ?? ''
  const patterns = { AppImage: 'appImage', deb: 'deb', rpm: 'rpm', 'tar.gz': 'linux' }
  const made = (index: 0 | 1) =>
    Object.entries(patterns).map(([ext, block]) =>
      pattern(block)
        .replace('${name}', 'vibeflow')
        .replace('${version}', '1.2.3')
        .replace('${arch}', processors[ext]?.[index] ?? '')
        .replace('${ext}', ext),
    )
  const ours = (arch: 'x64' | 'arm64') => {
    const { appimage, deb, rpm, tar } = fileNames({ ...facts, arch })
    return [appimage, deb, rpm, tar]
  }
  expect([made(0), made(1)]).toEqual([ours('x64'), ours('arm64')])
})
