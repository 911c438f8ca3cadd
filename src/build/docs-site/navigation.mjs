/** Reads the site's navigation from the start page of docs/: its headings, and the links below. */

/**
 * @typedef {{ text: string, link?: string, collapsed?: boolean, items?: Item[] }} Item
 * @param {string} startPage
 * @returns {{ nav: Item[], sidebar: Item[] }}
 */
export function navigation(startPage) {
  /** @type {Item[]} */
  const groups = []
  /** @type {Item[]} */
  let items = []
  for (const line of startPage.split('\n')) {
    const [, level = '', heading = ''] = /^(#{2,3}) (.*)$/.exec(line) ?? []
    if (heading !== '') {
      items = []
      const group = { text: heading, collapsed: false, items }
      if (level === '##') groups.push(group)
      else groups.at(-1)?.items?.push(group)
    } else if (groups.length > 0 && /^[|*-]/.test(line)) {
      for (const [, text = '', target = ''] of line.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g))
        items.push({ text: text.replaceAll('`', ''), link: linkOf(target) })
    }
  }
  const nav = groups.flatMap(({ text, items: [first] = [] }) => {
    const link = first?.link ?? first?.items?.[0]?.link
    return link === undefined ? [] : [{ text, link }]
  })
  return { nav, sidebar: [{ text: 'All pages', link: '/docs/' }, ...groups, project] }
}

/** @param {string} target relative to docs/ */
function linkOf(target) {
  return new URL(target, 'file:///docs/').pathname.replace(/(index)?\.md$/, '')
}

/** Pages at the top of the repository. */
const project = {
  text: 'Project',
  items: [
    { text: 'Security', link: '/SECURITY' },
    { text: 'Changelog', link: '/CHANGELOG' },
    { text: 'Contributing', link: '/CONTRIBUTING' },
  ],
}
