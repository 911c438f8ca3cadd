/** `vibeflow enter` into containers that are scripts with the words of podman and docker. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fakeContainers } from '../../support/fake-containers.ts'
import { PtyRun } from '../../support/pty-run.ts'
import { root } from '../../tidy/tree.ts'
import { slow } from '../../slow.ts'

const command = [process.execPath, join(root, 'src/cli/bin/vibeflow.mjs'), 'enter']
const folder = mkdtempSync(join(tmpdir(), 'vf-enter-'))
const containers = fakeContainers(folder)
const environment = {
  PATH: `${containers.bin}:${process.env['PATH'] ?? ''}`,
  HOME: folder,
  TERM: 'xterm-256color',
  TERM_PROGRAM: 'vibeflow',
}
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

const said = () => readFileSync(containers.said, 'utf8').split('\0').slice(0, -1)
async function cleaned(): Promise<void> {
  const left = () => readdirSync(containers.temporary)
  for (let turn = 0; turn < 200 && left().length > 0; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(left()).toEqual([])
}

describe('vibeflow enter', () => {
  const logsIn = async (tool: string) => {
    const run = new PtyRun([...command, tool, 'web'], environment)
    const prompt = await run.shows('\x1b]133;B')
    run.type('vibeflow-emit waiting --tool=codex; echo $TERM.$TERM_PROGRAM\r')
    await run.shows('\x1b]1338;state=waiting;tool=codex\x07', prompt)
    await run.shows('xterm-256color.vibeflow', prompt)
    run.type('exit 8\r')
    expect(await run.exit()).toBe(8)
    await cleaned()
  }
  test.each(['podman'])('%s: a login with marks and reports', logsIn)
  test.each(['docker', 'distrobox'])('%s: a login with marks and reports', slow, logsIn)

  test('options and words are passed on, the command as it is', slow, async () => {
    const words = ['printf', '<%s>', 'a b', "it's", '"', '$HOME', '\\', '*', '']
    const run = new PtyRun(
      [...command, 'podman', '-u', 'me', '-w', '/', 'web', ...words],
      environment,
    )
    expect(await run.exit()).toBe(0)
    expect(run.output).toBe('<a b><it\'s><"><$HOME><\\><*><>')
    expect(said().slice(0, 9)).toEqual([
      ...['exec', '-it', '-e', 'TERM=xterm-256color', '-u', 'me', '-w', '/', 'web'],
    ])
    await cleaned()
  })

  test('two dashes may precede the command, as with distrobox', slow, async () => {
    const run = new PtyRun(
      [...command, 'distrobox', 'web', '--', 'printf', 'x%s', '--'],
      environment,
    )
    expect(await run.exit()).toBe(0)
    expect(run.output).toBe('x--')
    await cleaned()
    const words = ['distrobox', 'web', '--', 'printf', 'y']
    const { stdout } = spawnSync(command[0] ?? '', [...command.slice(1), ...words], {
      env: environment,
      encoding: 'utf8',
    })
    expect([stdout, said()]).toEqual(['y', ['enter', '--no-tty', 'web', '--', 'printf', 'y']])
  })

  test('without a terminal it is the tool itself', () => {
    const { status, stdout } = spawnSync(
      command[0] ?? '',
      [...command.slice(1), 'docker', 'web', 'sh', '-c', 'cat; exit 3'],
      { env: environment, input: 'in\0out', encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([3, 'in\0out'])
    expect(said()).toEqual(['exec', '-i', 'web', 'sh', '-c', 'cat; exit 3'])
  })

  test('a container without mktemp is entered all the same', slow, async () => {
    const bin = join(folder, 'bare')
    mkdirSync(bin)
    for (const one of ['sh', 'env']) symlinkSync(`/bin/${one}`, join(bin, one))
    const run = new PtyRun([...command, 'podman', 'web'], { ...environment, CONTAINER_PATH: bin })
    await run.shows(/[#$] /)
    run.type('echo and $((40+2)); exit 9\r')
    await run.shows('and 42')
    expect(await run.exit()).toBe(9)
    const ran = new PtyRun(
      [...command, 'podman', 'web', '/bin/sh', '-c', 'echo $0 && exit 4', 'x y'],
      {
        ...environment,
        CONTAINER_PATH: bin,
      },
    )
    expect(await ran.exit()).toBe(4)
    expect(ran.output).toBe('x y\r\n')
  })

  test("the tool's message about a missing container is shown", async () => {
    const run = new PtyRun([...command, 'podman', 'gone'], environment)
    expect(await run.exit()).toBe(125)
    expect(run.output).toBe('Error: no container with name gone\r\n')
  })

  test.each([
    [['podman'], 'missing argument: CONTAINER. Usage: vibeflow enter podman CONTAINER'],
    [['podman', '-u', 'me'], 'missing argument: CONTAINER. Usage: vibeflow enter podman CONTAINER'],
    [['docker', 'web'], 'a shell in a container requires a terminal'],
  ])('%j is refused with advice', (words, message) => {
    const { status, stderr } = spawnSync(command[0] ?? '', [...command.slice(1), ...words], {
      env: environment,
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })
})
