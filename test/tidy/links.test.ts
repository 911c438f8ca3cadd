/** Links between the documents lead somewhere, and each can be read in one sitting. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPaths, readFiles, root } from './tree.ts'

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

test('no document has more than 250 lines, but for the generated list of options', () => {
  const documents = readFiles(projectPaths().filter((path) => /^docs\/.*\.md$/.test(path)))
  const long = documents
    .filter(
      ({ path, text }) => path !== 'docs/reference/config.md' && text.split('\n').length - 1 > 250,
    )
    .map(({ path }) => path)
  expect(long).toEqual([])
})
