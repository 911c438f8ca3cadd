/**
 * `npm run docs [-- --serve]`: builds docs/ and the pages at the top of the repository into one
 * static site with VitePress, in artifacts/docs; `--serve` then serves it to this machine.
 * VitePress is installed separately on demand, with its own lock file.
 */
import fs from 'node:fs'
import path from 'node:path'
import { installSeparately } from '../setup/dependencies.mjs'
import { must, projectNode, root, say, script, startedDirectly, Stop } from '../project.mjs'
import { inProjectNode, setUpWithoutEngine } from '../setup/setup.mjs'
import { serve } from './serve.mjs'

const manifest = import.meta.dirname
const work = path.join(root, 'out/docs-site')
const pages = path.join(work, 'pages')
export const site = path.join(root, 'artifacts/docs')

export async function buildDocs() {
  await installSeparately('vitepress', manifest, work)
  fs.rmSync(pages, { recursive: true, force: true })
  fs.cpSync(path.join(root, 'docs'), path.join(pages, 'docs'), {
    recursive: true,
    filter: (file) => !/\.(json|toml)$/.test(file),
  })
  // Other files keep their addresses.
  fs.cpSync(path.join(root, 'docs'), path.join(pages, 'public/docs'), {
    recursive: true,
    filter: (file) => !/\.(md|png)$/.test(file),
  })
  for (const name of ['SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'])
    fs.copyFileSync(path.join(root, name), path.join(pages, name))
  // Vue takes a path in HTML without a dot for a package.
  const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8')
  fs.writeFileSync(path.join(pages, 'index.md'), readme.replaceAll('="docs/', '="./docs/'))
  const settings = path.join(pages, '.vitepress')
  fs.mkdirSync(path.join(settings, 'theme'), { recursive: true })
  for (const name of ['config.mjs', 'navigation.mjs'])
    fs.copyFileSync(path.join(manifest, name), path.join(settings, name))
  fs.writeFileSync(
    path.join(settings, 'theme/index.mjs'),
    "export { default } from 'vitepress/theme-without-fonts'\n",
  )
  await must(
    'the site cannot be built; see above',
    projectNode().path,
    [path.join(work, 'node_modules/vitepress/bin/vitepress.js'), 'build', pages, '--outDir', site],
    { env: { ...process.env, CI: '1' } },
  )
  say(`built ${path.relative(root, site)}`)
}

if (startedDirectly(import.meta.url)) {
  await script(async () => {
    const elsewhere = await inProjectNode(import.meta.url)
    if (elsewhere !== undefined) return elsewhere
    const words = process.argv.slice(2)
    const unknown = words.find((word) => word !== '--serve')
    if (unknown !== undefined) throw new Stop(`${unknown} is not an option: --serve`)
    await setUpWithoutEngine()
    await buildDocs()
    if (words.length > 0) say(`serving ${(await serve(site, 4173)).address}; press Ctrl+C to stop`)
    return undefined
  })
}
