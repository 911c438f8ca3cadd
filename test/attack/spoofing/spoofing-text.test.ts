/**
 * docs/contributing/internals/security.md, text from programs: no title, name, message or file name
 * shows what it is not, on any of the ways by which people read it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  notificationText,
  sentenceOf,
  summaryText,
  listMessage,
} from '../../../src/core/windows/attention/messages.ts'
import { notificationTextMax } from '../../../src/core/windows/attention/limits.ts'
import { defaults } from '../../../src/core/config/table.ts'
import { bundledThemes } from '../../../src/core/config/theme/bundled.ts'
import { themeFile } from '../../../src/core/config/theme/theme.ts'
import { windowTitle } from '../../../src/core/windows/tabs/needs-you.ts'
import type { TabView } from '../../../src/core/windows/tabs/tab-view.ts'
import { Log } from '../../../src/host/files/log.ts'
import { fontFamilies } from '../../../src/host/desktop/list-fonts.ts'
import { answer, type Windowless } from '../../../src/host/command/windowless.ts'
import { startInstance, type Instance } from '../../support/instance.ts'
import { hostileBodies, hostileWords, unseen } from '../../support/hostile-text.ts'
import { runVerb } from '../../support/run-verb.ts'
import { asSession } from '../../support/windows/ids.ts'

/** Its first characters, none cut in two. */
const start = (word: string, count: number) => [...word].slice(0, count).join('')

/** The lines of what is printed, none of which holds anything unseen. */
function linesOf(printed: string): readonly string[] {
  const lines = printed.split('\n')
  for (const line of lines) expect(line).not.toMatch(unseen)
  return lines
}

describe('a program in a tab', () => {
  let instance: Instance
  beforeAll(() => {
    instance = startInstance()
  })
  afterAll(() => instance.close(), 60_000)

  async function vibeflow(...words: string[]): Promise<string> {
    const { environment, home } = instance
    const { out, err } = await runVerb(words, { environment, directory: home })
    return `${out}${err}`
  }

  test('shows hostile words in no dialect, neither on screen nor in ls, status, why', async () => {
    const osc = (body: string) => `\x1b]${body}\x1b\\`
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const all = hostileBodies.map((word) => word.replaceAll(';', ','))
    const said = all.flatMap((word) => [
      osc(`0;${word}`),
      osc(`9;${word}`),
      osc(`777;notify;${word};${word}`),
      osc(`99;i=1:d=0:p=title;${word}`),
      osc(`99;i=1:p=body;${word}`),
      osc(`1337;SetUserVar=v${all.indexOf(word)}=${base64(start(word, 200))}`),
      osc(`7;file://thishost/${encodeURI(start(word, 400))}%0Aroot`),
      osc(
        `7501;state=blocked:kind=question:id=a:app=tool:title=${base64(start(word, 40))}` +
          `:msg=${base64(start(word, 400))}`,
      ),
      osc(
        `1338;state=waiting;tool=${encodeURIComponent(start(word, 60))};project=` +
          `${encodeURIComponent(start(word, 60))}`,
      ),
    ])
    writeFileSync(join(instance.home, 'said'), said.join(''))
    const { id } = instance.open(
      '/bin/sh',
      '-c',
      `mkdir "${instance.home}/two
rows"; cd "${instance.home}/two
rows"; cat ${instance.home}/said; printf '\\033]2;the end\\007'; exec cat`,
    )
    const session = instance.workspace.session(asSession(id))
    await expect.poll(() => session?.view().title).toBe('the end')
    await expect.poll(() => session?.view().place).toContain('rows')
    const strings: string[] = []
    JSON.stringify(
      instance.sent.filter((message) => !('bytes' in message)),
      (_key, value: unknown) => {
        if (typeof value === 'string') strings.push(value)
        return value
      },
    )
    for (const text of strings) expect(text).not.toMatch(unseen)
    expect(Math.max(...strings.map((text) => [...text].length))).toBeLessThanOrEqual(2_048)

    const rows = linesOf(await vibeflow('ls'))
    expect(rows.filter((row) => row !== '').length).toBe(2) // its folder's name makes no row
    for (const words of [
      ['ls', '--json'],
      ['status', id],
      ['status', id, '--json'],
      ['why', id],
      ['why', id, '--json'],
    ])
      linesOf(await vibeflow(...words))
    await vibeflow('kill', id)
  })
})

