/**
 * Tests `vibeflow update` against a local server: its messages, the file that it replaces, and that
 * the file stays unchanged whatever the server does.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mayRead, usualLimits } from '../../src/cli/verbs/update/download.ts'
import { updateVerb } from '../../src/cli/verbs/update.ts'
import { CommandError } from '../../src/cli/command/exit-codes.ts'
import { socketRootOf } from '../../src/host/pty/keeper/open-keeper.ts'
import { workers } from '../support/run-verb.ts'
import { fakeApp } from '../support/socket/fake-app.ts'

const fresh = Buffer.concat([
  Buffer.from('\x7fELF\x02\x01\x01\0AI\x02', 'latin1'),
  Buffer.alloc(200_000, 'new '),
])
const sumOf = (content: Buffer) => createHash('sha512').update(content).digest('base64')
const name = 'vibeflow-0.2.0-x86_64.AppImage'
const feedText = (content: Buffer, version = '0.2.0', file = name) =>
  `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sumOf(content)}\n    ` +
  `size: ${content.length}\npath: ${file}\nsha512: ${sumOf(content)}\nreleaseDate: '2026-11-22'\n`

type Answer = (response: ServerResponse, request: IncomingMessage) => void
let server: ReturnType<typeof createServer>
let folder: string
let image: string
let answers: Record<string, Answer>
let asked: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-update-'))
  mkdirSync(join(folder, 'share/vibeflow'), { recursive: true })
  mkdirSync(join(folder, 'apps'))
  image = join(folder, 'apps/my vibeflow.AppImage')
  writeFileSync(image, 'the old one')
  chmodSync(image, 0o750)
  asked = []
  answers = {
    '/latest-linux.yml': (response) => response.end(feedText(fresh)),
    [`/${name}`]: (response) => response.end(fresh),
  }
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    if (answer === undefined) response.writeHead(404).end()
    else answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  writeFeedAddress(`${origin()}/latest-linux.yml`)
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const writeFeedAddress = (feed: string) =>
  writeFileSync(join(folder, 'share/vibeflow/releases.json'), JSON.stringify({ feed }))

const place = () => ({ HOME: folder, XDG_RUNTIME_DIR: join(folder, 'run') })

/** The verb as the AppImage's launcher runs it. */
async function update(
  options: Readonly<Record<string, boolean>> = { yes: true },
  {
    environment = {},
    limits = {},
    confirm = () => Promise.resolve(null),
  }: {
    environment?: Record<string, string>
    limits?: Partial<typeof usualLimits>
    confirm?: (question: string) => Promise<boolean | null>
  } = {},
) {
  const said: string[] = []
  let document: unknown
  const verb = updateVerb({ confirm, limits: { ...usualLimits, ...limits } })
  try {
    const exit = await verb.run({
      positionals: [],
      values: options,
      environment: {
        VIBEFLOW_SHARE: join(folder, 'share'),
        VIBEFLOW_LAUNCHER: image,
        APPIMAGE: image,
        ...place(), // never the vibeflow of the person who runs the tests
        ...environment,
      },
      directory: folder,
      version: '0.1.0',
      workers,
      json: options['json'] === true,
      say: (line) => void said.push(line),
      write: () => undefined,
      document: (value) => {
        document = value
      },
      complain: () => undefined,
    })
    return { exit, said: said.join('\n'), document }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { exit: error.exit, said: error.message, document }
  }
}

/** Expects only the unchanged AppImage in its folder. */
function expectUntouched(): void {
  expect([readdirSync(join(folder, 'apps')), readFileSync(image, 'utf8')]).toEqual([
    ['my vibeflow.AppImage'],
    'the old one',
  ])
}

