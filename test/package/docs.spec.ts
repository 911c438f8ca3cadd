/**
 * The site of `npm run docs`: each page in a browser, each link and anchor, search, and no request
 * to another server. Run by `npm run test:package -- docs`, which builds the site.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { chromium, expect, test, type Browser, type Page } from '@playwright/test'
import { site } from '../../src/build/docs-site/docs.mjs'
import { serve } from '../../src/build/docs-site/serve.mjs'

const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.html') && name !== '404.html',
)

let browser: Browser
let page: Page
let server: Awaited<ReturnType<typeof serve>>
const elsewhere: string[] = []

test.beforeAll(async () => {
  server = await serve(site, 0)
  browser = await chromium.launch({
    executablePath: process.env['VIBEFLOW_TEST_CHROMIUM'] ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
  })
  page = await browser.newPage()
  await page.route(
    (url) => !url.href.startsWith(server.address),
    (route) => {
      elsewhere.push(route.request().url())
      return route.abort()
    },
  )
})

test.afterAll(async () => {
  await browser.close()
  server.close()
})

test('every page opens with one h1, and every link and anchor on it leads somewhere', async () => {
  test.setTimeout(900_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${page.url()}: ${response.url()}`)
  })
  const anchors = new Map<string, ReadonlySet<string>>()
  const links: { readonly from: string; readonly to: URL }[] = []
  for (const file of files) {
    const address = new URL(file, server.address).href
    await page.goto(address)
    // the page runs: its script has taken over what the server sent
    await page.waitForFunction(() => '__vue_app__' in document.querySelector('#app')!)
    const found = await page.evaluate(() => ({
      headings: document.querySelectorAll('h1').length,
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll('a')].map(({ href }) => href),
      broken: [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length,
    }))
    if (found.headings !== 1) problems.push(`${file}: ${found.headings} h1`)
    if (found.broken > 0) problems.push(`${file}: ${found.broken} pictures are missing`)
    anchors.set(address, new Set(found.ids))
    for (const href of found.links)
      if (href.startsWith(server.address)) links.push({ from: file, to: new URL(href) })
  }
  for (const { from, to } of links) {
    const { origin, pathname, hash } = to
    const target = origin + pathname.replace(/\/$/, '/index.html')
    const ids = anchors.get(target) ?? anchors.get(`${target}.html`)
    if (ids === undefined) {
      if (!(await page.request.get(target)).ok()) problems.push(`${from}: ${to.href}`)
    } else if (hash !== '' && !ids.has(decodeURIComponent(hash.slice(1))))
      problems.push(`${from}: no anchor ${relative('/', pathname)}${hash}`)
  }
  expect(files.length).toBeGreaterThan(30)
  expect(links.length).toBeGreaterThan(300)
  expect([...new Set(problems)]).toEqual([])
})

test('search finds a page by a word of its text', async () => {
  await page.goto(server.address)
  await page.locator('.VPNavBarSearch button').first().click()
  await page.locator('.VPLocalSearchBox input').fill('inbox')
  const results = page.locator('.VPLocalSearchBox .result')
  await expect(results.first()).toBeVisible()
  await results.first().click()
  await expect(page.locator('.vp-doc')).toContainText(/inbox/i)
})

test('the site requests nothing from another server, and names none in its scripts', () => {
  expect(elsewhere).toEqual([])
  const named = files.filter((name) =>
    /<(script|link)[^>]+(src|href)="(https?:)?\/\//.test(readFileSync(`${site}/${name}`, 'utf8')),
  )
  expect(named).toEqual([])
})
