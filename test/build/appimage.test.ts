/** Tests the AppImage runtime, on a small image. `npm run test:package` tests the rest. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { missing } from '../../src/build/setup/packages.mjs'
import { smallImage } from '../support/small-image.ts'

const forged = `
import array, os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
null = os.open('/dev/null', os.O_RDWR)
for count in (0, 1, 2, 3):
    files = array.array('i', [null] * count)
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)] if count else []
    s.sendmsg([b'm'], rights, 0, sys.argv[1])
`

const lacking = missing(['packaging']).map((item) => item.package)
describe('the AppImage runtime', () => {
  let folder: string
  let file: string
  beforeEach(({ skip }) =>
    skip(
      lacking.length > 0,
      `these packages of Debian lack, which npm run package installs: ${lacking.join(' ')}`,
    ),
  )
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'appimage-runtime-'))
    if (lacking.length > 0) return
    const { runtime, image } = smallImage(folder)
    mkdirSync(join(folder, 'an é folder'))
    mkdirSync(join(folder, 'tmp'))
    file = join(folder, 'an é folder/my app.AppImage')
    writeFileSync(file, Buffer.concat([runtime, image]), { mode: 0o755 })
  }, 120_000) // a compiler runs
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

  const call = (
    words: readonly string[],
    {
      program = file,
      env = {},
      cwd = folder,
    }: { program?: string; env?: Record<string, string>; cwd?: string } = {},
  ) => {
    const { status, stdout, stderr } = spawnSync(program, [...words], {
      encoding: 'utf8',
      cwd,
      env: {
        PATH: '/usr/bin:/bin',
        TMPDIR: join(folder, 'tmp'),
        XDG_CACHE_HOME: join(folder, 'cache'),
        ...env,
      },
    })
    return { status, out: stdout, err: stderr }
  }
  const left = () => readdirSync(join(folder, 'tmp')).filter((name) => !name.startsWith('.mount_'))

  test('is an AppImage of type 2 whose file system starts at its end', () => {
    const end = statSync(join(folder, 'runtime')).size
    expect(readFileSync(file).subarray(8, 11).toString('latin1')).toBe('AI\x02')
    expect(call(['--appimage-offset'])).toEqual({ status: 0, out: `${end}\n`, err: '' })
    expect(
      readFileSync(file)
        .subarray(end, end + 4)
        .toString('latin1'),
    ).toBe('hsqs')
    expect(call(['--appimage-version'])).toEqual({
      status: 0,
      out: 'vibeflow AppImage runtime 9.9.9, AppImage type 2\n',
      err: '',
    })
  })

  test('unpacks the packed tree, all of it or a part', () => {
    for (const [words, wanted] of [
      [[], ['AppRun 755', 'deep/er/blob 640', 'deep/link 777']],
      [['deep/link'], ['deep/link 777']],
    ] as const) {
      const place = mkdtempSync(join(folder, 'unpacked-'))
      expect(call(['--appimage-extract', ...words], { cwd: place })).toEqual({
        status: 0,
        out: 'squashfs-root\n',
        err: '',
      })
      expect(
        execFileSync('find', ['.', '!', '-type', 'd', '-printf', '%P %m\n'], {
          cwd: join(place, 'squashfs-root'),
          encoding: 'utf8',
        })
          .trim()
          .split('\n')
          .sort(),
      ).toEqual(wanted)
      if (words.length === 0)
        expect(
          spawnSync('diff', [
            '-r',
            '--no-dereference',
            join(folder, 'tree'),
            join(place, 'squashfs-root'),
          ]).status,
        ).toBe(0)
    }
  })

  test('processes of one image share a mount until the last of them exits', async ({ skip }) => {
    skip(!existsSync('/dev/fuse'), 'nothing can be mounted here: there is no /dev/fuse')
    const runtime = mkdtempSync(join(folder, 'runtime-folder-'))
    const env = { XDG_RUNTIME_DIR: runtime }
    const place = (out: string) => /^\[([^\]]*)\]/.exec(out)?.[1] ?? ''
    const start = () => {
      const child = spawn(file, ['wait'], {
        env: { PATH: '/usr/bin:/bin', TMPDIR: join(folder, 'tmp'), ...env },
      })
      return { child, out: once(child.stdout, 'data').then(([data]) => place(String(data))) }
    }
    const first = start()
    const mount = await first.out
    expect(mount).toContain('/.mount_vibeflow-')
    await expect.poll(() => readdirSync(runtime)).toHaveLength(1)
    const [socket = ''] = readdirSync(runtime).map((name) => join(runtime, name))
    expect(statSync(socket).mode & 0o077).toBe(0)
    // datagrams without files, with one, and with three
    expect(spawnSync('python3', ['-c', forged, socket], { encoding: 'utf8' }).stderr).toBe('')
    expect(place(call([], { env }).out)).toBe(mount)

    const second = start()
    expect(await second.out).toBe(mount)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(place(call([], { env }).out)).toBe(mount)
    second.child.stdin.end()
    expect(await once(second.child, 'exit')).toEqual([7, null])
    await expect.poll(() => existsSync(mount)).toBe(false)

    // a socket without a listener, and something else at its path
    for (const make of [() => writeFileSync(socket, ''), () => mkdirSync(socket)]) {
      await expect.poll(() => readdirSync(runtime)).toEqual([])
      make()
      const { status, out } = call([], { env })
      expect([status, place(out)]).toEqual([7, expect.stringContaining('/.mount_vibeflow-')])
    }
  })

  test('runs the app mounted or unpacked, with its words, code and signal', () => {
    const words = ['a b', '', '-e', '--appimage-help']
    const reported = (out: string) => [...out.matchAll(/\[([^\]]*)\]/g)].map(([, text]) => text)
    for (const env of [{}, { APPIMAGE_EXTRACT_AND_RUN: '1' }]) {
      const { status, out, err } = call(words, { env })
      const [place = '', ...rest] = reported(out)
      expect({
        status,
        rest,
        err,
        there: existsSync(place) && env.APPIMAGE_EXTRACT_AND_RUN === '1',
      }).toEqual({ status: 7, rest: [file, file, folder, ...words], err: '', there: false })
    }
    expect(
      reported(call(['--driver=0', '--appimage-extract-and-run', '--other']).out).slice(4),
    ).toEqual(['--driver=0', '--other'])
    expect(call(['--appimage-extract-and-run', 'kill']).status).toBe(137)
    expect(left()).toEqual([])
  })

  test('a truncated file and a folder that is not writable are explained', () => {
    const cut = join(folder, 'cut.AppImage')
    writeFileSync(cut, readFileSync(file), { mode: 0o755 })
    truncateSync(cut, statSync(join(folder, 'runtime')).size + 200)
    expect(call(['x'], { program: cut })).toEqual({
      status: 127,
      out: '',
      err: expect.stringMatching(/is cut short, \d+ bytes are missing: download it again\n$/),
    })
    truncateSync(cut, statSync(join(folder, 'runtime')).size)
    expect(call(['x'], { program: cut })).toEqual({
      status: 127,
      out: '',
      err: expect.stringMatching(/nothing behind its first \d+ bytes: it is cut short/),
    })
    expect(
      call(['--appimage-extract-and-run'], { env: { TMPDIR: join(folder, 'nowhere') } }),
    ).toEqual({
      status: 127,
      out: '',
      err: expect.stringMatching(
        new RegExp(
          String.raw`cannot unpack into .*nowhere: No such file or directory\. Name another ` +
            String.raw`folder by TMPDIR\n$`,
        ),
      ),
    })
  })
})
