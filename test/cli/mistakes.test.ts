/**
 * Mistakes in what is asked of each verb, in this process: the message names what is wrong and what
 * to do, stands on standard error alone, and the exit code says of which kind it is.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { optionsOf, type Verb } from '../../src/cli/command/verb.ts'
import { allVerbs } from '../../src/cli/verbs/index.ts'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'

let instance: Instance
/** Where none runs, and where two sessions begin alike. */
let nowhere: Record<string, string>
let alike: Record<string, string>
const servers: Server[] = []
beforeAll(async () => {
  instance = startInstance()
  instance.open('/bin/cat')
  instance.open('/bin/cat')
  const { home, environment } = instance
  await vi.waitFor(
    async () => {
      const { out } = await runVerb(['ls'], { environment, directory: home })
      expect(out.trim().split('\n')).toHaveLength(3) // a heading and two sessions
    },
    { timeout: 60_000, interval: 500 },
  )
  const folder = (name: string) => {
    mkdirSync(join(home, name), { mode: 0o700 })
    return { ...environment, XDG_RUNTIME_DIR: join(home, name) }
  }
  nowhere = folder('nowhere')
  alike = folder('alike')
  folder('alike/vibeflow')
  for (const id of ['abcdefghijk2', 'abcdefghijk3']) {
    folder(`alike/vibeflow/${id}`)
    const server = createServer().listen(join(home, 'alike/vibeflow', id, 'ipc.sock'))
    servers.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
  }
  writeFileSync(join(home, 'there'), '{')
})
afterAll(() => {
  for (const server of servers) server.close()
  instance.close()
}, 60_000) // a busy disk

