/** The words after `vibeflow`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callOfClone, ownWords, parseCommandLine } from '../../src/host/command/command-line.ts'

const parse = (...words: string[]) =>
  parseCommandLine(words, { directory: '/home/u', version: '1.0' })

/** A run with default settings, except these. */
const run = (change: object = {}, request: object = {}) => ({
  kind: 'run',
  settings: { config: null, overrides: [] },
  debugFrames: false,
  wait: false,
  windowClass: null,
  restore: true,
  single: null,
  request: {
    command: null,
    directory: null,
    title: null,
    profile: null,
    layout: null,
    hold: false,
    background: false,
    target: 'window',
    geometry: null,
    startup: null,
    ...request,
  },
  ...change,
})

describe('command line', () => {
  it('brings the window to the front for a second start without arguments', () => {
    const facts = { directory: '/srv', version: '1.2.3', calledAs: callOfClone }
    expect(parseCommandLine([], facts)).toEqual(run({}, { target: 'present' }))
    expect(parseCommandLine(['--new-window'], facts)).toEqual(run())
  })

  it('runs the shell here when no command is given', () => {
    expect(parse()).toEqual(run())
  })

  it('passes all words after -e and -- on, including options', () => {
    expect(parse('-d', 'api', '-e', 'sh', '-c', 'echo "a b"', '--help')).toEqual(
      run(
        {},
        {
          command: { program: 'sh', args: ['-c', 'echo "a b"', '--help'] },
          directory: '/home/u/api',
        },
      ),
    )
    expect(parse('--', 'ls', '-e')).toEqual(run({}, { command: { program: 'ls', args: ['-e'] } }))
  })

  it('passes a single word with spaces to the shell unless it is a program', () => {
    expect(parse('-e', 'htop -d 5')).toEqual(
      run({}, { command: { program: '/bin/sh', args: ['-c', 'htop -d 5'] } }),
    )
    expect(parse('-x', 'a | b')).toEqual(
      run({}, { command: { program: '/bin/sh', args: ['-c', 'a | b'] } }),
    )
    const folder = mkdtempSync(join(tmpdir(), 'with blanks '))
    writeFileSync(join(folder, 'my tool'), '', { mode: 0o755 })
    expect(parse('-e', join(folder, 'my tool'))).toEqual(
      run({}, { command: { program: join(folder, 'my tool'), args: [] } }),
    )
    rmSync(folder, { recursive: true })
  })

  it.each([
    [['--debug-frames'], run({ debugFrames: true, single: false })],
    [['-T', 'api', '--hold'], run({}, { title: 'api', hold: true })],
    [['-t=x'], run({}, { title: '=x' })],
    [['--title=a b', '--working-directory', '/srv'], run({}, { title: 'a b', directory: '/srv' })],
    [
      ['--tab', '-e', 'htop'],
      run({ single: true }, { target: 'tab', command: { program: 'htop', args: [] } }),
    ],
    [['--drop-down'], run({ single: true }, { target: 'drop-down' })],
    [
      ['--drop-down', '-d', '/srv', '-e', 'htop'],
      run(
        { single: true },
        { target: 'drop-down', directory: '/srv', command: { program: 'htop', args: [] } },
      ),
    ],
    [['--new-window', '--geometry', '120x40'], run({}, { geometry: { columns: 120, rows: 40 } })],
    [['--maximized', '--no-single-instance'], run({ single: false }, { startup: 'maximized' })],
    [
      ['--diagnose', '--json'],
      { kind: 'diagnose', settings: { config: null, overrides: [] }, json: true },
    ],
    [['--install-desktop'], { kind: 'desktop', what: 'install' }],
    [['--uninstall-desktop'], { kind: 'desktop', what: 'uninstall' }],
    [['--wait'], run({ wait: true, single: false })],
    [['--class', 'scratch'], run({ windowClass: 'scratch', single: false })],
    [['--app-id=org.me.scratch'], run({ windowClass: 'org.me.scratch', single: false })],
    [['--list-fonts'], { kind: 'list', what: 'fonts', json: false }],
    [
      ['--config', 'mine.toml', '-o', 'ui.font_size=15', '-oui.shapes=false'],
      run({
        settings: {
          config: '/home/u/mine.toml',
          overrides: ['ui.font_size=15', 'ui.shapes=false'],
        },
        single: false,
      }),
    ],
    [
      ['--check-config', '--strict'],
      { kind: 'check-config', settings: { config: null, overrides: [] }, strict: true },
    ],
    [
      ['--print-config'],
      {
        kind: 'print-config',
        settings: { config: null, overrides: [] },
        what: 'effective',
        json: false,
      },
    ],
    [
      ['--print-config=changed', '--json'],
      {
        kind: 'print-config',
        settings: { config: null, overrides: [] },
        what: 'changed',
        json: true,
      },
    ],
    [['--print-integration', 'zsh'], { kind: 'print-integration', shell: 'zsh' }],
    [['--list-themes', '--json'], { kind: 'list', what: 'themes', json: true }],
    [['-V'], { kind: 'print', text: 'vibeflow 1.0\n' }],
  ])('understands %j', (words, line) => {
    expect(parse(...words)).toEqual(line)
  })

  it('prints every option as help, with the command that the user typed', () => {
    const help = parseCommandLine(['-h'], {
      directory: '/',
      version: '1.0',
      calledAs: 'npm start --',
    })
    expect(help).toEqual({
      kind: 'print',
      text: expect.stringMatching(
        /^Usage: npm start -- \[OPTIONS\].*--working-directory DIR.*--check-config.*--help/s,
      ),
    })
  })

  it.each([
    [
      ['--working-directry=x'],
      'unknown option "--working-directry". Did you mean "--working-directory"?',
    ],
    [['-y'], 'unknown option "-y".'],
    [
      ['--import-colors', 'x.conf'],
      'unknown option "--import-colors". Use `vibeflow import TERMINAL FILE`.',
    ],
    [
      ['htop'],
      'unexpected argument "htop". To run a program, use -e PROGRAM. To start in a directory, ' +
        'use -d DIR.',
    ],
    [
      ['--json', 'ls'],
      'unexpected argument "ls". To run a program, use -e PROGRAM. To start in a directory, use ' +
        '-d DIR. Commands come before their options: vibeflow ls --json.',
    ],
    [['-e'], '-e requires a program, such as -e htop.'],
    [
      ['--', '-e', 'bash'],
      '"-e" can\'t be a program. Write the program directly after --, such as -- htop, or ./-e ' +
        'for a file with this name.',
    ],
    [
      ['-e', '--', 'bash'],
      '"--" can\'t be a program. Write the program directly after -e, such as -e htop, or ./-- ' +
        'for a file with this name.',
    ],
    [['-d', ''], '--working-directory requires a value.'],
    [['--config'], '--config requires a value.'],
    [['--hold=1'], '--hold does not accept a value.'],
    [
      ['-T', '--hold'],
      '--title requires a value. To pass a value that starts with "-", use --title=VALUE.',
    ],
    [
      ['--geometry', '120'],
      'invalid --geometry "120". Use columns and rows, such as 120x40, from 2x1 to 1000x1000.',
    ],
    [['--wait', '--tab'], "--wait and --tab can't be used together."],
    [['--class', 'a b'], 'invalid --class "a b". Use up to 128 letters, digits and . _ -.'],
    [
      ['--class', 'a', '--tab'],
      "--tab and --class can't be used together: the running vibeflow has its own class.",
    ],
    [['--drop-down', '--tab'], "--drop-down and --tab can't be used together."],
    [['--drop-down', '--geometry=80x24'], "--drop-down and --geometry can't be used together."],
    [
      ['--drop-down', '--class', 'a'],
      "--drop-down and --class can't be used together: the running vibeflow has its own class.",
    ],
    [['--drop-dwn'], 'unknown option "--drop-dwn". Did you mean "--drop-down"?'],
    [['--tab', '--new-window'], "--tab and --new-window can't be used together."],
    [
      ['--print-config=all'],
      'unknown --print-config "all". Available: effective, defaults, changed, schema.',
    ],
    [['--strict'], '--strict requires --check-config.'],
    [['-x', 'ls', '-e', 'ls'], "-e and -x can't be used together."],
  ])('explains %j', (words, problem) => {
    expect(parse(...words)).toEqual({
      kind: 'usage',
      problem: `${problem} Run \`vibeflow --help\` for usage.`,
    })
  })

  it("finds vibeflow's words among those of engine and driver", () => {
    const facts = { packaged: false, appPath: '/srv/app', directory: '/srv' }
    expect(ownWords(['/x/electron', '/srv/app', '-e', 'sh'], facts)).toEqual(['-e', 'sh'])
    expect(
      ownWords(
        ['/x/electron', '--inspect=0', '--remote-debugging-port=0', './app', '--no-sandbox-ish'],
        facts,
      ),
    ).toEqual(['--no-sandbox-ish'])
    expect(
      ownWords(['/x/vibeflow', '--no-sandbox', '-d', '/'], { ...facts, packaged: true }),
    ).toEqual(['-d', '/'])
    expect(ownWords(['/x/vibeflow'], { ...facts, packaged: true })).toEqual([])
    // By the command of a package; without its `--` the same word is a program's.
    expect(
      ownWords(['/x/electron', '--inspect=0', '--', '/srv/app', '--tab'], {
        ...facts,
        packaged: true,
      }),
    ).toEqual(['--tab'])
    expect(
      ownWords(['/x/electron', '--', '/srv/app', '--', '/srv/app'], { ...facts, packaged: true }),
    ).toEqual(['--', '/srv/app'])
    expect(ownWords(['/x/electron', '-e', '/srv/app'], { ...facts, packaged: true })).toEqual([
      '-e',
      '/srv/app',
    ])
  })
})
