/**
 * The AppImage as one file: driven from where users put it, mounted and unpacked, by users with
 * less than usual.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  appImage,
  canMount,
  expect,
  leftovers,
  placeFile,
  run,
  runtimeSays,
  test,
} from './start.ts'

/** Not root and not anybody's: Debian's `nobody`. */
const nobody = 65_534

test('is driven as one file: a shell answers, and a stripe turns amber', async ({
  drive,
  home,
}) => {
  const { page, app, type, shows } = await drive()
  await shows('ready$')
  await type('echo $((6 * 7))\n')
  await shows('\n42')
  await type("printf '\\033]7501;state=blocked:kind=permission:app=demo\\033\\\\'; cat\n")
  const stripe = page.locator('.stripe').first()
  await expect(stripe).toHaveAttribute('data-state', 'waiting')
  const colour = await stripe.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(colour).toBe('rgb(255, 170, 0)')
  await page.screenshot({
    path: join(import.meta.dirname, '../../artifacts/screenshots/appimage.png'),
  })
  await app.close()
  await expect.poll(() => leftovers(home)).toEqual([])
  // Chromium's folder for crashes is not the one of the user's own Chromium.
  expect(existsSync(join(home.path, '.config/chromium'))).toBe(false)
})

test('keeps its own variables, paths and open files from programs in tabs', async ({
  drive,
  home,
}) => {
  const { type, shows } = await drive({ env: { LD_LIBRARY_PATH: '/opt/of-the-user' } })
  await shows('ready$')
  await type(`env > ${home.path}/env; readlink /proc/self/fd/* > ${home.path}/fds; echo don''e\n`)
  await shows('\ndone')
  const environment = readFileSync(join(home.path, 'env'), 'utf8').trim().split('\n')
  expect(
    environment.filter(
      (line) =>
        /^(APPIMAGE|APPDIR|ARGV0|OWD|ELECTRON_|VIBEFLOW_(LAUNCHER|SHARE|ENGINE))/.test(line) ||
        /\.mount_|appimage\//.test(line),
    ),
  ).toEqual([])
  expect(environment).toContain('LD_LIBRARY_PATH=/opt/of-the-user')
  expect(environment).toContain(`PATH=${home.environment['PATH']}`)
  const open = readFileSync(join(home.path, 'fds'), 'utf8')
    .trim()
    .split('\n')
    .filter((file) => !/^\/dev\/pts\/|\/fds$|^\/proc\//.test(file))
  expect(open).toEqual([])
})

test('runs unpacked, and leaves nothing', async ({ drive, home }) => {
  const { type, shows, app } = await drive({ args: ['--appimage-extract-and-run'] })
  await shows('ready$')
  expect(leftovers(home).some((name) => name.startsWith('vibeflow-appimage-'))).toBe(true)
  await type('echo $((6 * 7))\n')
  await shows('\n42')
  await app.close()
  await expect.poll(() => leftovers(home)).toEqual([])
})

test('runs from a read-only folder with spaces and other scripts in its path', async ({
  drive,
  home,
}) => {
  const folder = join(home.path, 'Überall 端末 & "so"')
  mkdirSync(folder)
  placeFile(join(folder, 'vibe flow é.AppImage'))
  chmodSync(folder, 0o555)
  const { type, shows } = await drive({ file: join(folder, 'vibe flow é.AppImage'), cwd: folder })
  await shows('ready$')
  await type('echo $((6 * 7)); pwd\n')
  await shows('\n42')
  await shows('so"')
  chmodSync(folder, 0o755)
})

test('passes words byte for byte, exit codes and signals', async ({ home }) => {
  const env = { ...home.environment, VIBEFLOW_HEADLESS: '1' }
  const out = join(home.path, 'words')
  const words = [
    ...['', 'a b', "it's", '"', '$HOME', '*', '--inspect', '--appimage-help', '-e', 'é端', '--'],
    'last',
  ]
  expect(
    await run(
      appImage,
      ['--wait', '-e', 'sh', '-c', `printf '%s\\n' "$@" > '${out}'; exit 7`, 'name', ...words],
      { env },
    ),
  ).toMatchObject({ code: 7, signal: null })
  expect(readFileSync(out, 'utf8')).toBe(words.map((word) => `${word}\n`).join(''))
  expect(await run(appImage, ['--wait', '-e', 'sh', '-c', 'kill -KILL $$'], { env })).toMatchObject(
    { code: 137 },
  )
  // A signal to the process that was started ends the app in order, mounted and unpacked.
  for (const more of [{}, { APPIMAGE_EXTRACT_AND_RUN: '1' }]) {
    const sign = join(home.path, 'started')
    const ran = await run(appImage, ['-e', 'sh', '-c', `echo $$ > '${sign}'; exec sleep 1000`], {
      env: { ...env, ...more },
      during: async (pid) => {
        await expect
          .poll(() => existsSync(sign) && readFileSync(sign, 'utf8').length > 1, {
            timeout: 60_000,
          })
          .toBe(true)
        process.kill(pid, 'SIGTERM')
      },
    })
    expect([ran.code, ran.signal]).toEqual([0, null])
    const program = Number(readFileSync(sign, 'utf8'))
    await expect.poll(() => existsSync(`/proc/${program}`)).toBe(false)
    await expect.poll(() => leftovers(home)).toEqual([])
    writeFileSync(sign, '')
  }
})

test('answers without a display, and reports what it lacks', async ({ home }) => {
  expect(await run(appImage, ['--version'], { env: home.environment })).toEqual({
    code: 0,
    signal: null,
    out: expect.stringMatching(/^vibeflow \d+\.\d+\.\d+\n$/),
    err: '',
  })
  expect(await run(appImage, ['--nonsense'], { env: home.environment })).toMatchObject({
    code: 2,
    err: expect.stringContaining('unknown option --nonsense'),
  })
  expect(await run(appImage, ['ls', '--json'], { env: home.environment })).toMatchObject({
    code: 0,
    out: '{"v":1,"sessions":[],"panes":[]}\n',
  })
  expect(await run(appImage, [], { env: home.environment })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/DISPLAY/),
  })
  const few = join(home.path, 'few')
  mkdirSync(few)
  for (const program of ['readlink', 'env', 'sh', 'dirname'])
    placeFile(join(few, program), `/usr/bin/${program}`)
  expect(
    await run(appImage, [], { env: { ...home.environment, PATH: few, DISPLAY: ':99' } }),
  ).toMatchObject({
    code: 1,
    err: expect.stringMatching(/needs the Chromium of the system, which is missing\. Install it/),
  })
  const report = JSON.parse(
    (
      await run(appImage, ['--diagnose', '--json'], {
        env: { ...home.environment, VIBEFLOW_HEADLESS: '1' },
      })
    ).out,
  ) as Record<string, Record<string, unknown>>
  expect(report['vibeflow']).toMatchObject({ startedFrom: 'AppImage' })
  expect(report['engine']).toMatchObject({
    problem: null,
    facts: { features: { webgl: expect.any(String) } },
  })
  expect(JSON.stringify(report)).not.toContain(home.path)
})

