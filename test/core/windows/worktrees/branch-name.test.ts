import { expect, test } from 'vitest'
import {
  branchProblem,
  branchUnitsMax,
  directoryFor,
  nameStem,
  repositoryName,
} from '../../../../src/core/windows/worktrees/branch-name.ts'

test('a branch may have any name that git allows and a reader can tell apart', () => {
  for (const name of [
    'fix',
    'feature/login',
    'größe',
    '修复',
    'a.b_c-d+e',
    'v1.2',
    'x@y',
    'lookahead',
  ])
    expect(branchProblem(name), name).toBe(null)
})

test.each([
  '',
  '-x',
  '--force',
  '..',
  'a..b',
  '../x',
  'refs/heads/x',
  'REFS/x',
  'HEAD',
  'FETCH_HEAD',
  '@',
  'a@{1}',
  '.hidden',
  'a/.b',
  'x.lock',
  'x.lock/y',
  'a//b',
  '/a',
  'a/',
  'a.',
  'a b',
  'a\nb',
  'a\x1b]0;x\x07',
  'a\0b',
  'a:b',
  'a~1',
  'a^',
  'a*',
  'a?',
  'a[b',
  'a\\b',
  'a\u202eb',
  'a\u200bb',
  'a\u{e0041}b',
  'a\ud800',
  'a'.repeat(40),
  'a'.repeat(branchUnitsMax + 1),
])('a branch is not called %j', (name) => {
  expect(branchProblem(name)).toMatch(/[.]$/)
  expect(branchProblem(name)).not.toMatch(/[\p{Cc}\u202e\u200b]/u)
})

test('the directory is next to the repository, with its name and the branch', () => {
  const usual = '../{repo}-{branch}'
  expect(directoryFor(usual, '/src/api', 'fix')).toBe('../api-fix')
  expect(directoryFor(usual, '/src/api.git', 'feature/login')).toBe('../api-feature-login')
  expect(directoryFor('/wt/{repo}/{branch}', '/src/api/.bare', 'a')).toBe('/wt/api/a')
})

test('a branch can name no other directory', () => {
  for (const branch of ['a/../../../etc', '....//x', '{repo}', '$HOME', '~', 'x/'.repeat(30)]) {
    const name = directoryFor('{branch}', '/src/api', branch)
    expect(name).toMatch(/^[^./-][^/]*$/)
    expect(name.length).toBeLessThan(70)
  }
})

test('a repository is named by its directory', () => {
  expect(repositoryName('/src/api')).toBe('api')
  expect(repositoryName('/.git')).toBe('git')
})

test('a free name starts with the program, if that is a plain name', () => {
  expect(nameStem('/usr/bin/claude')).toBe('claude')
  for (const odd of [null, '', '-x', '../..', 'a b', 'ä']) expect(nameStem(odd)).toBe('agent')
})
