/** Links and images of the documentation, and pages that code names, exist. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isSource, projectPaths, readFiles, root } from './tree.ts'

test('relative links and pictures of the documents are there', () => {
  const documents = readFiles(projectPaths().filter((path) => path.endsWith('.md')))
  const broken = documents.flatMap(({ path, text }) =>
    [...text.replace(/```[^]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link.replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(join(root, dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('pages that comments and strings of the code name exist', () => {
  const sources = readFiles(projectPaths().filter((path) => isSource(path) && !isTidy(path)))
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w./-])docs\/[\w/.-]*\w\.(?:md|json|png)/g)]
      .map(([page]) => page)
      .filter((page) => !existsSync(join(root, page)))
      .map((page) => `${path}: ${page}`),
  )
  expect(missing).toEqual([])
})

/** Tests of the checks name pages that do not exist. */
function isTidy(path: string): boolean {
  return path.startsWith('test/tidy/')
}
