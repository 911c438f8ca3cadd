/** Tests the prose of docs/reference/protocols.md beyond the shared vectors, dialect by dialect. */
import { describe, expect, test } from 'vitest'
import {
  MAX_FRAME_LEN,
  format,
  format21337,
  format26,
  format7501,
  format88,
  formatCarrier,
  parse,
  parse1338Body,
  parse21337Body,
  parse26,
  parse26Body,
  parse7501Body,
  parse777,
  parse88Body,
  percentDecode,
  percentEncode,
  persists,
  toRecord,
} from '../../src/protocol/index.ts'
import { bad, base64, good } from './results.ts'

describe('whole frames', () => {
  test.each([
    [
      'an ESC at the very end may have been the begin of ST',
      '\x1b]1338;state=done\x1b',
      'malformed',
    ],
    ['another escape', '\x1b]1338;state=done\x1bc', 'cut'],
    ['SUB', '\x1b]1338;state=done\x1a', 'cut'],
    ['no string at all', '\x1b]1338', 'malformed'],
    ['a number that only begins alike', '\x1b]13380;state=done\x07', 'not-ours'],
    ['a number with a leading zero', '\x1b]01338;state=done\x07', 'not-ours'],
    ['eight-bit introducers are data', '\x9d1338;state=done\x07', 'not-ours'],
    ['a control between ESC and ]', '\x1b\n]1338;state=done\x07', 'not-ours'],
    ['half of a pair', '\x1b]1338;state=done;tool=\ud83d\x07', 'malformed'],
    ['no payload', '\x1b]1338\x07', 'missing-state'],
    ['longer than the cap, and cut behind it', `\x1b]1338;${'x'.repeat(5_000)}\x18`, 'too-long'],
    ['longer than the cap, and open', `\x1b]1338;${'x'.repeat(5_000)}`, 'too-long'],
  ])('%s', (_, frame, problem) => expect(parse(frame)).toEqual(bad(problem)))

  test('controls inside are skipped, in the number too', () => {
    expect(parse('\x1b]13\x0038;st\nate=do\x7fne\x07')).toEqual(good({ state: 'done' }))
    expect(
      parse(Uint8Array.of(...Buffer.from('\x1b]1338;state=done;tool='), 0xc3, 0x0a, 0xa9, 0x07)),
    ).toEqual(good({ state: 'done', tool: 'é' }))
  })

  test('half of a pair after the terminator is ignored', () =>
    expect(parse('\x1b]1338;state=done\x07\ud83d')).toEqual(good({ state: 'done' })))

  test('a byte order mark is a character', () =>
    expect(parse('\x1b]1338;state=done;tool=\ufeffa\x07')).toEqual(
      good({ state: 'done', tool: '\ufeffa' }),
    ))

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('bytes are counted in UTF-8: cap %+d', (beyond, fits) => {
    const start = '\x1b]1338;state=done;tool='
    const room = MAX_FRAME_LEN - start.length - 1 + beyond
    const result = parse(`${start}${'é'.repeat(Math.floor(room / 2))}${'x'.repeat(room % 2)}\x07`)
    expect(result.ok).toBe(fits)
    if (!result.ok) expect(result.problem).toBe('too-long')
  })

  test('an endless input costs no more than the cap', () => {
    const text = '\x1b]7501;' + 'a=b:'.repeat(4_000_000)
    expect(parse26(text)).toEqual(bad('not-ours')) // the engine joins the text's pieces once
    const begin = process.cpuUsage() // CPU time, because other processes may use the CPU in between
    for (let round = 0; round < 100; round += 1) parse26(text)
    expect(process.cpuUsage(begin).user).toBeLessThan(1_500_000) // reading all of it takes seconds
  })
})

describe('percent escapes', () => {
  test('raw characters and escapes may be mixed', () =>
    expect(percentDecode('é%C3%A9%e4%b8%ad中')).toEqual(good('éé中中')))
  test.each(['%ED%A0%80', '%C0%AF', '%F5%80%80%80', '%', '%4', 'a%G1', '\ud800'])(
    '%s is rejected',
    (text) => expect(percentDecode(text)).toEqual(bad('bad-encoding')),
  )
  test('an emitter leaves printable ASCII but ; = %', () => {
    const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))
    expect(percentEncode(ascii)).toBe(
      ascii.replace('%', '%25').replace(';', '%3B').replace('=', '%3D'),
    )
  })
})