describe('text sent to the desktop', () => {
  const view = (title: string, call?: TabView['call']): TabView =>
    ({
      id: 't',
      title,
      project: '',
      place: '',
      state: 'active',
      phase: 'running',
      ...(call === undefined ? {} : { call }),
    }) as unknown as TabView

  test.each(hostileWords.map((word) => [word.slice(0, 20), word]))(
    '%j: nothing unseen, no tag, within the cap',
    (_name, word) => {
      const of = view(word, { kind: 'program', title: word, body: word, at: 0 })
      for (const content of ['full', 'title', 'none'] as const) {
        const texts = [
          notificationText('program', of.title, sentenceOf('program', of, null), content),
          summaryText(2, [word, word], content),
        ]
        for (const text of texts.flatMap(({ title, body }) => [title, body])) {
          expect(text).not.toMatch(unseen)
          expect(text).not.toMatch(/[<>]/)
          expect([...text].length).toBeLessThanOrEqual(notificationTextMax)
        }
      }
    },
  )

  test('does not speak as vibeflow or as the state of its tab', () => {
    const said = sentenceOf(
      'program',
      view('vibeflow', {
        kind: 'program',
        title: '',
        body: 'Claude Code needs you: permission',
        at: 0,
      }),
      null,
    )
    expect(notificationText('program', 'vibeflow', said, 'full')).toEqual({
      title: 'vibeflow',
      body: 'Message: Claude Code needs you: permission',
    })
    expect(
      listMessage(
        view('vibeflow', {
          kind: 'program',
          title: '',
          body: 'Claude Code needs you: permission',
          at: 0,
        }),
      ),
    ).toBe(said)
    expect(
      listMessage({
        ...view('vibeflow', undefined as never),
        agent: { tool: 'claudе', message: 'Claude Code needs you: permission' } as never,
        call: undefined,
      }),
    ).toBe(said) // its last letter is Cyrillic
    expect(notificationText('program', 'vibeflow has an update', said, 'title')).toEqual({
      title: 'vibeflow has an update',
      body: 'A program sent a notification.',
    })
  })

  test('does not count the tabs that need the user', () => {
    const shown = (title: string, count: number) =>
      windowTitle(
        defaults.window.title,
        { title, place: '~', state: 'active', agent: undefined } as never,
        count,
      )
    expect([shown('(3) build', 0), shown('(3) (4) build', 2), shown('(3)', 0)]).toEqual([
      'build - vibeflow',
      '(2) build - vibeflow',
      '(3) - vibeflow',
    ])
  })
})

