/** Agents that `vibeflow integrate` finds, its questions, and its check. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { integrations } from '../../../src/cli/verbs/integrate/agents.ts'
import { integrated } from '../../../src/agents/state/integration.ts'
import { agentNamed, gemini, home, integrate, pathOf, put, useHome } from './run-integrate.ts'

useHome()

describe('the integrated agents', () => {
  test('the command integrates the agents that the window offers', () => {
    expect(integrations.map(({ name }) => name)).toEqual(integrated)
  })

  test('agents are found by program or settings, and others only by name', async () => {
    writeFileSync(join(home, 'bin/qwen'), '#!/bin/sh\n', { mode: 0o755 })
    mkdirSync(join(home, '.factory'))
    mkdirSync(join(home, '.claude'))
    const found = await integrate([], { 'dry-run': true, json: true })
    expect((found.document?.['agents'] as { agent: string }[]).map(({ agent }) => agent)).toEqual([
      'qwen',
      'droid',
    ])
    expect((await integrate([], { 'dry-run': true })).said).toContain(
      'Claude Code 2.1.295 and newer reports its state without hooks. For older versions, run ' +
        '`vibeflow integrate claude`.',
    )
    const all = await integrate([], { 'dry-run': true, json: true, all: true })
    expect((all.document?.['agents'] as { agent: string }[]).map(({ agent }) => agent)).toEqual([
      'claude',
      'qwen',
      'droid',
    ])
  })

  test('an agent is included if its version is too old to report natively', async () => {
    const names = async () => {
      const { document, said } = await integrate([], { 'dry-run': true, json: true })
      const agents = (document?.['agents'] as { agent: string }[]).map(({ agent }) => agent)
      return { agents, said }
    }
    const installed = (script: string) =>
      writeFileSync(join(home, 'bin/claude'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    installed('echo "2.1.197 (Claude Code)"')
    expect((await names()).agents).toEqual(['claude'])
    for (const script of ['echo "2.1.295 (Claude Code)"', 'echo 10.0.0', 'exit 1', 'yes', 'cat']) {
      installed(script)
      expect((await names()).agents).toEqual([])
    }
    installed('echo "2.1.300 (Claude Code)"')
    expect((await integrate([], { 'dry-run': true })).said).toContain(
      'Version 2.1.300 is installed.',
    )
  })

  test('no agent is integrated where none is found', async () => {
    expect(await integrate([])).toMatchObject({
      exit: 0,
      said: 'Found no agent that needs hooks.',
    })
  })

  test.each([
    ['nobody', 'unknown agent "nobody". Available: claude, codex, '],
    ['kimi', "can't install hooks for kimi: its hooks are not tested"],
    ['goose', 'its hooks are not tested. vibeflow guesses its state from output and silence.'],
    ['pi', "can't install hooks for pi: it needs none. It reports its state itself."],
    ['__proto__', 'unknown agent "__proto__".'],
  ])('not %s', async (name, said) => {
    expect(await integrate([name])).toMatchObject({ exit: 2, said: expect.stringContaining(said) })
  })
})

describe('the question', () => {
  beforeEach(() => put(gemini(), '{}'))
  const untouched = () => expect(readFileSync(gemini(), 'utf8')).toBe('{}')

  test('the answer no changes nothing', async () => {
    expect(await integrate(['gemini'], {}, false)).toMatchObject({
      exit: 1,
      said: expect.stringMatching(/^--- [^]*canceled\. No file was changed\.$/),
    })
    untouched()
  })

  test('the answer yes changes the file', async () => {
    expect((await integrate(['gemini'], {}, true)).exit).toBe(0)
    expect(readFileSync(gemini(), 'utf8')).toContain('--hook gemini')
  })

  test('a run without a terminal requires --yes, and --json always does', async () => {
    expect(await integrate(['gemini'], {}, null)).toMatchObject({
      exit: 2,
      said: expect.stringContaining("can't ask for confirmation here. Use --yes."),
    })
    expect((await integrate(['gemini'], { json: true }, true)).exit).toBe(2)
    untouched()
  })

  test('--check changes nothing, and no other option is accepted with it', async () => {
    expect((await integrate(['gemini'], { check: true, remove: true })).exit).toBe(2)
    expect(await integrate(['gemini'], { check: true })).toMatchObject({
      exit: 1,
      said: 'Gemini CLI: hooks not installed (~/.gemini/settings.json).',
    })
    untouched()
  })
})

describe('the check', () => {
  const emitter = (text: string) => {
    rmSync(join(home, 'bin/vibeflow-emit'))
    writeFileSync(join(home, 'bin/vibeflow-emit'), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }

  test.each([
    ['exit 7', 'exited with code 7'],
    ['echo "is broken" >&2; exit 1', 'exited with code 1 (is broken)'],
    ['exit 0', 'reported nothing'],
    ['cat; echo working', 'reported nothing'],
  ])('sees a hook that does not report: %s', async (text, said) => {
    emitter(text)
    expect(await integrate(['gemini'])).toMatchObject({
      exit: 1,
      said: expect.stringContaining(
        `The hook does not report: \`vibeflow-emit --hook gemini\` ${said}`,
      ),
    })
  })

  test('runs the command as written in the settings', async () => {
    await integrate(['gemini'])
    const broken = readFileSync(gemini(), 'utf8').replaceAll(
      'vibeflow-emit --hook',
      '/gone/vibeflow-emit --hook',
    )
    writeFileSync(gemini(), broken)
    expect(await integrate(['gemini'], { check: true })).toMatchObject({
      exit: 1,
      said: expect.stringContaining('`/gone/vibeflow-emit --hook gemini` exited with code 127'),
    })
    // and another run fixes it
    expect((await integrate(['gemini'])).exit).toBe(0)
    expect(readFileSync(gemini(), 'utf8')).not.toContain('/gone')
  })

  test('reports all changes as one JSON document', async () => {
    put(gemini(), '{}')
    expect((await integrate(['gemini'], { yes: true, json: true })).document).toEqual({
      agents: [{ agent: 'gemini', file: gemini(), outcome: 'wired', reports: true }],
    })
  })

  test('takes hooks that a person wrote for its own, and adds what is missing', async () => {
    put(
      pathOf(agentNamed('claude')),
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", ' +
        '"command": "vibeflow-emit --hook claude"}]}]}}',
    )
    expect((await integrate(['claude'])).exit).toBe(0)
    const { hooks } = JSON.parse(readFileSync(pathOf(agentNamed('claude')), 'utf8')) as {
      hooks: Record<string, unknown[]>
    }
    expect([hooks['Stop']?.length, Object.keys(hooks).length]).toEqual([1, 13])
  })
})