describe('OSC 1338', () => {
  test('values under unknown keys are not decoded', () =>
    expect(parse1338Body('x=%ZZ;state=done;State=zonk;=;TOOL=%')).toEqual(good({ state: 'done' })))
  test('the first fault decides', () => {
    expect(parse1338Body('state=zonk;tool=%')).toEqual(bad('unknown-state'))
    expect(parse1338Body('tool=%;state=zonk')).toEqual(bad('bad-encoding'))
  })
  test('the text after the first = is the value', () =>
    expect(parse1338Body('state=done;tool=a=b')).toEqual(good({ state: 'done', tool: 'a=b' })))
  test('the carrier is the same frame in another dress, with its own cap', () => {
    expect(formatCarrier({ state: 'waiting', tool: 'claude' })).toEqual(
      good('\x1b]777;osc1338;state=waiting;tool=claude\x07'),
    )
    expect(format({ state: 'waiting', tool: 'x'.repeat(4_069) }).ok).toBe(true)
    expect(formatCarrier({ state: 'waiting', tool: 'x'.repeat(4_069) })).toEqual(bad('too-long'))
  })
  test('formatting refuses half of a pair, and does not encode what is far too long', () => {
    expect(format({ state: 'done', tool: '\ud83d' })).toEqual(bad('bad-encoding'))
    expect(format({ state: 'done', project: '\ud83d'.repeat(10_000_000) })).toEqual(bad('too-long'))
  })
})

describe('OSC 7501', () => {
  test('blanks and tabs around keys and values', () =>
    expect(parse7501Body(' state = working : app =\tpi\t')).toEqual(
      good({ state: 'working', app: 'pi' }),
    ))
  test('an id is never skipped', () => {
    expect(parse7501Body('state=idle:id=a b')).toEqual(bad('bad-id'))
    expect(parse7501Body('state=idle:id=a:id=é')).toEqual(bad('bad-id'))
    expect(parse7501Body('state=clear:id=')).toEqual(bad('bad-id'))
    expect(parse7501Body('state=idle:id')).toEqual(good({ state: 'idle' }))
    expect(parse7501Body('state=idle:id=/:id=a')).toEqual(good({ state: 'idle', id: 'a' }))
  })
  test('eight segments, not nine', () => {
    expect(parse7501Body('state=idle:id=1/2/3/4/5/6/7/8').ok).toBe(true)
    expect(parse7501Body('state=idle:id=1/2/3/4/5/6/7/8/9')).toEqual(bad('bad-id'))
  })
  test('clear ignores all but the id', () =>
    expect(parse7501Body('state=clear:msg=!:title=YQli')).toEqual(good({ state: 'clear' })))
  test('text at its limit, and one beyond, padded or not', () => {
    for (const [key, limit] of [
      ['title', 192],
      ['msg', 2_048],
    ] as const) {
      for (const strip of [/$^/, /=+$/]) {
        expect(
          parse7501Body(`state=idle:${key}=${base64('x'.repeat(limit)).replace(strip, '')}`),
        ).toEqual(good({ state: 'idle', [key]: 'x'.repeat(limit) }))
        expect(
          parse7501Body(`state=idle:${key}=${base64('x'.repeat(limit + 1)).replace(strip, '')}`),
        ).toEqual(bad('bad-text'))
      }
    }
  })
  test('invisible and bidi characters pass: display removes them', () =>
    expect(parse7501Body(`state=idle:msg=${base64('a\u202e\u200b\ufeff')}`)).toEqual(
      good({ state: 'idle', msg: 'a\u202e\u200b\ufeff' }),
    ))
  test.each([
    [{ state: 'idle', id: '' }, 'bad-id'],
    [{ state: 'idle', id: 'a:state=done' }, 'bad-id'],
    [{ state: 'waiting' }, 'unknown-state'],
    [{ state: 'idle', msg: '' }, 'bad-text'],
    [{ state: 'idle', msg: 'a\nb' }, 'bad-text'],
    [{ state: 'idle', title: '\ud83d' }, 'bad-text'],
    [{ state: 'idle', app: 'a b' }, 'malformed'],
    [{ state: 'idle', kind: 'auth' }, 'malformed'],
    [{ state: 'working', progress: 101 }, 'malformed'],
    [{ state: 'clear', app: 'x' }, 'malformed'],
    [{ state: 'idle', app: 'x\x07\x1b]0;evil' }, 'malformed'],
  ])('formatting refuses %j', (report, problem) =>
    expect(format7501(report as never)).toEqual(bad(problem)),
  )
})

