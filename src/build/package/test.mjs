/**
 * `npm run test:package [-- PART...]`: makes and tests the packages. Too slow for `npm test`.
 * Parts, default all: `checks` (Debian's validators on the packages' content), `repeat` (packing
 * twice gives the same bytes), `builder` (electron-builder.yml with the shim instead of Electron),
 * `appimage` (Playwright drives the file), `archives` (starts the rpm in an empty root and the
 * unpacked tar.gz), `deb` (installs, uses and removes it in a fresh Debian), `docs` (builds the
 * site of `npm run docs` and opens each page), `systemd` (tabs in scopes of a real systemd). The
 * last two need no package.
 * VIBEFLOW_PACKAGE_FAST=1 packs quickly and larger.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buildDocs } from '../docs-site/docs.mjs'
import { engineLine, findChromium } from '../setup/engine.mjs'
import {
  must,
  needed,
  outsideEnvironment,
  projectNode,
  root,
  run,
  say,
  script,
  Stop,
} from '../project.mjs'
import { inProjectNode, setUp } from '../setup/setup.mjs'
import { debInDebian } from './debian-root.mjs'
import { makePackages, theFacts } from './package.mjs'
import { scopesInDebian } from './systemd.mjs'
import { trial } from './trial.mjs'

const parts = ['checks', 'repeat', 'builder', 'appimage', 'archives', 'deb', 'docs', 'systemd']
const work = path.join(root, 'out/package-test')

await script(async () => {
  const elsewhere = await inProjectNode(import.meta.url)
  if (elsewhere !== undefined) return elsewhere
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((part) => !parts.includes(part))
  if (unknown !== undefined) throw new Stop(`there is no part ${unknown}: ${parts.join(', ')}`)
  const chosen = wanted.length === 0 ? parts : wanted
  const packages = chosen.some((part) => part !== 'docs' && part !== 'systemd')
  const engine = await setUp({ packaging: packages, packageTests: packages })
  const files = packages ? await makePackages() : {}
  /** @type {Record<string, () => Promise<void>>} */
  const steps = {
    checks: () => checks(files),
    repeat: () => repeat(files),
    builder,
    appimage: () =>
      specs('appimage', {
        VIBEFLOW_TEST_APPIMAGE: files['appimage'],
        VIBEFLOW_TEST_ENGINE_LINE: engineLine(engine),
      }),
    docs: async () => {
      await buildDocs()
      await specs('docs', { VIBEFLOW_TEST_CHROMIUM: findChromium() })
    },
    archives: () => archives(files),
    deb: () => debInDebian(files['deb'] ?? '', path.join(work, 'root')),
    systemd: () => scopesInDebian(path.join(work, 'systemd')),
  }
  fs.mkdirSync(work, { recursive: true })
  const results = []
  for (const part of chosen) {
    say(`--- ${part}`)
    const began = performance.now()
    try {
      await steps[part]?.()
      results.push(`ok     ${part}, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    } catch (error) {
      const trace = error instanceof Error ? error.stack : String(error)
      results.push(`FAILED ${part}: ${error instanceof Stop ? error.message : trace}`)
    }
  }
  const failed = results.filter((line) => line.startsWith('FAILED')).length
  process.stdout.write(
    `\n${results.join('\n')}\n${results.length - failed} passed, ${failed} failed\n`,
  )
  return failed === 0 ? 0 : 1
})

/**
 * @param {string} name @param {readonly string[]} args @param {{ cwd?: string, env?:
 * NodeJS.ProcessEnv }} [more]
 */
async function call(name, args, more = {}) {
  const failed = `${name} ${args.join(' ')} failed; its words stand above`
  await must(failed, needed(name), args, { output: 1, ...more })
}

/** @param {Record<string, string>} files */
async function checks({ appimage = '', deb = '', sums = '' }) {
  const place = path.join(work, 'checks')
  fs.rmSync(place, { recursive: true, force: true })
  fs.mkdirSync(place, { recursive: true })
  await call('sha256sum', ['--check', '--quiet', path.basename(sums)], {
    cwd: path.dirname(appimage),
  })
  await run(appimage, ['--appimage-extract'], { cwd: place, quiet: true })
  const inside = path.join(place, 'squashfs-root')
  const share = path.join(inside, 'usr/share')
  await call('desktop-file-validate', [
    path.join(inside, 'vibeflow.desktop'),
    path.join(share, 'applications/vibeflow.desktop'),
  ])
  await call('appstreamcli', [
    'validate',
    '--no-net',
    path.join(share, 'metainfo/dev.vibeflow.terminal.metainfo.xml'),
  ])
  for (const name of fs.readdirSync(path.join(share, 'man/man1')))
    await manual(path.join(share, 'man/man1', name))
  await call('shellcheck', [
    path.join(inside, 'AppRun'),
    path.join(inside, 'usr/bin/vibeflow'),
    path.join(inside, 'usr/lib/vibeflow/engine.sh'),
    path.join(inside, 'usr/lib/vibeflow/electron'),
    path.join(root, 'src/appimage-runtime/build.sh'),
    path.join(root, 'src/packaging/deb/postinst'),
    path.join(root, 'src/packaging/deb/prerm'),
  ])
  for (const [shell, file] of [
    ['bash', 'bash-completion/completions/vibeflow'],
    ['zsh', 'zsh/site-functions/_vibeflow'],
    ['fish', 'fish/vendor_completions.d/vibeflow.fish'],
  ])
    await call(shell ?? '', ['-n', path.join(share, file ?? '')])
  await call('lintian', [
    '--fail-on',
    'error',
    ...(process.getuid?.() === 0 ? ['--allow-root'] : []),
    deb,
  ])
}

/** `man` prints warnings to standard error and exits with 0. @param {string} file */
async function manual(file) {
  const output = path.join(work, 'man.txt')
  if (
    (await run('/bin/sh', [
      '-c',
      'MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings -l "$1" > /dev/null 2> "$2" && ! test -s "$2"',
      'man',
      file,
      output,
    ])) !== 0
  )
    throw new Stop(`man --warnings: ${fs.readFileSync(output, 'utf8')}`)
}

/** @param {Record<string, string>} files */
async function repeat(files) {
  const sums = () =>
    Object.fromEntries(
      fs.readdirSync(path.dirname(files['appimage'] ?? '')).map((name) => [
        name,
        createHash('sha256')
          .update(fs.readFileSync(path.join(path.dirname(files['appimage'] ?? ''), name)))
          .digest('hex'),
      ]),
    )
  const first = sums()
  await makePackages()
  const different = Object.entries(sums())
    .filter(([name, sum]) => first[name] !== sum)
    .map(([name]) => name)
  if (different.length > 0)
    throw new Stop(`not the same bytes the second time: ${different.join(', ')}`)
}

async function builder() {
  const { appimage, fpm } = await trial(theFacts('electron'), path.join(work, 'trial'))
  for (const file of [
    'AppRun',
    'vibeflow',
    'vibeflow.bin',
    'engine.sh',
    'resources/app.asar',
    'resources/app.asar.unpacked/node_modules/node-pty/build/Release/pty.node',
    'resources/app.asar.unpacked/node_modules/node-pty/build/Release/vibeflow-keeper',
    'resources/app.asar.unpacked/out/integrations/shell/bash/vibeflow.bash',
    'resources/app.asar.unpacked/out/integrations/shell/remote/setup.sh',
    'resources/share/man/man1/vibeflow.1.gz',
    'resources/share/man/man1/vibeflow-ls.1.gz',
    'resources/share/vibeflow/emit/bin/vibeflow-emit.sh',
    'usr/share/icons/hicolor/512x512/apps/vibeflow.png',
  ]) {
    if (!fs.existsSync(path.join(appimage, file)))
      throw new Stop(`electron-builder's AppImage has no ${file}`)
  }
  await call('desktop-file-validate', [path.join(appimage, 'vibeflow.desktop')])
  if (
    fs.readFileSync(path.join(appimage, 'AppRun'), 'utf8') !==
    fs.readFileSync(path.join(root, 'src/packaging/AppRun'), 'utf8')
  )
    throw new Stop("electron-builder's AppRun is not ours")
  if (fpm.length !== 2) throw new Stop(`fpm was called ${fpm.length} times, not for deb and rpm`)
  for (const place of ['/usr/share/man/man1', '/usr/bin/vibeflow-emit']) {
    for (const words of fpm)
      if (!words.some((word) => word.endsWith(`=${place}`)))
        throw new Stop(`a package of fpm has no ${place}`)
  }
  for (const words of fpm.filter((all) => all.some((word) => /^--provides=/.test(word)))) {
    // the recorder writes each line as a word
    const at = words.findLastIndex((word) => word.startsWith('--description'))
    if (!words[at]?.startsWith('--description=') || !/^\S/.test(words[at + 1] ?? ''))
      throw new Stop("the deb's description would have blanks that Debian's tools keep")
  }
}

/** Runs specs of test/package. @param {string} name @param {NodeJS.ProcessEnv} more */
async function specs(name, more) {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...environment } = outsideEnvironment()
  const args = [
    path.join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    `/${name}.spec.ts`,
    '--config=test/package/package.config.ts',
  ]
  await must('a spec failed; see above', projectNode().path, args, {
    output: 1,
    env: { ...environment, ...more },
  })
}

