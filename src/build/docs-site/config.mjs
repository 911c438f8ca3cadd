/**
 * VitePress's configuration. docs.mjs copies it next to the pages; the start page of docs/ is the
 * only source of the navigation. Nothing is loaded from another server.
 */
import fs from 'node:fs'
import path from 'node:path'
import { navigation } from './navigation.mjs'

const pages = path.resolve(import.meta.dirname, '..')
const { nav, sidebar } = navigation(fs.readFileSync(path.join(pages, 'docs/index.md'), 'utf8'))

/** The anchor that GitHub gives a heading. @param {string} heading */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')

/**
 * Links to files that are not in the site, such as sources, become plain text.
 * @param {any} md
 */
function removeLinksToFiles(md) {
  md.core.ruler.push('links-to-files', (/** @type {any} */ { tokens, env }) => {
    for (const { children } of tokens) {
      let isRemoved = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const [target = ''] = (token.attrGet('href') ?? '').split('#')
          const file = path.join(pages, path.dirname(env.relativePath ?? ''), target)
          if (file === path.join(pages, 'README.md')) token.attrSet('href', '/')
          else isRemoved = target !== '' && !/^([a-z]+:|\/)/.test(target) && !isInSite(file)
        }
        if (isRemoved && /^link_(open|close)$/.test(token.type)) {
          if (token.type === 'link_close') isRemoved = false
          Object.assign(token, { type: 'text', content: '', nesting: 0 })
        }
      }
    }
  })
}

/** A page that is missing stays a link, and fails the build. @param {string} file */
function isInSite(file) {
  const place = path.relative(pages, file)
  return place.endsWith('.md')
    ? place.startsWith('docs/') || !place.includes('/')
    : fs.existsSync(path.join(pages, 'public', place))
}

export default {
  title: 'vibeflow',
  description: 'A Linux terminal that shows what your AI coding agents are doing',
  lang: 'en-US',
  ignoreDeadLinks: false,
  head: [['meta', { name: 'referrer', content: 'no-referrer' }]],
  markdown: {
    anchor: { slugify },
    attrs: { disable: true },
    config: removeLinksToFiles,
  },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
}