describe('OSC 26', () => {
  test('keys in any case, the last repeat judged alone', () => {
    expect(parse26Body('STATUS=zonk;sTaTuS=idle;CODEAGENT=a;Identity=b')).toEqual(
      good({ state: 'idle', app: 'b' }),
    )
    expect(parse26Body('status=idle;Status=zonk')).toEqual(bad('unknown-state'))
  })
  test('a text: base64 without controls, else the literal, else nothing', () => {
    expect(parse26Body('SessionTitle=test')).toEqual(good({ title: 'test' }))
    // two alphabets
    expect(parse26Body('SessionTitle=YWI_-+8=')).toEqual(good({ title: 'YWI_-+8=' }))
    expect(parse26Body('SessionTitle=YWI')).toEqual(good({ title: 'ab' }))
    expect(parse26Body('SessionTitle=YWI==')).toEqual(good({ title: 'YWI==' }))
    expect(parse26Body('SessionTitle=ä')).toEqual(bad('empty'))
  })
  test('a prompt wins over a detail, and an empty one does not', () => {
    expect(parse26Body('prompt=p%C3%A9;Detail=d')).toEqual(good({ msg: 'pé' }))
    expect(parse26Body('prompt=;Detail=d')).toEqual(good({ msg: 'd' }))
    expect(parse26Body('prompt=%1B;Detail=d')).toEqual(good({ msg: 'd' }))
    expect(parse26Body('prompt=')).toEqual(good({ removed: ['msg'] }))
  })
  test('a detail of 257 characters is ignored', () => {
    expect(parse26Body(`Detail=${'x'.repeat(256)}`).ok).toBe(true)
    expect(parse26Body(`Detail=${'x'.repeat(257)}`)).toEqual(bad('empty'))
  })
  test('task progress', () => {
    for (const [text, value] of [
      ['10000/10000', null],
      ['4/3', null],
      ['0/4', { done: 0, total: 4 }],
      ['-1/4', null],
      [base64('2/5'), { done: 2, total: 5 }],
    ] as const) {
      expect(parse26Body(`Status=idle;TaskProgress=${text}`)).toEqual(
        good({ state: 'idle', ...(value === null ? {} : { taskProgress: value }) }),
      )
    }
  })
  test('a task list of blank lines is ignored', () => {
    expect(parse26Body(`TaskList=${base64('a\n\n  \nb')}`)).toEqual(good({ taskList: ['a', 'b'] }))
    expect(parse26Body(`TaskList=${base64('\n \n')}`)).toEqual(good({ removed: ['taskList'] }))
  })
  test.each([
    [
      {
        state: 'idle',
        app: 'claude',
        msg: 'a;b',
        title: 'é',
        taskList: ['a', 'b'],
        taskProgress: { done: 1, total: 2 },
        progress: 3,
        sessionId: 'x',
        project: '/p',
        methodResume: 'r',
        methodFork: 'f',
      },
    ],
    [{ state: 'waiting', kind: 'permission' }],
    [{ state: 'waiting', kind: 'question' }],
    [{ removed: ['app', 'title'] }],
    [{ msg: '  both ends  ' }],
    [{ msg: 'x'.repeat(300) }],
    [{ title: 'test' }],
  ])('a written value reads back unchanged: %j', (update) => {
    const written = format26(update as never)
    expect(written.ok && parse26(written.value)).toEqual(good(update))
  })
  test.each([
    [{ state: 'waiting' }, 'unknown-state'],
    [{ state: 'waiting', kind: 'auth' }, 'unknown-state'],
    [{ state: 'active' }, 'unknown-state'],
    [{}, 'empty'],
    [{ title: '' }, 'bad-text'],
    [{ title: 'a\nb' }, 'bad-text'],
    [{ taskList: ['a\nb'] }, 'bad-text'],
    [{ app: 'a b' }, 'empty'],
    [{ taskProgress: { done: 2, total: 1 } }, 'empty'],
    [{ state: 'idle', removed: ['app'], app: 'x' }, 'malformed'],
    [{ title: 'é'.repeat(2_000) }, 'too-long'],
  ])('formatting refuses %j', (update, problem) =>
    expect(format26(update as never)).toEqual(bad(problem)),
  )
})

describe('OSC 88', () => {
  test('versions', () => {
    expect(parse88Body('arm;cmd=YQ==;v=2')).toEqual(bad('unsupported-version'))
    expect(parse88Body('arm;cmd=YQ==;v=')).toEqual(bad('malformed'))
    expect(parse88Body('arm;cmd=YQ==;v=99999999999999999999')).toEqual(bad('unsupported-version'))
  })
  test('no field of a clear or query counts', () =>
    expect(parse88Body('clear;cmd=!;v=x')).toEqual(good({ op: 'clear' })))
  test('a missing command', () =>
    expect(parse88Body('arm;args=YQ==')).toEqual(bad('missing-field')))
  test('one alphabet', () => expect(parse88Body('arm;cmd=YT8-P34')).toEqual(bad('bad-text')))
  test('written and read', () => {
    expect(format88({ op: 'arm', cmd: 'nvim', args: '-S "a b"', selfRepaint: true })).toEqual(
      good('\x1b]88;arm;cmd=bnZpbQ==;args=LVMgImEgYiI=;self_repaint=1\x07'),
    )
    expect(format88({ op: 'arm', cmd: '', selfRepaint: false })).toEqual(bad('missing-field'))
    expect(format88({ op: 'arm', cmd: 'a\nb', selfRepaint: false })).toEqual(bad('bad-text'))
    expect(format88({ op: 'supported' } as never)).toEqual(bad('unknown-op'))
  })
})