describe('an AppImage', () => {
  test('is replaced by the new one, which keeps its name and mode', async () => {
    const { exit, said } = await update()
    expect(exit).toBe(0)
    expect(said).toContain('vibeflow 0.2.0 is available. You have 0.1.0.')
    expect(said).toContain(createHash('sha512').update(fresh).digest('hex'))
    expect(readFileSync(image).equals(fresh)).toBe(true)
    expect((statSync(image).mode & 0o7777).toString(8)).toBe('750')
    expect(readdirSync(join(folder, 'apps'))).toEqual(['my vibeflow.AppImage'])
  })

  test('is replaced where a link leads to, and the link stays', async () => {
    const link = join(folder, 'vibeflow')
    symlinkSync(image, link)
    await update({ yes: true }, { environment: { APPIMAGE: link, VIBEFLOW_LAUNCHER: link } })
    expect([statSync(image).size, readFileSync(link).equals(fresh)]).toEqual([fresh.length, true])
  })

  test('is replaced only when the answer is yes', async () => {
    const questions: string[] = []
    const answer = (yes: boolean | null) => (question: string) => {
      questions.push(question)
      return Promise.resolve(yes)
    }
    expect(await update({}, { confirm: answer(false) })).toMatchObject({
      exit: 1,
      said: expect.stringMatching(/Nothing was changed\.$/),
    })
    expect(await update({}, { confirm: answer(null) })).toMatchObject({
      exit: 2,
      said: "can't ask for confirmation here. Use --yes.",
    })
    expectUntouched()
    expect(asked).not.toContain(`/${name}`)
    expect((await update({}, { confirm: answer(true) })).exit).toBe(0)
    expect(questions[0]).toBe(`Replace ${image}? [y/N] `)
    expect(readFileSync(image).equals(fresh)).toBe(true)
  })

  test('is started again after the update if that is wanted, and a vibeflow runs', async () => {
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    const root = socketRootOf({ environment: place(), home: folder })
    mkdirSync(root, { mode: 0o700 })
    const apps: Server[] = []
    const start = async (pid: number) => {
      const restarted = (app: Server) => {
        app.close()
        void start(pid + 1)
        return null
      }
      apps.push(await fakeApp(root, pid, restarted))
    }
    await start(1)
    expect((await update()).said).toMatch(/To use it, run `vibeflow restart`\./)
    expect(apps).toHaveLength(1)
    const confirm = () => Promise.resolve(true)
    expect((await update({}, { confirm })).said).toMatch(/Restarted vibeflow\.$/)
    const wanted = await update({ yes: true, restart: true, json: true })
    expect([wanted.document, apps.length]).toMatchObject([{ updated: true, restarted: true }, 3])
    for (const app of apps) app.close()
  })

  test('an AppImage is not replaced by --check, which reports the new version', async () => {
    const { exit, said } = await update({ check: true })
    expect([exit, asked]).toEqual([0, ['/latest-linux.yml']])
    expect(said).toContain('0.2.0 is available')
    expect((await update({ check: true, json: true })).document).toEqual({
      version: '0.1.0',
      latest: '0.2.0',
      newer: true,
      name,
      sha512: sumOf(fresh),
      bytes: fresh.length,
      updated: false,
    })
    expectUntouched()
  })

  test.each(['0.1.0', '0.0.9', '0.1.0-rc.1'])('of 0.1.0 is not replaced by %s', async (version) => {
    answers['/latest-linux.yml'] = (response) => response.end(feedText(fresh, version))
    expect(await update()).toMatchObject({
      exit: 0,
      said: 'vibeflow 0.1.0 is the latest release.',
      document: { newer: false, updated: false },
    })
    expectUntouched()
  })

  test('in a directory that is not writable reports that before it asks or reads', async ({
    skip,
  }) => {
    skip(process.getuid?.() === 0, 'root may write anywhere')
    chmodSync(join(folder, 'apps'), 0o500)
    const { exit, said } = await update()
    chmodSync(join(folder, 'apps'), 0o700)
    expect([exit, said, asked]).toEqual([
      1,
      `can't write to ${join(folder, 'apps')}: permission denied. Nothing was changed.`,
      ['/latest-linux.yml'],
    ])
    expectUntouched()
  })
})

