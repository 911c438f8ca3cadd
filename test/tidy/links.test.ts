/** Relative links and images in the documentation exist. */
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