describe('OSC 21337', () => {
  test('a status is trimmed, of any case; an empty one takes the record away', () => {
    expect(parse21337Body('status= WAITING ;detail=x')).toEqual(
      good({ state: 'waiting', kind: 'other', msg: 'x' }),
    )
    expect(parse21337Body('status=')).toEqual(good({ clear: true }))
    expect(parse21337Body('indicator=#fff')).toEqual(bad('empty'))
    expect(parse21337Body('status=Compiling;detail=x')).toEqual(bad('unknown-state'))
  })
  test('escapes', () => {
    expect(parse21337Body('detail=a\\;status=idle')).toEqual(good({ msg: 'a;status=idle' }))
    expect(parse21337Body('detail=a\\\\;status=idle')).toEqual(good({ state: 'idle', msg: 'a\\' }))
    expect(parse21337Body('detail=a\\')).toEqual(good({ msg: 'a\\' }))
    expect(format21337({ state: 'idle', msg: 'a;\\b' })).toEqual(
      good('\x1b]21337;status=idle;detail=a\\;\\\\b\x07'),
    )
  })
})

describe('the record', () => {
  test('words of each dialect', () => {
    const states = (records: readonly ReturnType<typeof toRecord>[]) =>
      records.map((record) =>
        record === null
          ? null
          : [record.state, record.kind ?? '', record.tool, record.source, record.confidence],
      )
    expect(
      states([
        toRecord('osc1338', { state: 'waiting', tool: 'x' }),
        toRecord(
          'osc7501',
          { state: 'blocked', app: 'claude-code' },
          { aliases: new Map([['claude-code', 'claude']]) },
        ),
        toRecord('osc7501', { state: 'clear' }),
        toRecord('osc26', { app: 'a' }),
        toRecord('osc21337', { state: 'waiting', kind: 'other', msg: null }),
        toRecord('osc21337', { clear: true }),
        toRecord('osc777', { event: 'x' }),
        toRecord('osc9_4', { progress: 'paused' }),
        toRecord('osc9_4', { progress: 'error', percent: 3 }),
        toRecord('osc9_4', { progress: 'clear' }),
        toRecord('socket', { app: 'make', state: 'waiting' }),
      ]),
    ).toEqual([
      ['waiting', 'other', 'x', 'osc1338', 'fact'],
      ['waiting', 'other', 'claude', 'osc7501', 'fact'],
      null,
      null,
      ['waiting', 'other', '', 'osc21337', 'fact'],
      null,
      null,
      ['working', '', '', 'osc9_4', 'likely'],
      ['error', '', '', 'osc9_4', 'likely'],
      null,
      ['waiting', 'other', 'make', 'socket', 'fact'],
    ])
  })
  test('progress is only valid with working and waiting', () => {
    expect(toRecord('osc26', { state: 'idle', progress: 40 })).not.toHaveProperty('progress')
    expect(toRecord('osc26', { state: 'waiting', kind: 'question', progress: 40 })).toMatchObject({
      progress: 40,
    })
  })
  test('how to resume is not part of it', () =>
    expect(toRecord('osc26', { state: 'idle', methodResume: 'r', methodFork: 'f' })).toEqual({
      id: '',
      state: 'idle',
      tool: '',
      source: 'osc26',
      since: 0,
      confidence: 'fact',
    }))
  test('which ends outlive their program', () => {
    expect(
      (['osc7501', 'osc26', 'osc777', 'socket', 'osc1338', 'osc21337'] as const).map((source) =>
        persists({ state: 'done', source }),
      ),
    ).toEqual([true, true, true, true, false, false])
    expect(persists({ state: 'working', source: 'osc7501' })).toBe(false)
  })
})

describe('a whole frame at the cap', () => {
  const long = `\x1b]1338;state=done;x=${'y'.repeat(MAX_FRAME_LEN)}`.slice(0, MAX_FRAME_LEN)
  test.each([
    ['\x18', 'cut'],
    ['\x1bx', 'cut'],
    ['', 'malformed'],
    ['\x1b', 'malformed'],
    ['\x07', 'too-long'],
    ['\x1b\\', 'too-long'],
    ['z', 'too-long'],
  ] as const)('4 096 bytes and then %j', (next, problem) => {
    expect(parse(long + next)).toEqual(bad(problem))
    expect(parse(new TextEncoder().encode(long + next))).toEqual(bad(problem))
  })
})

test('the carrier without a payload is a frame without a state', () =>
  expect(parse777('osc1338')).toEqual(bad('missing-state')))