describe('a server that does harm leaves the file as it was:', () => {
  const harms: readonly (readonly [string, Answer, RegExp])[] = [
    [
      'a truncated file without a length',
      (response) => {
        response.removeHeader('content-length')
        response.write(fresh.subarray(0, 1_000))
        response.end()
      },
      /ended after 1000 of 200011 bytes\. Nothing was changed\./,
    ],
    [
      'a connection that breaks',
      (response) => {
        response.writeHead(200, { 'content-length': String(fresh.length) })
        response.write(fresh.subarray(0, 1_000), () => response.destroy())
      },
      /^127\.0\.0\.1:\d+ ended the connection after \d+ bytes\. Try again\.$/,
    ],
    [
      'another content of the same length',
      (response) => {
        const other = Buffer.from(fresh)
        other[100_000] = 0
        response.end(other)
      },
      /the SHA-512 checksum of .* is wrong\. Nothing was changed\./,
    ],
    [
      'a length that is too large',
      (response) => {
        response.writeHead(200, { 'content-length': '999999999' })
        response.flushHeaders()
      },
      /sent more than the expected 200011 bytes/,
    ],
    [
      'an endless file',
      (response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on('drain', more)
        more()
      },
      /sent more than the expected 200011 bytes/,
    ],
    ['silence', () => undefined, /has sent nothing for 1 s/],
    [
      'silence after a beginning',
      (response) => void response.write(fresh.subarray(0, 1_000)),
      /has sent nothing for 1 s/,
    ],
    [
      'one byte at a time',
      (response) => {
        const drip = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(drip))
      },
      /took longer than 3 s/,
    ],
    [
      'a redirect to plain HTTP elsewhere',
      (response) => {
        response.writeHead(302, { location: 'http://vibeflow.invalid/x.AppImage' }).end()
      },
      /redirects to http:\/\/vibeflow\.invalid, which is not HTTPS\. Nothing was downloaded/,
    ],
    [
      'a redirect to a file',
      (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /which is not HTTPS/,
    ],
    [
      'redirects without an end',
      (response) => void response.writeHead(302, { location: `/${name}` }).end(),
      /redirects more than 5 times/,
    ],
    [
      'an error',
      (response) => void response.writeHead(503).end(),
      /answered 503\. Try again later/,
    ],
    ['no file', (response) => void response.writeHead(404).end(), /does not exist \(404\)/],
  ]
  test.each(harms)('%s', async (_, answer, message) => {
    answers[`/${name}`] = answer
    expect(await update({ yes: true }, { limits: { silenceMs: 1_000, totalMs: 3_000 } })).toEqual({
      exit: 1,
      said: expect.stringMatching(message),
      document: undefined,
    })
    expectUntouched()
  })

  test('what is right by its sum and no AppImage', async () => {
    const other = Buffer.alloc(1_000, 'x')
    answers['/latest-linux.yml'] = (response) => response.end(feedText(other))
    answers[`/${name}`] = (response) => response.end(other)
    expect((await update()).said).toBe(`${name} is not an AppImage. Nothing was changed.`)
    expectUntouched()
  })

  test('a feed that is endless, or none', async () => {
    answers['/latest-linux.yml'] = (response) => response.end('version: 0.2.0\n'.repeat(10_000))
    expect((await update()).said).toMatch(/sent more than the expected 65536 bytes/)
    answers['/latest-linux.yml'] = (response) => response.end('<html></html>')
    expect((await update()).said).toMatch(/does not describe a release: no-version\.$/)
    answers['/latest-linux.yml'] = (response) =>
      response.end(feedText(fresh, '0.2.0', 'vibeflow.exe'))
    expect((await update()).said).toBe(
      'vibeflow 0.2.0 has no file for this kind of package (appimage).',
    )
    expectUntouched()
  })
})

test('a redirect within the rules is followed', async () => {
  answers[`/${name}`] = (response) => void response.writeHead(302, { location: '/there' }).end()
  answers['/there'] = (response) => response.end(fresh)
  expect((await update()).exit).toBe(0)
  expect(readFileSync(image).equals(fresh)).toBe(true)
})

test('only HTTPS is read, but for a feed on this computer', () => {
  const may = (address: string, feed: string) => mayRead(new URL(address), new URL(feed))
  expect([
    may('https://a.example/x', 'https://b.example/feed'),
    may('http://127.0.0.1:1/x', 'http://127.0.0.1:2/feed'),
    may('http://a.example/x', 'https://a.example/feed'),
    may('http://a.example/x', 'http://127.0.0.1:2/feed'),
    may('http://127.0.0.1:1/x', 'https://a.example/feed'),
    may('http://127.0.0.1.example/x', 'http://127.0.0.1:2/feed'),
    may('file:///x', 'https://a.example/feed'),
  ]).toEqual([true, true, false, false, false, false, false])
})

describe('reports what is missing:', () => {
  test('a network', async () => {
    writeFeedAddress('https://vibeflow.invalid/latest-linux.yml')
    expect(await update()).toMatchObject({
      exit: 1,
      said: expect.stringMatching(
        /^can't connect to vibeflow\.invalid \((?:ENOTFOUND|EAI_AGAIN)\)\. Check your network\.$/,
      ),
    })
  })

  test('an update source', async () => {
    rmSync(join(folder, 'share/vibeflow/releases.json'))
    expect(await update()).toMatchObject({
      exit: 1,
      said: expect.stringMatching(/^no update source is configured/),
    })
  })

  test('a package', async () => {
    expect(
      (await update({}, { environment: { VIBEFLOW_LAUNCHER: undefined as unknown as string } }))
        .said,
    ).toMatch(/^running from a source checkout/)
  })
})

test('an unpacked archive gets the commands, and nothing is replaced', async () => {
  const archive = 'vibeflow-0.2.0-linux-x64.tar.gz'
  answers['/latest-linux.yml'] = (response) => response.end(feedText(fresh, '0.2.0', archive))
  const { exit, said } = await update(
    { yes: true },
    { environment: { VIBEFLOW_LAUNCHER: join(folder, 'vibeflow/bin/vibeflow'), APPIMAGE: '' } },
  )
  expect(exit).toBe(0)
  expect(said).toMatch(
    new RegExp(
      `This copy was unpacked from an archive\\. To replace it, run:\n` +
        ` {2}curl -fLO ${origin()}/${archive}\n {2}tar -xf ${archive}$`,
    ),
  )
  expect(asked).toEqual(['/latest-linux.yml'])
  expectUntouched()
})