test('runs for a user without a writable home, and reports it', async ({ home }) => {
  test.skip(process.getuid?.() !== 0, 'only root can become another user')
  test.skip(
    !existsSync('/usr/lib/chromium/chrome-sandbox'),
    'Chromium of this system has no sandbox helper for a user',
  )
  const file = join(home.path, 'vibeflow.AppImage')
  cpSync(appImage, file)
  chmodSync(file, 0o755)
  chmodSync(home.path, 0o755)
  const own = join(home.path, 'nowhere')
  mkdirSync(own, { mode: 0o555 })
  chownSync(home.temporary, nobody, nobody)
  const sign = join(home.temporary, 'sign')
  const { XDG_RUNTIME_DIR: _, ...rest } = home.environment
  const ran = await run(file, ['--wait', '-e', 'sh', '-c', `id -u > '${sign}'; exit 5`], {
    env: { ...rest, HOME: own, VIBEFLOW_HEADLESS: '1' },
    uid: nobody,
    cwd: '/',
  })
  expect({ ...ran, sign: readFileSync(sign, 'utf8') }).toEqual({
    code: 5,
    signal: null,
    out: '',
    err: expect.stringContaining(`${own}/.local/state/vibeflow/shim-profile cannot be written to`),
    sign: `${nobody}\n`,
  })
  expect(ran.err).not.toMatch(/\n\s+at /) // a sentence, not a stack
  expect(leftovers(home)).toEqual([])
})