/** One line of text: no stack of calls, nothing of what Node says itself. */
async function mistake(words: readonly string[], environment = instance.environment) {
  const { exit, out, err } = await runVerb(words, { environment, directory: instance.home })
  const said = `vibeflow ${words.join(' ')}`
  expect(out, said).toBe('')
  expect(err, said).toMatch(/^vibeflow( [a-z]+)?: \S.*\n/)
  expect(err, said).not.toMatch(/\n +at |node:|Error|Option '|undefined|\[object/)
  return { exit, err }
}

const verbs = await allVerbs()
/** `vibeflow run` takes options up to its command; these hand all words on. */
const own = verbs.filter(({ verbatim, raw }) => verbatim !== true && raw !== true)
const optionsWith = (wanted: (option: Verb['options'][string]) => boolean) =>
  own.flatMap((verb) =>
    Object.entries(optionsOf(verb)).flatMap(([name, option]) =>
      wanted(option) ? [[verb.name, `--${name}`, option] as const] : [],
    ),
  )

describe('of every verb', () => {
  test.each(own)('an option that $name has not', async (verb) => {
    const { exit, err } = await mistake([verb.name, '--nonsense'])
    expect(exit).toBe(2)
    expect(err).toContain('there is no option --nonsense. There are: ')
    for (const name of Object.keys(optionsOf(verb))) expect(err).toContain(`--${name}`)
  })

  test('an option in the text that is to be sent', async () => {
    const { exit, err } = await mistake(['send', 'a1', 'ls', '-la', '--enter'])
    expect([exit, err]).toEqual([
      2,
      'vibeflow send: there is no option -l. There are: --socket, --enter, --hex, --json, ' +
        '--help. Text with a word that begins with - stands behind --, options before it: ' +
        'vibeflow send SESSION --enter -- ls -la.\n',
    ])
  })

  test.each(optionsWith(({ type }) => type === 'string'))(
    '%s %s without its value',
    async (name, option, { value, choices = [] }) => {
      const { exit, err } = await mistake([name, option])
      expect([exit, err]).toEqual([2, expect.stringContaining(`${option} needs a value: ${value}`)])
      for (const choice of choices) expect(err).toContain(choice)
      expect((await mistake([name, option, '--help'])).err).toContain(`written ${option}=${value}`)
    },
  )

  test.each(optionsWith(({ type }) => type === 'boolean'))(
    '%s %s with a value',
    async (name, option) => {
      expect(await mistake([name, `${option}=yes`])).toEqual({
        exit: 2,
        err: `vibeflow ${name}: ${option} takes no value.\n`,
      })
    },
  )

  const first = new Map([
    ['pane', ['swap', '1']],
    ['status', ['1', '--set', 'waiting']],
    ['wait', ['1']],
    ['report', []],
  ])
  test.each(optionsWith(({ choices }) => choices !== undefined))(
    '%s %s with a word that is none of its own',
    async (name, option, { choices = [] }) => {
      const { exit, err } = await mistake([name, ...(first.get(name) ?? ['1']), `${option}=moon`])
      expect([exit, err]).toEqual([2, expect.stringMatching(/\bmoon\b/)])
      expect(err).not.toContain('Did you mean')
      for (const choice of choices) expect(err).toContain(choice)
    },
  )

  test.each(own.filter(({ words }) => !words.includes('...')))(
    'more words than $name takes',
    async ({ name }) => {
      const { exit, err } = await mistake([name, 'a', 'b', 'c', 'd'])
      expect([exit, err]).toEqual([2, expect.stringContaining(` is a word too many. Usage: `)])
    },
  )

  /** The words before a session's, of verbs that take one; `\t`: where it stands. */
  const taking = new Map(
    [
      ...['attach', 'send', 'kill', 'status', 'why', 'snapshot', 'log', 'focus'].map((verb) => [
        verb,
        '\t',
      ]),
      ['resize', '\t 80x24'],
      ['wait', '\t --until done'],
      ['record', '\t new.cast'],
      ['rules', 'record \t -o new.json'],
      ['pane', 'zoom \t'],
    ].map(([verb = '', words = '']) => [verb, words]),
  )
  test('each that takes a session is among these', () => {
    const others = own.filter(({ words }) => words.includes('SESSION')).map(({ name }) => name)
    expect(others.sort()).toEqual([...taking.keys()].sort())
  })
  test.each([...taking])(
    'a session that is not there, to %s',
    async (verb, words) => {
      const ask = (session: string, environment = instance.environment) =>
        mistake([verb, ...words.split(' ').map((word) => word.replace('\t', session))], environment)
      const there = 'There are: '
      for (const [session, says] of [
        ['nobody', ['no session is called nobody. ', there]],
        ['9', ['vibeflow ls has no row 9. ', there]],
        ['cd', ['no session is called cd. The beginning of an id or name has at least 3', there]],
        ['@moon', ['no session has the tool moon. ', there]],
      ] as const) {
        const { exit, err } = await ask(session)
        expect(exit, err).toBe(4)
        for (const part of says) expect(err).toContain(part)
      }
      expect(await ask('abcdefg', alike)).toMatchObject({
        exit: 4,
        err: expect.stringContaining('abcdefg could be abcdefghijk2, abcdefghijk3. Give one of'),
      })
      expect(await ask('')).toMatchObject({
        exit: 2,
        err: expect.stringContaining('the name of the session is empty'),
      })
      expect(await ask('nobody', nowhere)).toMatchObject({
        exit: 4,
        err: expect.stringContaining('nobody. No session is running. (A vibeflow with socket.'),
      })
    },
    30_000,
  )
})

test.each([
  ['new', []],
  ['next', []],
  ['layout', ['save', 'work']],
])('%s where no vibeflow runs', async (name, words) => {
  expect(await mistake([name, ...words], nowhere)).toEqual({
    exit: 1,
    err:
      `vibeflow ${name}: no vibeflow is running here, or it runs with socket.enabled = false. ` +
      'Start one, or turn its sockets on.\n',
  })
})

describe('reports what is wrong, and what would be right', () => {
  test.each<readonly [words: string, exit: number, says: RegExp]>([
    // verbs
    ['lst', 2, /there is no verb lst\. Did you mean ls\?/],
    ['snap', 2, /no verb snap\. Did you mean snapshot\?/],
    ['statsu', 2, /no verb statsu\. Did you mean status\?/],
    ['emit done', 2, /no verb emit\. Did you mean vibeflow-emit, which/],
    ['help moon', 2, /there is no verb moon\./],
    ['ls --jsn', 2, /no option --jsn\. Did you mean --json\? There/],
    ['snapshot --svg', 2, /--svg\. Did you mean --format svg\? There/],
    // missing words
    ['attach', 2, /name a session\. There are: [a-z2-7]{12} /],
    ['status', 2, /name a session\. There are: /],
    ['resize 1', 2, /1 is no size: two numbers with an x between, such as 120x40; or --reset/],
    ['resize', 2, /name a size: two numbers/],
    ['record', 2, /name the file to record to/],
    ['record 1', 2, /name a session and the file to record to: 1 is only one of them/],
    ['replay', 2, /name the file to play/],
    ['rules', 2, /say what to do: test, record\. vibeflow rules --help says more/],
    ['rules test', 2, /name the file: vibeflow rules test FILE/],
    ['rules record 1', 2, /name the file to write: -o FILE/],
    ['layout', 2, /say what to do: save, open, list, show, remove\./],
    ['layout save', 2, /name the layout: vibeflow layout save NAME/],
    ['pane', 2, /say what to do: list, split, .*, close\. vibeflow pane --help says more/],
    ['pane swap 1', 2, /name a side: --side left, right, up, down\./],
    ['completion', 2, /name a shell: bash, zsh or fish\./],
    ['run', 2, /name a command to run\. Usage: vibeflow run -- COMMAND/],
    ['run --', 2, /name a command to run/],
    ['enter', 2, /name what it is in: docker, podman, distrobox\. Usage/],
    ['enter docker', 2, /name a container: vibeflow enter docker CONTAINER/],
    ['wait 1', 2, /--until names the states to wait for, such as --until waiting,done/],
    // words that are none of those that there are
    ['rules moon', 2, /moon is no word of vibeflow rules\. There are: test, record\./],
    ['layout moon', 2, /moon is no word of vibeflow layout\. There are: save/],
    ['layout opne work', 2, /opne is no word of vibeflow layout\. Did you mean open\?/],
    ['layout list all', 2, /all is a word too many\. Usage: vibeflow layout list/],
    ['layout save ../x', 2, /Use up to 64 letters/],
    ['pane moon 1', 2, /moon is no word of vibeflow pane\. There are: list/],
    ['pane list 1', 2, /1 is a word too many\. Usage: vibeflow pane list/],
    ['pane zoom 1 x', 2, /x is a word too many\. Usage: vibeflow pane zoom \[SESSION\]/],
    ['completion tcsh', 2, /tcsh is no shell that is completed\. There are: bash, zsh, fish/],
    ['integrate claud', 2, /claud is no agent that can be wired\. Did you mean claude\?/],
    ['enter moon x', 2, /moon is none of what is entered: docker, podman, distrobox\./],
    ['kill 1 --signal STOP', 2, /STOP is no signal that can be sent\. There are: SIGHUP, /],
    ['kill 1 --signal 99', 2, /99 is no signal that can be sent/],
    ['wait 1 --until done,moon', 2, /moon is no state\. There are: active, /],
    ['wait 1 --until waitng', 2, /waitng is no state\. Did you mean waiting\?/],
    ['attach 1 --detach-keys moon', 2, /moon is no key for --detach-keys: a character, or/],
    ['new moon', 2, /unexpected word moon: name a program with -e, or a folder with -d/],
    ['new --colour', 2, /unknown option --colour\./],
    ['new -d', 2, /--working-directory needs a value/],
    ['new -e', 2, /-e needs a program after it/],
    // numbers
    ['resize 1 120*40', 2, /120\*40 is no size: two numbers with an x between/],
    ['resize 1 0x0', 2, /a session has 2 to 1000 columns and 1 to 1000 rows, not 0x0/],
    ['resize 1 99999x99999', 2, /columns and 1 to 1000 rows, not 99999x99999/],
    ['wait 1 --until done --timeout soon', 2, /--timeout takes seconds, such as 2\.5, not soon/],
    ['wait 1 --until done --timeout=-1', 2, /--timeout takes seconds, such as 2\.5, not -1/],
    ['snapshot 1 --scrollback all', 2, /--scrollback takes a number of rows from 0 to 1000000/],
    ['snapshot 1 --scrollback=1e9', 2, /from 0 to 1000000, not 1e9/],
    ['replay there --speed 0', 2, /--speed takes a number above 0, not 0/],
    ['replay there --idle-limit x', 2, /--idle-limit takes a number above 0, not x/],
    ['send 1 --hex abc', 2, /--hex wants pairs of hexadecimal digits, such as 1b5b41/],
    // what does not go together
    ['resize 1 80x24 --reset', 2, /either 80x24 or --reset/],
    ['status --socket /x one', 2, /one is a word too many \(--socket names the session\)/],
    ['wait --socket /x 1 --until done', 2, /either --socket or names of sessions/],
    ['status 1 --follow', 2, /--follow and --format are of all sessions: leave SESSION and/],
    ['status 1 --set done --clear', 2, /give --set or --clear, not both/],
    ['status 1 --text x', 2, /--text goes with --set STATE/],
    ['status 1 --clear --project x', 2, /--project goes with --set STATE/],
    ['status 1 --app x', 2, /--app goes with --set STATE and --clear/],
    ['status 1 --set done --kind auth', 2, /--kind says what a session waits for: it goes with/],
    ['report --today --week', 2, /give --today or --week, not both/],
    ['integrate --check --remove', 2, /--check changes nothing: it stands alone/],
    ['pane list --force', 2, /--force goes with close, not with list\./],
    ['pane zoom 1 --into 2', 2, /--into goes with move, not with zoom\./],
    ['pane split 1 --side left', 2, /split makes a pane to the right or down; swap turns them/],
    ['layout list --overwrite', 2, /--overwrite goes with save, not with list/],
    ['rules test there --output x', 2, /--output goes with record, not with test/],
    // files
    ['replay nothing', 1, /there is no file .*\/nothing\./],
    ['replay .', 1, /is a folder: name a file in it/],
    ['replay there', 1, /there: line 1: this is no asciicast recording of version 2 or 3/],
    ['rules test nothing', 1, /there is no file .*\/nothing\./],
    ['rules test there', 1, /there line 1, column 2: this is no JSON/],
    ['record 1 there', 1, /\/there exists already, and is not overwritten\. Name another file/],
    ['record 1 no/x', 1, /no\/x cannot be written: there is no folder .*\/no\./],
    ['snapshot 1 -o no/x', 1, /no\/x cannot be written: there is no folder .*\/no\./],
    ['rules record 1 --agent claude -o no/x', 1, /no\/x cannot be written: there is no folder/],
    ['run --log no/x true', 1, /no\/x cannot be written: there is no folder .*\/no\./],
    ['layout show nothing', 1, /There is no layout nothing in .* vibeflow layout save NAME makes/],
    ['layout open nothing', 1, /There is no layout nothing in/],
    ['send --socket /nowhere/ipc.sock x', 4, /nothing listens at \/nowhere\/ipc\.sock: its/],
    ['why --socket /nowhere', 4, /nothing listens at \/nowhere: its session has ended/],
    ['new -e /no/such/program', 1, /\/no\/such\/program/],
    ['new -d /no/such/folder', 1, /Can’t start in \/no\/such\/folder: no such directory/],
    // what cannot be done here
    ['log 1', 4, /nothing is recorded of \w+ yet: nothing has happened in it, or recorder\./],
    ['mcp --forget /x', 1, /nothing is remembered of \/x\. vibeflow mcp --permissions lists/],
    ['update', 1, /this is a clone and no package: git pull brings what is new/],
    ['enter docker box', 2, /a shell in a container needs a terminal; name a command to run/],
  ])('vibeflow %s', async (line, code, says) => {
    const { exit, err } = await mistake(line.split(' '))
    expect(err).toMatch(says)
    expect(exit).toBe(code)
  })

  test('a command that needs a terminal reports that', async () => {
    expect((await mistake(['attach', '1'])).err).toContain('vibeflow snapshot prints the screen')
    expect((await mistake(['inbox'])).err).toContain('vibeflow inbox --json and vibeflow status')
  })

  test('with --json the error is the document', async () => {
    for (const [words, code] of [
      [['status', 'nobody'], 'no-session'],
      [['pane', 'moon'], 'usage'],
      [['moon'], 'usage'],
      [['new', 'moon'], 'usage'],
      [['mcp'], 'usage'],
    ] as const) {
      const { environment, home } = instance
      const ran = await runVerb([...words, '--json'], { environment, directory: home })
      expect(ran.err).toBe('')
      expect(JSON.parse(ran.out)).toEqual({
        v: 1,
        error: { code, message: expect.any(String) as string },
      })
    }
  })
})
