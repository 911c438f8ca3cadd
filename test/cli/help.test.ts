/** Completion, manual pages and help of the `vibeflow` command. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn as spawnPty } from 'node-pty'
import { describe, expect, test } from 'vitest'
import {
  programOption,
  startFlag,
  startOptionEntries,
} from '../../src/core/config/start-options.ts'
import { entries } from '../../src/core/config/table.ts'
import { flag, verbHelp, verbsHelp } from '../../src/cli/command/help.ts'
import { manualPages } from '../../src/cli/command/manual.ts'
import { optionsOf } from '../../src/cli/command/verb.ts'
import { allVerbs } from '../../src/cli/verbs/index.ts'
import { emitExits, emitOptions, emitStates, emitTargets } from '../../src/protocol/bin/help.ts'
import { slow } from '../slow.ts'
import { bin, environment, instance, until, useInstance } from './live-command.ts'

useInstance()

const verbs = await allVerbs()

describe('help', () => {
  test('completion scripts parse, and know every command', slow, () => {
    for (const [shell, check] of [
      ['bash', ['bash', '-n']],
      ['zsh', ['zsh', '-n']],
      ['fish', ['fish', '--no-execute']],
    ] as const) {
      const { stdout, status } = spawnSync(process.execPath, [bin, 'completion', shell], {
        env: environment,
        encoding: 'utf8',
      })
      expect([status, verbs.filter(({ name }) => !stdout.includes(name))]).toEqual([0, []])
      const file = join(instance.home, `completion.${shell}`)
      writeFileSync(file, stdout)
      const checked = spawnSync(check[0], [check[1], file], { encoding: 'utf8' })
      if (checked.error === undefined)
        expect([shell, checked.status, checked.stderr]).toEqual([shell, 0, ''])
    }
  })

  test('bash completes values, one session, or several where several are accepted', slow, () => {
    const { stdout: script } = spawnSync(process.execPath, [bin, 'completion', 'bash'], {
      env: environment,
      encoding: 'utf8',
    })
    const offered = (typed: readonly string[][]) => {
      const asked = typed.map(
        (words) =>
          `COMP_WORDS=(vibeflow ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=` +
          `${words.length}; COMPREPLY=(); _vibeflow; echo "\${COMPREPLY[*]}"`,
      )
      const { stdout } = spawnSync(
        'bash',
        [
          '-c',
          `${script}\nvibeflow() { printf 'ID STATE\\nabc idle\\nxyz done\\n'; }\n` +
            `${asked.join('\n')}`,
        ],
        { cwd: join(instance.home, 'bin'), encoding: 'utf8' },
      )
      return stdout
        .trimEnd()
        .split('\n')
        .map((line, index) => `${typed[index]?.join(' ')}| ${line}`)
    }
    expect(
      offered([
        ['sn'],
        ['kill', ''],
        ['kill', 'a'],
        ['kill', 'abc', ''],
        ['kill', '--signal', 'HUP', 'x'],
        ['wait', 'abc', ''],
        ['wait', 'abc', '--until', 'wa'],
        ['wait', '--until', 'done,e'],
        ['wait', '--until', '=', 'id'],
        ['wait', '--timeout', ''],
        ['snapshot', 'abc', '--format', ''],
        ['snapshot', 'abc', '--format', '=', 'm'],
        ['attach', 'abc', '--size', 'k'],
        ['record', 'abc', ''],
        ['completion', ''],
        ['help', 'ls'],
        ['ls', ''],
        ['kill', 'abc', '--f'],
        ['--inst'],
        ['--tab', '--max'],
        ['--print-config', '=', 's'],
        ['--print-config', ''],
        ['-o', 'ui.font_s'],
        ['--title', 'ls', ''],
        ['--tab', ''],
        ['-d', '.'],
        ['-e', 'mapfil'],
        ['new', '--', 'cat', 'vi'],
        ['nonsense', ''],
        ['new', '--'],
        ['enter', 'p'],
        ['ssh', '--'],
      ]),
    ).toEqual([
      ...['sn| snapshot', 'kill | abc xyz', 'kill a| abc', 'kill abc | '],
      ...['kill --signal HUP x| xyz', 'wait abc | abc xyz', 'wait abc --until wa| waiting'],
      'wait --until done,e| done,error done,exit',
      'wait --until = id| idle',
      'wait --timeout | ',
      'snapshot abc --format | text ansi json msgpack html svg',
      ...['snapshot abc --format = m| msgpack', 'attach abc --size k| keep'],
      ...['record abc | vibeflow', 'completion | bash zsh fish', 'help ls| ls', 'ls | '],
      ...['kill abc --f| --force', '--inst| --install-desktop', '--tab --max| --maximized'],
      ...['--print-config = s| schema', '--print-config | ', '-o ui.font_s| ui.font_size='],
      ...['--title ls | ', '--tab | ', '-d .| . ..', '-e mapfil| mapfile'],
      ...['new -- cat vi| vibeflow', 'nonsense | '],
      'new --| --working-directory --title --profile --shell --hold --background --worktree ' +
        '--detached --json --help',
      'enter p| podman',
      'ssh --| --help',
    ])
    // where bash-completion is, as the words of ssh itself
    const { stdout: asSsh } = spawnSync(
      'bash',
      [
        '-c',
        `${script}\n_command_offset() { COMPREPLY=("from-$1"); }\n` +
          'COMP_WORDS=(vibeflow ssh bo); COMP_CWORD=2; _vibeflow; echo "${COMPREPLY[*]}"',
      ],
      { encoding: 'utf8' },
    )
    expect(asSsh).toBe('from-1\n')
  })

  test('fish and zsh complete the same, and no id twice', slow, async () => {
    const stub = join(instance.home, 'completing')
    mkdirSync(stub)
    writeFileSync(
      join(stub, 'vibeflow'),
      "#!/bin/sh\nprintf 'ID   STATE  TITLE\\nabc  idle   a:b c\\nxyz  done   d\\n'\n",
    )
    chmodSync(join(stub, 'vibeflow'), 0o755)
    symlinkSync('vibeflow', join(stub, 'zonk'))
    const scripts = { fish: join(stub, 'fish.script'), zsh: join(stub, 'zsh.script') }
    for (const [shell, file] of Object.entries(scripts))
      writeFileSync(
        file,
        spawnSync(process.execPath, [bin, 'completion', shell], {
          env: environment,
          encoding: 'utf8',
        }).stdout,
      )
    const own = { ...environment, PATH: `${stub}:${environment['PATH']}`, TERM: 'dumb' }
    const typed = [
      ...['kill ', 'kill abc ', 'kill --signal HUP ', 'wait abc ', '--print-config=s'],
      ...['--print-config ', '--inst', '-o ui.font_s', '--title ls ', '-e zon', 'new --h'],
      ...['completion b', 'send abc ', 'enter p', 'ssh -p 22 box-'],
    ]

    const asked = typed.map(
      (line) =>
        `echo (complete -C 'vibeflow ${line}' | string replace -r '\\t.*' '' | string join ' ')`,
    )
    const fish = spawnSync(
      'fish',
      [
        '--no-config',
        '-c',
        [`source ${scripts.fish}`, 'complete -c ssh -f -a box-of-mine', ...asked].join('\n'),
      ],
      { env: own, cwd: stub, encoding: 'utf8' },
    )
    if (fish.error === undefined) {
      expect(
        fish.stdout
          .split('\n')
          .slice(0, typed.length)
          .map((line, index) => `${typed[index]}| ${line}`),
      ).toEqual([
        ...['kill | abc xyz', 'kill abc | ', 'kill --signal HUP | abc xyz', 'wait abc | abc xyz'],
        '--print-config=s| --print-config=schema',
        ...['--print-config | ', '--inst| --install-desktop', '-o ui.font_s| ui.font_size='],
        ...['--title ls | ', '-e zon| zonk', 'new --h| --help --hold', 'completion b| bash'],
        ...['send abc | ', 'enter p| podman', 'ssh -p 22 box-| box-of-mine'],
      ])
    }

    if (spawnSync('zsh', ['--version']).error !== undefined) return
    // If there is one candidate, zsh writes it; of several it lists all. If there are only options,
    // it starts one.
    const zsh = spawnPty('zsh', ['-f'], {
      cols: 200,
      rows: 50,
      cwd: stub,
      env: own,
      encoding: 'utf8',
    })
    let shown = ''
    zsh.onData((data) => {
      shown += data
    })
    zsh.write(
      `PS1='> ' HISTFILE=; unset zle_bracketed_paste; autoload -U compinit; compinit -u -D; ` +
        `source ${scripts.zsh}; print rea''dy\r`,
    )
    await until(
      () => shown.includes('\nready'),
      () => shown,
    )
    const completed: string[] = []
    for (const line of [
      ...['kill ', 'kill abc ', '--inst', '--print-config=s', '-o ui.font_s', '-e zon'],
      ...['completion b', '--tab --max'],
    ]) {
      shown = ''
      // it reports the cursor, and draws the line again
      zsh.write(`vibeflow ${line}\t\x1bxwhat-cursor-position\r`)
      await until(
        () => /point \d+ of [^]*> vibeflow [^\n]*$/.test(shown),
        () => shown,
      )
      const listed = [...shown.matchAll(/^(\w+) +-- /gm)].map(([, id]) => id).join(' ')
      completed.push(
        `${line}| ${listed === '' ? shown.split('> vibeflow ').at(-1)?.trimEnd() : listed}`,
      )
      zsh.write('\x03')
      await until(
        () => shown.endsWith('> '),
        () => shown,
      )
    }
    zsh.kill()
    expect(completed).toEqual([
      ...['kill | abc xyz', 'kill abc | kill abc -', '--inst| --install-desktop'],
      ...['--print-config=s| --print-config=schema', '-o ui.font_s| -o ui.font_size='],
      ...['-e zon| -e zonk', 'completion b| completion bash', '--tab --max| --tab --maximized'],
    ])
  })

  // man(1) takes a quarter of a second for a page
  const typesetAlways = ['vibeflow.1', 'vibeflow-emit.1', 'vibeflow-new.1']
  test('the man pages show every command, option and emitter word without a warning', () =>
    checkPages((name) => typesetAlways.includes(name)))

  test('each man page is typeset without a warning', slow, () => checkPages(() => true))

  async function checkPages(isTypeset: (name: string) => boolean): Promise<void> {
    const pages = await manualPages('1.2.3')
    const stray = Object.values(pages)
      .join('')
      .split('\n')
      .filter((line) => /^[.']/.test(line) && !/^\.(?:TH|SH|SS|TP|PP|BR?|br|nf|fi)( |$)/.test(line))
    expect(stray).toEqual([])
    const asWritten = (page: string) => page.replace(/\\f[BR]/g, '').replaceAll('\\-', '-')
    const shown = (page: string, name: string) => {
      if (!isTypeset(name)) return asWritten(page)
      const { error, status, stdout, stderr } = spawnSync('man', ['--warnings', '-l', '-'], {
        input: page,
        encoding: 'utf8',
        env: { ...process.env, MANWIDTH: '1000', LC_ALL: 'C.UTF-8' },
      })
      // without man(1): as the page is written
      if (error !== undefined) return asWritten(page)
      expect([name, status, stderr]).toEqual([name, 0, ''])
      return stdout
    }
    const missing = (name: string, typed: readonly string[]) => {
      const lines = shown(pages[name] ?? '', name)
        .split('\n')
        .map((line) => line.trim().replace(/^\.BR? /, ''))
      return typed.filter((one) => !lines.some((line) => line.startsWith(one)))
    }
    expect(
      missing('vibeflow.1', [
        programOption.words,
        ...startOptionEntries().map(([name, option]) => startFlag(name, option)),
        ...verbs.map(({ name }) => `vibeflow-${name}`),
        ...entries.map(({ key }) => key),
      ]),
    ).toEqual([])
    expect(
      missing(
        'vibeflow-emit.1',
        [...emitStates, ...emitOptions, ...emitTargets, ...emitExits].map(([typed]) => typed),
      ),
    ).toEqual([])
    for (const verb of verbs)
      expect(
        missing(`vibeflow-${verb.name}.1`, [
          `vibeflow ${verb.name}`,
          ...Object.entries(optionsOf(verb)).map(([name, option]) => flag(name, option)),
          ...verb.examples.map(([command]) => command),
        ]),
      ).toEqual([])
  }

  test('help fits into 80 columns, and names every command', () => {
    for (const text of [verbsHelp(verbs), ...verbs.map(verbHelp)])
      expect(
        text.split('\n').filter((line) => line.length > 80 && line.includes(' ', 80)),
        text,
      ).toEqual([])
    for (const { name } of verbs) expect(verbsHelp(verbs)).toContain(`\n  ${name} `)
  })
})
