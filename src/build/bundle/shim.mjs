/**
 * Bundles the shim into one folder: the `electron` script, the Node side with ws, and the page
 * scripts. Plain Node without type checks, which takes under two seconds.
 */
import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const root = path.resolve(import.meta.dirname, '../../..')
const source = path.join(root, 'src/electron-shim')

/**
 * @param {string} [outDir] the folder to write; an earlier build there is replaced
 * @returns {Promise<string>} the executable
 */
export async function buildShim(outDir = path.join(root, 'out/electron-shim')) {
  const versions = JSON.stringify(
    JSON.parse(fs.readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8'))
      .version,
  )
  const transform = { define: { SHIM_ELECTRON_VERSION: versions } }
  fs.mkdirSync(outDir, { recursive: true })
  const temporary = fs.mkdtempSync(path.join(path.dirname(outDir), '.electron-shim-'))
  try {
    await Promise.all([
      bundle(
        {
          input: {
            start: path.join(source, 'start.ts'),
            electron: path.join(source, 'electron.ts'),
          },
          platform: 'node',
          external: [/^node:/],
          transform,
          plugins: [noXml],
        },
        {
          dir: temporary,
          format: 'esm',
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[hash].js',
        },
      ),
      ...['isolated-world', 'port-worker'].map((name) =>
        bundle(
          { input: path.join(source, `page/${name}.ts`), platform: 'browser', transform },
          { file: path.join(temporary, `${name}.js`), format: 'iife' },
        ),
      ),
    ])
    fs.writeFileSync(
      path.join(temporary, 'package.json'),
      '{ "type": "module", "private": true }\n',
    )
    fs.copyFileSync(path.join(source, 'electron.sh'), path.join(temporary, 'electron'))
    fs.chmodSync(path.join(temporary, 'electron'), 0o755)
    replace(temporary, outDir)
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true })
  }
  return path.join(outDir, 'electron')
}

/**
 * dbus-native parses XML only for proxies, which are not used. The chunk is half without it.
 * @type {import('rolldown').Plugin}
 */
export const noXml = {
  name: 'no-xml',
  resolveId: (id) => (id === 'xml2js' ? '\0no-xml' : null),
  load: (id) => (id === '\0no-xml' ? '' : null),
}

/**
 * @param {import('rolldown').InputOptions} input @param {import('rolldown').OutputOptions} output
 */
async function bundle(input, output) {
  const build = await rolldown({ ...input, treeshake: true, logLevel: 'warn' })
  try {
    await build.write(output)
  } finally {
    await build.close()
  }
}

/**
 * File by file and old chunks last, so that a shim started in the middle of a build finds a whole
 * set. @param {string} from @param {string} to
 */
function replace(from, to) {
  const names = fs.readdirSync(from)
  const order = [...names].sort(
    (a, b) => Number(b.startsWith('shared-')) - Number(a.startsWith('shared-')),
  )
  for (const name of order) fs.renameSync(path.join(from, name), path.join(to, name))
  for (const name of fs.readdirSync(to)) {
    if (/\.js$/.test(name) && !names.includes(name)) fs.rmSync(path.join(to, name))
  }
}

if (
  process.argv[1] !== undefined &&
  fs.existsSync(process.argv[1]) &&
  fs.realpathSync(process.argv[1]) === import.meta.filename
) {
  const target = process.argv[2] && path.resolve(process.argv[2])
  console.error(`built ${path.relative(process.cwd(), await buildShim(target))}`)
}
