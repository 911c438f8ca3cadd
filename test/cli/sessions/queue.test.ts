/** `vibeflow queue`, and queues in `vibeflow ls`, against a real session with a paused queue. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInstance, type Instance } from '../../support/instance.ts'
import { runVerb } from '../../support/run-verb.ts'
import { asSession } from '../../support/windows/ids.ts'

let instance: Instance
beforeAll(() => {
  instance = startInstance()
})
afterAll(() => instance.close(), 60_000)

const vibeflow = (...words: readonly string[]) =>
  runVerb(words, { environment: instance.environment, directory: instance.home })

const json = async (...words: readonly string[]) =>
  JSON.parse((await vibeflow(...words, '--json')).out) as Record<string, any>

const why = 'vibeflow or the tab was restarted.'

/** A restored tab whose program was started again. Its queue is paused. */
function restored(...texts: readonly string[]): string {
  const { workspace, home } = instance
  const command = { program: '/bin/cat', args: [] }
  const id = workspace.newTabs.restore({
    ...{ command, directory: home, isUserShell: false, name: null, title: null, muted: false },
    ...{ place: 0, slot: null, resume: null, restoredOutput: [] },
    queue: texts.map((text, at) => ({ id: at + 1, text, guess: false, pane: null })),
  })
  const program = workspace.session(asSession(id))?.program
  const size = { cols: 80, rows: 24 }
  const { deferredStart } = program ?? {}
  if (id === null || deferredStart == null) throw new Error('no tab')
  program?.startDeferred(deferredStart, size)
  return id
}

test('ls shows the queued prompts of a session, and why they are not sent', async () => {
  const id = restored('fix it', 'test it')
  await expect
    .poll(async () => (await json('ls'))['sessions'])
    .toMatchObject([{ id, queue: { count: 2, paused: why } }])
  expect((await vibeflow('ls')).out).toContain(' active, 2 queued (paused) ')
  await vibeflow('pane', 'close', id, '--force')
})

test('queue lists, removes, pauses and resumes the prompts of a session', async () => {
  const id = restored('fix it', 'one\ntwo', 'go on')
  await expect.poll(async () => (await json('ls'))['sessions']).toHaveLength(1)
  const listed = await vibeflow('queue', id)
  expect(listed).toEqual({
    exit: 0,
    out: `1  fix it\n2  one ↵ two\n3  go on\nPaused: ${why}\n`,
    err: '',
  })
  expect(await json('queue', id, '--remove', '1')).toMatchObject({
    ...{ id, paused: why },
    prompts: [
      { number: 1, text: 'one\ntwo', guess: false },
      { number: 2, text: 'go on', guess: false },
    ],
  })
  expect(await json('queue', id, '--resume')).toMatchObject({ paused: null })
  expect(await json('queue', id, '--pause')).toMatchObject({ paused: 'You paused it.' })
  const sent = await json('queue', id, '--send', '2')
  expect([sent['paused'], sent['prompts'][0]]).toEqual([
    null,
    { number: 1, text: 'go on', guess: true },
  ])
  await json('queue', id, '--remove', '1')
  await json('queue', id, '--remove', '1')
  expect((await vibeflow('queue', id)).out).toBe('The queue is empty.\n')
  await vibeflow('pane', 'close', id, '--force')
})

test.each([
  [['--remove', '9'], 1, /has no prompt 9\. Prompts in it: 1\.$/m],
  [['--send', '0'], 1, /has no prompt 0\./],
  [['--remove', 'x'], 2, /invalid number "x"/],
  [['--remove', '-1'], 2, /--remove requires a value/],
  [['--pause', '--resume'], 2, /--pause and --resume can't be used together/],
] as const)('queue refuses %j', async (words, exit, problem) => {
  const id = restored('fix it')
  await expect.poll(async () => (await json('ls'))['sessions']).toHaveLength(1)
  const ran = await vibeflow('queue', id, ...words)
  expect([ran.exit, ran.out]).toEqual([exit, ''])
  expect(ran.err).toMatch(problem)
  await vibeflow('pane', 'close', id, '--force')
})
