/**
 * Tests wrong arguments of each verb, in this process. The message names the error and the remedy,
 * is written to standard error alone, and the exit code shows the kind of error.
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
/** Environments without a running instance, and with two sessions whose IDs start alike. */
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

/** Runs a verb and returns one line of text: no stack trace, and no message of Node's. */
async function mistake(words: readonly string[], environment = instance.environment) {
  const { exit, out, err } = await runVerb(words, { environment, directory: instance.home })
  const said = `vibeflow ${words.join(' ')}`
  expect(out, said).toBe('')
  // the list of commands precedes the message about an unknown one
  expect(err, said).toMatch(/^(?:Commands \(.*\n\n)?vibeflow( [a-z]+)?: \S.*\n/s)
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
    expect(err).toContain('unknown option "--nonsense". Options: ')
    for (const name of Object.keys(optionsOf(verb))) expect(err).toContain(`--${name}`)
  })

  test('an option in the text that is to be sent', async () => {
    const { exit, err } = await mistake(['send', 'a1', 'ls', '-la', '--enter'])
    expect([exit, err]).toEqual([
      2,
      'vibeflow send: unknown option "-l". Options: --socket, --enter, --when, --to, --guess, ' +
        '--hex, --json, --help. To send text that starts with "-", put it after "--": ' +
        'vibeflow send SESSION --enter -- ls -la.\nRun `vibeflow send --help` for usage.\n',
    ])
  })

  test.each(optionsWith(({ type }) => type === 'string'))(
    '%s %s without its value',
    async (name, option, { value, choices = [] }) => {
      const { exit, err } = await mistake([name, option])
      expect([exit, err]).toEqual([
        2,
        expect.stringContaining(`${option} requires a value: ${value}`),
      ])
      for (const choice of choices) expect(err).toContain(choice)
      expect((await mistake([name, option, '--help'])).err).toContain(`use ${option}=${value}`)
    },
  )

  test.each(optionsWith(({ type }) => type === 'boolean'))(
    '%s %s with a value',
    async (name, option) => {
      expect(await mistake([name, `${option}=yes`])).toEqual({
        exit: 2,
        err:
          `vibeflow ${name}: ${option} does not accept a value.\n` +
          `Run \`vibeflow ${name} --help\` for usage.\n`,
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
    '%s %s with a word that it does not know',
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
      expect([exit, err]).toEqual([2, expect.stringMatching(/unexpected argument "\w"\. Usage: /)])
    },
  )

  /** Arguments before a session's, for verbs that take one; `\t` marks its position. */
  const taking = new Map(
    [
      ...[
        'attach',
        'send',
        'kill',
        'status',
        'why',
        'snapshot',
        'log',
        'open',
        'focus',
        'queue',
      ].map((verb) => [verb, '\t']),
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
      const there = 'Sessions: '
      for (const [session, says] of [
        ['nobody', ['unknown session "nobody". ', there]],
        ['9', ['`vibeflow ls` has no row 9. ', there]],
        ['cd', ['unknown session "cd". The start of an ID or title needs at least 3', there]],
        ['@moon', ['no session runs the tool "moon". ', there]],
      ] as const) {
        const { exit, err } = await ask(session)
        expect(exit, err).toBe(4)
        for (const part of says) expect(err).toContain(part)
      }
      expect(await ask('abcdefg', alike)).toMatchObject({
        exit: 4,
        err: expect.stringContaining(
          '"abcdefg" matches several sessions: abcdefghijk2, abcdefghijk3. Use one',
        ),
      })
      expect(await ask('')).toMatchObject({
        exit: 2,
        err: expect.stringContaining('SESSION is empty'),
      })
      expect(await ask('nobody', nowhere)).toMatchObject({
        exit: 4,
        err: expect.stringContaining('"nobody". No session is running. (Sessions with socket.'),
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
      `vibeflow ${name}: vibeflow isn't running, or socket.enabled is off. Start vibeflow, or ` +
      'turn socket.enabled on.\n',
  })
})

describe('reports the error, and the correct form', () => {
  test.each<readonly [words: string, exit: number, says: RegExp]>([
    // verbs
    ['lst', 2, /unknown command "lst"\. Did you mean "ls"\?\n$/],
    ['snap', 2, /command "snap"\. Did you mean "snapshot"\?/],
    ['statsu', 2, /command "statsu"\. Did you mean "status"\?/],
    ['emit done', 2, /command "emit"\. Did you mean "vibeflow-emit"\?/],
    ['help moon', 2, /unknown command "moon"\./],
    ['ls --jsn', 2, /option "--jsn"\. Did you mean "--json"\? Options/],
    ['snapshot --svg', 2, /"--svg"\. Did you mean "--format svg"\? Options/],
    // missing words
    ['attach', 2, /missing argument: SESSION\. Sessions: [a-z2-7]{12} /],
    ['status', 2, /missing argument: SESSION\. Sessions: /],
    ['resize 1', 2, /invalid size "1"\. Use columns and rows, such as 120x40, or --reset/],
    ['resize', 2, /missing argument: COLSxROWS\. Use columns/],
    ['record', 2, /missing argument: FILE/],
    ['record 1', 2, /missing argument: SESSION or FILE\. There is only "1"/],
    ['replay', 2, /missing argument: FILE/],
    ['rules', 2, /missing subcommand\. Available: test, record\.\nRun `vibeflow rules --help`/],
    ['rules test', 2, /missing argument: FILE, or --screen SNAPSHOT to test/],
    ['rules record 1', 2, /missing option: --output FILE/],
    ['layout', 2, /missing subcommand\. Available: save, open, list, show, remove\./],
    ['layout save', 2, /missing argument: NAME\. Usage: vibeflow layout save NAME/],
    ['pane', 2, /missing subcommand\. Available: list, split, .*, close\./],
    ['pane swap 1', 2, /missing option: --side SIDE\. Available: left, right, up, down\./],
    ['completion', 2, /missing argument\. Available: bash, zsh, fish\./],
    ['run', 2, /missing argument: COMMAND\. Usage: vibeflow run -- COMMAND/],
    ['run --', 2, /missing argument: COMMAND/],
    ['enter', 2, /missing argument: docker, podman, distrobox\./],
    ['enter docker', 2, /missing argument: CONTAINER\. Usage: vibeflow enter docker CONTAINER/],
    ['wait 1', 2, /missing option: --until LIST\. States: active, working/],
    // unknown arguments where a known one is expected
    ['rules moon', 2, /unknown subcommand "moon"\. Available: test, record\./],
    ['layout moon', 2, /unknown subcommand "moon"\. Available: save/],
    ['layout opne work', 2, /unknown subcommand "opne"\. Did you mean "open"\?/],
    ['layout list all', 2, /unexpected argument "all"\. Usage: vibeflow layout list/],
    ['layout save ../x', 2, /invalid layout name "\.\.\/x"\. Use up to 64 letters/],
    ['pane moon 1', 2, /unknown subcommand "moon"\. Available: list/],
    ['pane list 1', 2, /unexpected argument "1"\. Usage: vibeflow pane list/],
    ['pane zoom 1 x', 2, /unexpected argument "x"\. Usage: vibeflow pane zoom \[SESSION\]/],
    ['completion tcsh', 2, /unknown shell "tcsh"\. Available: bash, zsh, fish/],
    ['integrate claud', 2, /unknown agent "claud"\. Did you mean "claude"\?/],
    ['enter moon x', 2, /unknown container tool "moon"\. Available: docker, podman, distrobox\./],
    ['kill 1 --signal STOP', 2, /unknown signal "STOP"\. Available: SIGHUP, /],
    ['kill 1 --signal 99', 2, /unknown signal "99"/],
    ['wait 1 --until done,moon', 2, /unknown state "moon"\. Available: active, /],
    ['wait 1 --until waitng', 2, /unknown state "waitng"\. Did you mean "waiting"\?/],
    ['attach 1 --detach-keys moon', 2, /invalid key "moon" in --detach-keys\. Use a character, or/],
    ['new moon', 2, /unexpected argument "moon"\. To run a program, use -e PROGRAM/],
    ['new --colour', 2, /unknown option "--colour"\./],
    ['new -d', 2, /--working-directory requires a value/],
    ['new -e', 2, /-e requires a program/],
    // numbers
    ['resize 1 120*40', 2, /invalid size "120\*40"\. Use columns and rows/],
    [
      'resize 1 0x0',
      2,
      /size "0x0" is out of range\. A session has 2 to 1000 columns and 1 to 1000 rows/,
    ],
    ['resize 1 99999x99999', 2, /size "99999x99999" is out of range/],
    [
      'wait 1 --until done --timeout soon',
      2,
      /invalid --timeout "soon"\. Use seconds, such as 2\.5/,
    ],
    ['wait 1 --until done --timeout=-1', 2, /invalid --timeout "-1"\. Use seconds/],
    [
      'snapshot 1 --scrollback all',
      2,
      /invalid --scrollback "all"\. Use a number of rows from 0 to 1000000/,
    ],
    ['snapshot 1 --scrollback=1e9', 2, /invalid --scrollback "1e9"/],
    ['replay there --speed 0', 2, /invalid --speed "0"\. Use a number greater than 0/],
    ['replay there --idle-limit x', 2, /invalid --idle-limit "x"\. Use a number greater than 0/],
    ['send 1 --hex abc', 2, /--hex requires pairs of hexadecimal digits, such as 1b5b41/],
    // what does not go together
    ['resize 1 80x24 --reset', 2, /"80x24" and --reset can't be used together/],
    ['status --socket /x one', 2, /unexpected argument "one" \(--socket selects the session\)/],
    ['wait --socket /x 1 --until done', 2, /--socket and SESSION can't be used together/],
    ['status 1 --follow', 2, /--follow and --format cover all sessions and can only/],
    ['status 1 --set done --clear', 2, /--set and --clear can't be used together/],
    ['status 1 --text x', 2, /--text requires --set STATE/],
    ['status 1 --clear --project x', 2, /--project requires --set STATE/],
    ['status 1 --app x', 2, /--app requires --set STATE or --clear/],
    [
      'status 1 --set done --kind auth',
      2,
      /--kind can only be used with --set waiting, not with --set done/,
    ],
    ['report --today --week', 2, /--today and --week can't be used together/],
    ['integrate --check --remove', 2, /--check can't be used with --remove or --dry-run/],
    ['pane list --force', 2, /--force can only be used with close, not with list\./],
    ['pane zoom 1 --into 2', 2, /--into can only be used with move, not with zoom\./],
    ['pane split 1 --side left', 2, /--side left can't be used with split\. Use right or down/],
    ['layout list --overwrite', 2, /--overwrite can only be used with save, not with list/],
    ['rules test there --output x', 2, /--output can only be used with record, not with test/],
    // files
    ['replay nothing', 1, /\/nothing does not exist\./],
    ['replay .', 1, /is a directory\. Choose a file in it/],
    ['replay there', 1, /there: line 1: not an asciicast recording of version 2 or 3/],
    ['rules test nothing', 1, /\/nothing does not exist\./],
    ['rules test there', 1, /there line 1, column 2: not valid JSON/],
    ['record 1 there', 1, /\/there already exists\. Choose another file name/],
    ['record 1 no/x', 1, /can't write .*no\/x: the directory .*\/no does not exist\./],
    ['snapshot 1 -o no/x', 1, /can't write .*no\/x: the directory .*\/no does not exist\./],
    ['rules record 1 --agent claude -o no/x', 1, /can't write .*no\/x: the directory/],
    ['run --log no/x true', 1, /can't write .*no\/x: the directory .*\/no does not exist\./],
    ['layout show nothing', 1, /Unknown layout "nothing" in .* run `vibeflow layout save NAME`/],
    ['layout open nothing', 1, /Unknown layout "nothing" in/],
    ['send --socket /nowhere/ipc.sock x', 4, /can't connect to \/nowhere\/ipc\.sock: the/],
    ['why --socket /nowhere', 4, /can't connect to \/nowhere: the session has ended/],
    ['new -e /no/such/program', 1, /\/no\/such\/program/],
    ['new -d /no/such/folder', 1, /Can't start in \/no\/such\/folder: no such directory/],
    // what cannot be done here
    ['log 1', 4, /nothing is recorded for session \w+ yet\. If recorder\./],
    [
      'mcp --forget /x',
      1,
      /no permission is stored for "\/x"\. To list the paths: vibeflow mcp --permissions/,
    ],
    ['update', 1, /running from a source checkout\. Update with `git pull`/],
    [
      'enter docker box',
      2,
      /a shell in a container requires a terminal\. Without one, pass a COMMAND/,
    ],
  ])('vibeflow %s', async (line, code, says) => {
    const { exit, err } = await mistake(line.split(' '))
    expect(err).toMatch(says)
    expect(exit).toBe(code)
  })

  test('a command that needs a terminal reports that', async () => {
    expect((await mistake(['attach', '1'])).err).toContain('run `vibeflow snapshot`')
    expect((await mistake(['inbox'])).err).toContain(
      'use `vibeflow inbox --json` or `vibeflow status',
    )
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
