/** OSC 3008: examples and rules of its specification. */
import { expect, test } from 'vitest'
import { markOfContext, parse3008 } from '../../src/protocol/index.ts'
import { contextFieldMax, contextIdMax } from '../../src/protocol/limits.ts'

const id = 'bed86fab93af4328bbed0a1224af6d40'

test('parses the examples of the specification', () => {
  expect(
    parse3008(
      `start=${id};type=container;user=lennart;hostname=zeta;` +
        'machineid=3deb5353d3ba43d08201c136a47ead7b;bootid=d4a3d0fdf2e24fdea6d971ce73f4fbf2;' +
        'pid=1062862;pidfdid=1063162;comm=systemd-nspawn;container=foobar',
    ),
  ).toEqual({
    ok: true,
    value: {
      ...{ start: id, type: 'container', pid: 1_062_862, user: 'lennart', hostname: 'zeta' },
      ...{ comm: 'systemd-nspawn', container: 'foobar' },
    },
  })
  expect(parse3008(`end=${id}`)).toEqual({ ok: true, value: { end: id } })
})

test.each([
  ['start=1;cmdline=a\\x3bb\\x5cc\\n', { start: '1', cmdline: 'a;b\\c\\n' }],
  ['start=1;x=y;;=;type', { start: '1' }],
  ['start=1;type=king;pid=-1;user=', { start: '1' }],
  ['start=1;user=a\u009bb;vm=b', { start: '1', vm: 'b' }],
  ['end=1;exit=failure;status=3;signal=SIGKILL', { end: '1', exit: 'failure', status: 3 }],
  ['end=1;exit=fine;status=256', { end: '1' }],
  [`start=${'x'.repeat(contextIdMax)}`, { start: 'x'.repeat(contextIdMax) }],
])('invalid fields of %j are ignored', (body, value) => {
  expect(parse3008(body)).toEqual({ ok: true, value })
})

test.each(['start=', 'end=', `start=${'x'.repeat(contextIdMax + 1)}`, 'start=é', 'end=\x1b'])(
  'refuses the id of %j',
  (body) => {
    expect(parse3008(body)).toEqual({ ok: false, problem: 'bad-id' })
  },
)

test.each(['', 'stop=1', 'type=shell;start=1', ' start=1'])('%j is another command', (body) => {
  expect(parse3008(body)).toBeNull()
})

test('a field is truncated', () => {
  const parsed = parse3008(`start=1;user=${'x'.repeat(1_000)}`)
  expect(parsed).toEqual({ ok: true, value: { start: '1', user: 'x'.repeat(contextFieldMax) } })
})

test.each([
  [{ start: '1', type: 'shell' }, { kind: 'prompt_start' }],
  [
    { start: '1', type: 'command', cmdline: 'ls' },
    { kind: 'command_start', line: 'ls' },
  ],
  [{ start: '1', type: 'container' }, null],
  [{ end: '1' }, null],
  [
    { end: '1', exit: 'success' },
    { kind: 'command_end', exit_code: 0 },
  ],
  [
    { end: '1', exit: 'failure', status: 2 },
    { kind: 'command_end', exit_code: 2 },
  ],
  [
    { end: '1', exit: 'crash' },
    { kind: 'command_end', exit_code: null },
  ],
] as const)('%j marks a command', (context, mark) => {
  expect(markOfContext(context)).toEqual(mark)
})