/**
 * Installs each as a user might and uses it; removes the rpm again. Debian's rpm does not know the
 * packages that it depends on.
 * @param {Record<string, string>} files
 */
async function archives({ rpm = '', tar = '' }) {
  const place = path.join(work, 'archives')
  fs.rmSync(place, { recursive: true, force: true })
  for (const name of ['my apps', 'root', 'home/run'])
    fs.mkdirSync(path.join(place, name), { recursive: true, mode: 0o700 })
  await call('tar', ['-C', path.join(place, 'my apps'), '-xzf', tar])
  const [unpacked = ''] = fs.readdirSync(path.join(place, 'my apps'))
  used(path.join(place, 'my apps', unpacked), path.join(place, 'home'))
  if (process.getuid?.() !== 0)
    throw new Stop('the rpm is installed as root: sudo -E npm run test:package -- archives')
  const root = path.join(place, 'root')
  await call('rpm', ['--root', root, '--nodeps', '--install', rpm])
  used(path.join(root, 'usr'), path.join(place, 'home'))
  await call('rpm', ['--root', root, '--erase', 'vibeflow-shim'])
  const left = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('vibeflow'))
  if (left.length > 0) throw new Stop(`left after the rpm was erased: ${left.join(' ')}`)
  fs.rmSync(place, { recursive: true, force: true })
}

/** @param {string} prefix with bin, lib and share @param {string} home */
function used(prefix, home) {
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    LC_ALL: 'C.UTF-8',
    VIBEFLOW_HEADLESS: '1',
    VIBEFLOW_EMIT_STDOUT: '1',
  }
  /** @type {[string, string[], number, RegExp][]} */
  const calls = [
    ['vibeflow', ['--version'], 0, /^vibeflow \d/],
    ['vibeflow', ['ls', '--json'], 0, /"sessions":\[\]/],
    ['vibeflow', ['--wait', '-e', 'sh', '-c', 'exit 3'], 3, /^$/],
    ['vibeflow-emit', ['working', '--project=é'], 0, /project=%C3%A9/],
  ]
  for (const [name, words, code, says] of calls) {
    const { status, stdout } = spawnSync(path.join(prefix, 'bin', name), words, {
      env,
      encoding: 'utf8',
      cwd: home,
      timeout: 120_000,
    })
    if (status !== code || !says.test(stdout))
      throw new Stop(
        `${prefix}/bin/${name} ${words.join(' ')} left with ${status} and said ${stdout}`,
      )
  }
  say(`  used: ${prefix}`)
}