describe('files with hostile names and text', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'spoofing-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))
  const ask = (line: Windowless) =>
    answer(line, {
      environment: {},
      home,
      directory: home,
      integrations: '/none',
      themeCollection: '/none',
      version: '1.0',
      askEngine: async () => ({ kind: 'not known', facts: null, problem: 'a\u009b31m' }),
    })
  const folder = () => join(home, '.config/vibeflow')
  const name = (word: string) => start(word.replaceAll('/', '-').replace(/\p{Cs}/gu, ''), 40)

  test('give --list-themes one clean row each', async () => {
    mkdirSync(join(folder(), 'themes'), { recursive: true })
    const [first] = bundledThemes
    for (const [index, word] of hostileWords.entries()) {
      writeFileSync(join(folder(), 'themes', `${index}${name(word)}.toml`), 'foreground = 3')
      writeFileSync(
        join(folder(), 'themes', `good${index}.toml`),
        themeFile({ ...first!, name: `${index}${name(word)}` }, 'a comment'),
      )
    }
    for (const json of [false, true]) {
      const { output, error } = await ask({ kind: 'list', what: 'themes', json })
      expect(linesOf(error).length - 1).toBe(hostileWords.length)
      if (json) JSON.parse(output)
      else
        expect(linesOf(output).filter((row) => row.endsWith('(yours)')).length).toBe(
          hostileWords.length,
        )
    }
  })

  test('make --check-config, --print-config and --diagnose print only visible text', async () => {
    mkdirSync(folder(), { recursive: true })
    const [family, key] = [
      'Evil\u009b31m\u202e\u{e0041}\u00ad',
      'x\u009b31m\nconfig.toml: no problems',
    ]
    writeFileSync(
      join(folder(), 'config.toml'),
      `[fonts]\npriority = [${JSON.stringify(family)}]\n[ui]\n${JSON.stringify(key)} = ` +
        `1\n[colors]\npreset = ${JSON.stringify(family)}\n`,
    )
    const settings = { config: null, overrides: [] }
    for (const line of [
      { kind: 'check-config', settings, strict: false },
      { kind: 'print-config', settings, what: 'changed', json: false },
      { kind: 'print-config', settings, what: 'effective', json: false },
      { kind: 'print-config', settings, what: 'changed', json: true },
      { kind: 'diagnose', settings, json: false },
      { kind: 'diagnose', settings, json: true },
      { kind: 'usage', problem: 'unknown option --\u001b[31m.' },
    ] satisfies Windowless[]) {
      const { output, error } = await ask(line)
      linesOf(output)
      expect(linesOf(error).filter((row) => row.endsWith('no problems')).length).toBe(0)
    }
    const printed = (json: boolean) =>
      ask({ kind: 'print-config', settings, what: 'changed', json }).then(({ output }) => output)
    expect((JSON.parse(await printed(true)) as { fonts: unknown }).fonts).toEqual({
      priority: [family],
    })
    expect(await printed(false)).toContain('priority = ["Evil\\u009b31m\\u202e\\U000e0041\\u00ad"]')
  })

  test('give clean font names', () => {
    for (const { family } of fontFamilies(
      hostileWords.map((word) => `${word}:spacing=100`).join('\n'),
    ))
      expect(family).not.toMatch(unseen)
  })

  test('give the log one line per message', () => {
    const log = new Log(join(home, 'log'), 'warn', () => new Date(0))
    for (const word of hostileWords) log.write('warn', word)
    expect(linesOf(readFileSync(join(home, 'log/1970-01-01.log'), 'utf8')).length - 1).toBe(
      hostileWords.length,
    )
  })
})

describe('vibeflow import', () => {
  test('prints one sentence for a file that is not a theme, and nothing else', async () => {
    const home = mkdtempSync(join(tmpdir(), 'spoofing-'))
    const printed: string[] = []
    const spies = (['error', 'warn', 'log'] as const).map((way) =>
      vi.spyOn(console, way).mockImplementation((...words) => {
        printed.push(words.join(' '))
      }),
    )
    try {
      for (const [at, body] of [
        `<plist>${'<key &'.repeat(40_000)}`,
        'color'.padEnd(260_000, ' b=\u009b31m'),
        `[colors]\nx = ${'[\u009b31m'.repeat(40_000)}`,
        `[colors]\n${'a.'.repeat(120_000)}b = 1`,
      ].entries()) {
        const file = join(home, `${at}.conf`)
        writeFileSync(file, body)
        const { out, err, exit } = await runVerb(['import', 'alacritty', file], {
          environment: { HOME: home },
          directory: home,
        })
        expect({
          out,
          exit,
          lines: linesOf(err).length - 1,
          short: err.length < 500 || err,
        }).toEqual({ out: '', exit: 1, lines: 1, short: true })
      }
    } finally {
      for (const spy of spies) spy.mockRestore()
      rmSync(home, { recursive: true, force: true })
    }
    expect({ printed: printed.length, bytes: printed.join('').length }).toEqual({
      printed: 0,
      bytes: 0,
    })
  })
})
