/**
 * Packages: the parts that can be looked at without making one. `npm run test:package` does the
 * rest.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { fuses } from '../../src/build/package/after-pack.mjs'
import { control } from '../../src/build/package/deb.mjs'
import { epochOf, fileNames, isOf } from '../../src/build/package/facts.mjs'
import {
  fontLicence,
  npmParts,
  packagesOf,
  sbom,
  themesPackage,
} from '../../src/build/package/sbom.mjs'
import { spec } from '../../src/build/package/rpm.mjs'
import { changelog } from '../../src/build/package/changelog.mjs'
import { findProgram } from '../../src/build/project.mjs'
import { purposes } from '../../src/build/setup/packages.mjs'
import { root } from '../tidy/tree.ts'

const facts = {
  name: 'vibeflow',
  version: '1.2.3',
  engine: 'shim',
  arch: 'x64',
  epoch: 1_700_000_000,
} as const
const assets = join(root, 'src/packaging')

describe('bill of materials, licenses and names', () => {
  test('a package that runs on Chromium shows that in its name', () => {
    expect(fileNames(facts)).toMatchObject({
      appimage: 'vibeflow-shim-1.2.3-x86_64.AppImage',
      deb: 'vibeflow-shim_1.2.3_amd64.deb',
      rpm: 'vibeflow-shim-1.2.3-1.x86_64.rpm',
      tar: 'vibeflow-shim-1.2.3-linux-x64.tar.gz',
    })
    expect(fileNames({ ...facts, engine: 'electron', arch: 'arm64' })).toMatchObject({
      appimage: 'vibeflow-1.2.3-arm64.AppImage',
      deb: 'vibeflow_1.2.3_arm64.deb',
    })
  })

  test("the time in packages is the requested one or the commit's", () => {
    expect([
      epochOf('12', '34', 56.7),
      epochOf(undefined, '34\n', 56.7),
      epochOf('soon', '', 56.7),
    ]).toEqual([12, 34, 56])
  })

  test('the SBOM is the same for the same parts, and is read from the build', () => {
    expect(
      packagesOf([
        '../../node_modules/zod/v4/core.js',
        '../src/a.ts',
        null,
        '../node_modules/@xterm/xterm/lib/x.mjs',
        '/a/node_modules/b/node_modules/c/d.js',
      ]),
    ).toEqual(['zod', '@xterm/xterm', 'b/node_modules/c'])
    const [nested] = npmParts(['xml2js/node_modules/xmlbuilder'])
    expect(nested).toMatchObject({ name: 'xmlbuilder', licence: 'MIT' })
    expect(nested).toHaveProperty('hash')
    const parts = [
      { name: 'zod', version: '4', licence: 'MIT', purl: 'pkg:npm/zod@4', hash: 'ff', text: 'x' },
    ]
    const one = sbom(facts, parts)
    expect(one).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: expect.stringMatching(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      metadata: { timestamp: '2023-11-14T22:13:20Z' },
      components: [
        {
          name: 'zod',
          purl: 'pkg:npm/zod@4',
          licenses: [{ expression: 'MIT' }],
          hashes: [{ alg: 'SHA-512', content: 'ff' }],
        },
      ],
    })
    expect([sbom(facts, parts), sbom(facts, []).serialNumber === one.serialNumber]).toEqual([
      one,
      false,
    ])
  })

  test("deb and rpm depend on the system's Chromium", () => {
    expect(control(facts, 5)).toMatch(/^Depends: chromium,[^]*^Provides: x-terminal-emulator$/m)
    expect(spec(facts, assets)).toMatch(
      new RegExp(
        String.raw`^Requires: chromium\nRequires: glibc >= 2\.34\nRequires: libgcc\nRequires: ` +
          String.raw`libstdc\+\+\nRequires: libatomic$[^]*^"/usr/vibeflow\.desktop"$`,
        'm',
      ),
    )
  })

  test('the bills of materials of packages with Electron and without it share a folder', () => {
    const electron = { ...facts, engine: 'electron' } as const
    expect(
      [fileNames(facts), fileNames(electron)].map(({ sbom, licences, sums }) => [
        sbom,
        licences,
        sums,
      ]),
    ).toEqual([
      ['vibeflow-shim-1.2.3-x64.cdx.json', 'THIRD-PARTY-LICENSES-shim.txt', 'SHA256SUMS-shim'],
      ['vibeflow-1.2.3-x64.cdx.json', 'THIRD-PARTY-LICENSES.txt', 'SHA256SUMS'],
    ])
    const there = [
      ...['SHA256SUMS', 'SHA256SUMS-shim', 'THIRD-PARTY-LICENSES-shim.txt'],
      ...['THIRD-PARTY-LICENSES.txt', 'appimage-runtime-1.2.3-source.tar.gz'],
      ...['vibeflow-1.2.2.deb', 'vibeflow-shim_1.2.2.deb'],
    ]
    expect([facts, electron].map((one) => there.filter((name) => isOf(one, name)))).toEqual([
      [
        ...['SHA256SUMS-shim', 'THIRD-PARTY-LICENSES-shim.txt'],
        ...['appimage-runtime-1.2.3-source.tar.gz', 'vibeflow-shim_1.2.2.deb'],
      ],
      [
        ...['SHA256SUMS', 'THIRD-PARTY-LICENSES.txt', 'appimage-runtime-1.2.3-source.tar.gz'],
        'vibeflow-1.2.2.deb',
      ],
    ])
  })

  test('the theme collection is listed with the license of its source', () => {
    const [part] = npmParts([themesPackage])
    expect(part).toMatchObject({
      licence: 'MIT',
      text: expect.stringMatching(
        /^MIT License\n\nCopyright \(c\) 2011 to Present Mark Badolato\n[^]*ZHAO Xudong/,
      ),
    })
  })

  test('fonts are listed under their own licenses', () => {
    const [mono = '', symbols = ''] = [
      fontLicence('jetbrains-mono'),
      fontLicence('@azurity/pure-nerd-font'),
    ]
    expect([
      mono.split('\n')[0],
      /SIL OPEN FONT LICENSE Version 1\.1/.test(mono),
      /^#|^ {4}|Nerd/m.test(mono),
    ]).toEqual([
      expect.stringMatching(/^Copyright 2020 The JetBrains Mono Project Authors/),
      true,
      false,
    ])
    expect(symbols).toMatch(
      new RegExp(
        String.raw`^MIT License\n\nCopyright \(c\) 2014 Ryan L McIntyre\n\nPermission is hereby ` +
          String.raw`granted, [^]*DEALINGS IN THE\nSOFTWARE\.\n\n.*license-audit\.md`,
      ),
    )
  })

  test('the changelog lists the changes of the version', () => {
    const text = changelog({ version: '0.1.0', epoch: 1_700_000_000 })
    expect(text).toMatch(
      new RegExp(
        String.raw`^vibeflow \(0\.1\.0\) unstable; urgency=medium\n\n(?: {2}\* \S.*\n` +
          String.raw`(?: {4}\S.*\n)*){5,}\n -- The vibeflow project <.*> {2}Tue, 14 Nov 2023 ` +
          String.raw`22:13:20 \+0000\n$`,
      ),
    )
    expect(text.split('\n').filter((line) => line.length > 80 && !line.startsWith(' -- '))).toEqual(
      [],
    )
  })

  test('Electron ignores Node options, and runs scripts and a driver only on request', () => {
    expect(fuses(false)).toMatchObject({
      runAsNode: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(fuses(true)).toEqual({ ...fuses(false), enableNodeCliInspectArguments: true })
  })
})

describe('files for packages', () => {
  test('a deb with Electron depends on every library that npm start installs for it', () => {
    const { deb, rpm } = parseYaml(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
      readonly deb: { readonly depends: readonly string[]; readonly fpm: readonly string[] }
      readonly rpm: { readonly fpm: readonly string[] }
    }
    const names = deb.depends.flatMap((entry) => entry.split(' | '))
    expect(
      purposes.electron.map((item) => item.package).filter((one) => !names.includes(one)),
    ).toEqual([])
    const places = deb.fpm.filter((word) => !word.startsWith('--'))
    expect(rpm.fpm.filter((word) => !word.startsWith('--'))).toEqual(places)
    expect(places).toHaveLength(6)
  })

  test('the description of a deb with Electron starts each line with a word', () => {
    const { deb, linux } = parseYaml(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
      readonly deb: { readonly fpm: readonly string[] }
      readonly linux: { readonly synopsis: string; readonly description: string }
    }
    const option = '--description='
    const [given = ''] = deb.fpm.filter((word) => word.startsWith(option))
    expect(given.slice(option.length)).toBe(`${linux.synopsis}\n${linux.description}`)
  })

  test('an rpm owns each folder that only vibeflow has', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rpm-'))
    const extension = 'share/gnome-shell/extensions/vibeflow@vibeflow.dev'
    mkdirSync(join(folder, extension), { recursive: true })
    writeFileSync(join(folder, extension, 'metadata.json'), '{}')
    const text = spec(facts, folder)
    rmSync(folder, { recursive: true })
    expect(text).toContain(`%dir "/usr/${extension}"\n"/usr/${extension}/metadata.json"`)
    expect(text).not.toContain('%dir "/usr/share/gnome-shell"')
  })

  test('electron-builder.yml names files that exist', () => {
    const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    const named = [
      ...text.matchAll(
        new RegExp(
          String.raw`\b(?:src/[\w./-]+|node_modules/node-pty/package\.json` +
            String.raw`|node_modules/node-pty/LICENSE)`,
          'g',
        ),
      ),
    ]
      .map(([path]) => path)
      .filter((path) => !path.includes('*'))
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(readFileSync(join(assets, 'dev.vibeflow.terminal.metainfo.xml'), 'utf8')).toContain(
      `<release version="${version}"`,
    )
  })

  test('electron-builder is pinned by contents, and its lock file names no addresses', () => {
    const text = readFileSync(
      join(root, 'src/build/package/electron-builder/package-lock.json'),
      'utf8',
    )
    const { packages } = JSON.parse(text) as { packages: Record<string, { integrity?: string }> }
    expect([
      text.includes('"resolved"'),
      Object.entries(packages).filter(
        ([name, { integrity }]) => name !== '' && !/^sha512-/.test(integrity ?? ''),
      ),
    ]).toEqual([false, []])
  })

  const validators: readonly (readonly [program: string, args: readonly string[]])[] = [
    ['desktop-file-validate', [join(assets, 'vibeflow.desktop')]],
    ['appstreamcli', ['validate', '--no-net', join(assets, 'dev.vibeflow.terminal.metainfo.xml')]],
    [
      'shellcheck',
      [
        ...[
          ...['launcher.sh', 'engine-shim.sh', 'engine-electron.sh', 'AppRun', 'deb/postinst'],
          'deb/prerm',
        ].map((name) => join(assets, name)),
        join(root, 'src/appimage-runtime/build.sh'),
      ],
    ],
  ]
  test.each(validators.filter(([program]) => findProgram(program) !== undefined))(
    '%s finds nothing',
    (program, args) => {
      const { status, stderr, stdout } = spawnSync(program, args, {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      })
      expect({ status, stderr, output: status === 0 ? '' : stdout }).toEqual({
        status: 0,
        stderr: '',
        output: '',
      })
    },
  )
})

describe('the command of a package', () => {
  let prefix: string
  beforeAll(() => {
    prefix = mkdtempSync(join(tmpdir(), 'package-command-'))
    mkdirSync(join(prefix, 'bin'))
    mkdirSync(join(prefix, 'lib/vibeflow'), { recursive: true })
    mkdirSync(join(prefix, 'path'))
    const script = (path: string, text: string) => {
      writeFileSync(join(prefix, path), text)
      chmodSync(join(prefix, path), 0o755)
    }
    script('bin/vibeflow', readFileSync(join(assets, 'launcher.sh'), 'utf8'))
    script('lib/vibeflow/engine.sh', readFileSync(join(assets, 'engine-shim.sh'), 'utf8'))
    script('lib/vibeflow/electron', '#!/bin/sh\nprintf "[%s]" engine "$@"\n')
    // Node's part: 125 means that a window is wanted.
    script(
      'lib/vibeflow/node',
      '#!/bin/sh\nprintf "[%s]" "${1##*/}"; shift; printf "[%s]" "$@"; case $1 in --help) ' +
        'exit 0 ;; ls) exit 4 ;; esac; exit 125\n',
    )
    script('path/chromium', '#!/bin/sh\n')
  })
  afterAll(() => rmSync(prefix, { recursive: true, force: true, maxRetries: 10 }))

  const command = (words: readonly string[], environment: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(join(prefix, 'bin/vibeflow'), [...words], {
      encoding: 'utf8',
      env: { PATH: `${prefix}/path:/usr/bin:/bin`, ...environment },
    })
    return { status, out: stdout.replaceAll(prefix, ''), err: stderr.replaceAll(prefix, '') }
  }
  const says =
    'vibeflow: this package has no Electron in it: its windows are drawn by /path/chromium ' +
    'of this system\n'
  const app = '[--][/lib/vibeflow/resources/app]'

  test("becomes the engine, with driver arguments before `--` and the user's after", () => {
    expect(command([])).toEqual({ status: 0, out: `[engine]${app}`, err: says })
    expect(command(['-e', 'a b', '', '--inspect', '*', '"$x"'])).toEqual({
      status: 0,
      out: `[engine]${app}[-e][a b][][--inspect][*]["$x"]`,
      err: says,
    })
    expect(command(['--no-sandbox', '--inspect=0', '--', 'sh'])).toEqual({
      status: 0,
      out: `[engine][--no-sandbox][--inspect=0]${app}[--][sh]`,
      err: says,
    })
  })

  test("arguments of the engine before the others are not the command's", () => {
    const words = ['--ozone-platform=x11', '--disable-gpu', '--geometry', '80x24']
    expect(command(words)).toEqual({
      status: 0,
      out:
        '[command.js][--geometry][80x24]' +
        `[engine][--ozone-platform=x11][--disable-gpu]${app}[--geometry][80x24]`,
      err: says,
    })
    expect(command(['--no-sandbox', 'ls'])).toEqual({ status: 4, out: '[cli.js][ls]', err: '' })
  })

  test.each([
    [{ DISPLAY: ':1' }, [], '[--ozone-platform=x11]'],
    [{ WAYLAND_DISPLAY: 'wayland-1' }, [], '[--ozone-platform=wayland]'],
    [{ DISPLAY: ':1', WAYLAND_DISPLAY: 'wayland-1' }, [], ''],
    [{ DISPLAY: ':1', WAYLAND_DISPLAY: '' }, [], '[--ozone-platform=x11]'],
    [{ DISPLAY: ':1' }, ['--ozone-platform=headless'], '[--ozone-platform=headless]'],
  ])('the display server is the only one of %j, unless %j names it', (variables, words, flags) => {
    expect(command(words, { ...variables, XDG_SESSION_TYPE: 'wayland' }).out).toBe(
      `[engine]${flags}${app}`,
    )
  })

  test('asks for an answer without a window first', () => {
    expect(command(['--help'])).toEqual({ status: 0, out: '[command.js][--help]', err: '' })
    expect(command(['--tab'])).toEqual({
      status: 0,
      out: `[command.js][--tab][engine]${app}[--tab]`,
      err: says,
    })
    expect(command(['ls', '-e'])).toEqual({ status: 4, out: '[cli.js][ls][-e]', err: '' })
  })

  test("keeps copies of the user's variables that Electron empties or unsets", () => {
    const engine = join(prefix, 'lib/vibeflow/electron')
    const before = readFileSync(engine, 'utf8')
    writeFileSync(engine, '#!/bin/sh\nenv | grep ^VIBEFLOW_SAVED_ | sort\n')
    const { out } = command([], {
      NODE_EXTRA_CA_CERTS: '/etc/company.pem',
      VIBEFLOW_SAVED_NODE_OPTIONS: 'stale',
    })
    writeFileSync(engine, before)
    expect(out).toBe('VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS=/etc/company.pem\n')
  })

  test('with Electron it asks for the sandbox by -Ur, and exports no switch', () => {
    const home = mkdtempSync(join(tmpdir(), 'package-electron-'))
    const script = (name: string, text: string) =>
      writeFileSync(join(home, name), text, { mode: 0o755 })
    for (const [name, asset] of [
      ['vibeflow', 'launcher.sh'],
      ['engine.sh', 'engine-electron.sh'],
    ] as const)
      script(name, readFileSync(join(assets, asset), 'utf8'))
    script('vibeflow.bin', '#!/bin/sh\nprintf "[%s]" "$ELECTRON_DISABLE_SANDBOX" "$@"\n')
    mkdirSync(join(home, 'path'))
    const start = (uid: number, namespaces: string) => {
      script('path/id', `#!/bin/sh\necho ${uid}\n`)
      script('path/unshare', `#!/bin/sh\n${namespaces}\n`)
      const { stdout, stderr } = spawnSync(join(home, 'vibeflow'), [], {
        encoding: 'utf8',
        env: { PATH: `${home}/path:/usr/bin:/bin` },
      })
      return { words: stdout.replaceAll(home, ''), error: stderr }
    }
    const refused = start(1000, 'case "$*" in *-Ur*) exit 1 ;; esac')
    const allowed = start(1000, 'exit 0')
    const root = start(0, 'exit 0')
    rmSync(home, { recursive: true, force: true })
    expect(allowed).toEqual({ words: '[][--][/resources/app.asar]', error: '' })
    expect(refused.words).toBe('[][--no-sandbox][--][/resources/app.asar]')
    expect(refused.error).toContain('sysctl kernel.apparmor_restrict_unprivileged_userns=0')
    expect(root.words).toBe('[][--no-sandbox][--][/resources/app.asar]')
    expect(root.error).toContain('started as root')
  })

  test('with Electron a verb is plain Node and returns its exit code, even after ^C', async () => {
    const home = mkdtempSync(join(tmpdir(), 'package-node-'))
    const main = join(home, 'resources/app.asar.unpacked/out/main')
    // Electron without ELECTRON_RUN_AS_NODE would open a window
    const asNode = '[ -n "$ELECTRON_RUN_AS_NODE" ] && exec'
    const engine = `#!/bin/sh\n${asNode} "${process.execPath}" "$@"\n`
    mkdirSync(main, { recursive: true })
    for (const [name, text] of [
      ['vibeflow', readFileSync(join(assets, 'launcher.sh'), 'utf8')],
      ['engine.sh', readFileSync(join(assets, 'engine-electron.sh'), 'utf8')],
      ['vibeflow.bin', engine],
    ] as const)
      writeFileSync(join(home, name), text, { mode: 0o755 })
    writeFileSync(
      join(main, 'cli.js'),
      `process.on('SIGINT', () => setTimeout(() => process.exit(130), 200))
      if (process.argv[2] === 'wait') setTimeout(() => {}, 20_000)
      else process.exitCode = 7
      console.log(process.argv.slice(2).join(' '))`,
    )
    const verb = (...words: string[]) => {
      const child = spawn(join(home, 'vibeflow'), words, {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.once('data', () => {
        if (words[0] === 'wait') process.kill(-(child.pid ?? 0), 'SIGINT')
      })
      return once(child, 'exit')
    }
    const codes = [await verb('ls', '--json'), await verb('wait', 'done')]
    rmSync(home, { recursive: true })
    expect(codes).toEqual([
      [7, null],
      [130, null],
    ])
  })

  test('reports that it needs a Chromium', () => {
    const few = join(prefix, 'few')
    mkdirSync(few)
    for (const name of ['readlink', 'env']) symlinkSync(findProgram(name) ?? '', join(few, name))
    expect(command(['-e', 'sh'], { PATH: few })).toEqual({
      status: 1,
      out: '',
      err: expect.stringMatching(/needs the Chromium of the system, which is missing\. Install it/),
    })
  })
})