test('without FUSE it unpacks once into the cache, even if two start together', async ({
  home,
}) => {
  test.skip(process.getuid?.() !== 0, 'only root can become another user, who has no FUSE here')
  test.skip(canMountAs(nobody), 'every user may mount on this machine')
  const file = join(home.path, 'vibeflow.AppImage')
  placeFile(file)
  for (const folder of [home.path, home.temporary, join(home.path, 'run')])
    chownSync(folder, nobody, nobody)
  const go = () => run(file, ['--version'], { env: home.environment, uid: nobody, cwd: home.path })
  const both = await Promise.all([go(), go()])
  expect(both.map(({ code, err }) => ({ code, err }))).toEqual([
    { code: 0, err: '' },
    { code: 0, err: '' },
  ])
  const cache = join(home.path, '.cache/vibeflow/appimage')
  const [copy, ...others] = readdirSync(cache)
  expect([copy, others]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), []])
  const made = statSync(join(cache, copy ?? '', 'AppRun')).ino
  expect(await go()).toMatchObject({ code: 0 })
  expect(statSync(join(cache, copy ?? '', 'AppRun')).ino).toBe(made)
  expect(leftovers(home)).toEqual([])
})

test('a truncated image reports that', async ({ home }) => {
  const file = join(home.path, 'cut.AppImage')
  cpSync(appImage, file)
  truncateSync(file, statSync(file).size - 1_000_000)
  chmodSync(file, 0o755)
  expect(await run(file, ['--version'], { env: home.environment })).toEqual({
    code: 127,
    signal: null,
    out: '',
    err: expect.stringMatching(
      new RegExp(`^${runtimeSays}.* is cut short, \\d+ bytes are missing: download it again\\n$`),
    ),
  })
})

test('goes into the desktop of a user and out again', async ({ home }) => {
  const file = join(home.path, 'my "vibe" flow.AppImage')
  placeFile(file)
  const data = join(home.path, '.local/share')
  const installed = await run(file, ['--install-desktop'], { env: home.environment })
  expect(installed).toMatchObject({ code: 0, err: '' })
  const entry = join(data, 'applications/vibeflow.desktop')
  expect(readFileSync(entry, 'utf8')).toContain(
    `Exec="${home.path}/my \\\\"vibe\\\\" flow.AppImage" --new-window`,
  )
  expect(existsSync(join(data, 'icons/hicolor/256x256/apps/vibeflow.png'))).toBe(true)
  expect(
    await run(join(home.path, '.local/bin/vibeflow'), ['--version'], { env: home.environment }),
  ).toMatchObject({ code: 0, err: '' })
  expect(
    await run(join(home.path, '.local/bin/vibeflow-emit'), ['working'], {
      env: { ...home.environment, VIBEFLOW_EMIT_STDOUT: '1' },
    }),
  ).toMatchObject({ code: 0, out: '\x1b]1338;state=working\x07' })
  if (existsSync('/usr/bin/desktop-file-validate'))
    expect(
      await run('/usr/bin/desktop-file-validate', [entry], { env: home.environment }),
    ).toMatchObject({ code: 0, out: '' })
  expect(await run(file, ['--uninstall-desktop'], { env: home.environment })).toMatchObject({
    code: 0,
    err: '',
  })
  expect(
    [data, join(home.path, '.local/bin')].flatMap((folder) =>
      existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [],
    ),
  ).toEqual([])
})

test('is mounted where it can be', async () => {
  test.skip(!canMount(), 'no FUSE for this user')
  const ran = await run(appImage, ['--print-integration', 'bash'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', TMPDIR: '/tmp' },
  })
  expect(ran).toMatchObject({ code: 0, err: '' })
})

function canMountAs(uid: number): boolean {
  return existsSync('/dev/fuse') && uid !== 0 && (statSync('/dev/fuse').mode & 0o006) === 0o006
}
