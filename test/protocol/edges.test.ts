/** Tests the prose of docs/reference/protocols.md beyond the shared vectors, dialect by dialect. */
import { describe, expect, test } from 'vitest'
import {
  MAX_FRAME_LEN,
  format,
  format21337,
  format26,
  format7,
  format7501,
  format777,
  format88,
  formatCarrier,
  parse,
  parse133,
  parse1337,
  parse1338Body,
  parse21337Body,
  parse26,
  parse26Body,
  parse52,
  parse633,
  parse7,
  parse7501Body,
  parse777,
  parse88Body,
  parse9,
  parse99,
  parsePath,
  parseWarp,
  pathBytesMax,
  percentDecode,
  percentEncode,
  persists,
  toRecord,
} from '../../src/protocol/index.ts'

const good = (value: unknown) => ({ ok: true, value })
const bad = (problem: string) => ({ ok: false, problem })
const base64 = (text: string) => Buffer.from(text).toString('base64')

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

describe('OSC 7', () => {
  const here = 'laptop'
  test.each([
    ['a raw # belongs to the path', 'file:///tmp/a#b', '/tmp/a#b'],
    ['a % that escapes nothing stands for itself', 'file:///tmp/100%', '/tmp/100%'],
    ['a % before one digit stands for itself', 'file:///tmp/5%2', '/tmp/5%2'],
    ['escapes beside such a % count', 'file:///a%20b%', '/a b%'],
    ["kitty's form has a raw path", 'kitty-shell-cwd://laptop/tmp/a#b%20?', '/tmp/a#b%20?'],
    ["kitty's form of another host is not this machine's", 'kitty-shell-cwd://other/tmp', null],
    ['two slashes are no path', 'file:////tmp', null],
    ['a line end is refused', 'kitty-shell-cwd:///a\nb', null],
  ])('%s', (_, body, path) => expect(parse7(body, here)).toBe(path))
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

describe('OSC 777 and Warp', () => {
  test('first words', () => {
    expect(parse777('notify;T;a;b')).toEqual(good({ notify: { title: 'T', body: 'a;b' } }))
    expect(parse777('notify;T')).toEqual(good({ notify: { title: 'T', body: '' } }))
    expect([parse777('notify'), parse777('notify;;'), parse777('precmd'), parse777('')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(parse777('osc1338;state=done')).toEqual(good({ frame: { state: 'done' } }))
    expect(parse777('osc1338;')).toEqual(bad('missing-state'))
    expect(parse777('notify;warp://cli-agent')).toEqual(bad('malformed'))
    expect([
      format777('a;b', 'c'),
      format777('warp://cli-agent', '{}'),
      format777('T', 'x;y'),
    ]).toEqual([null, null, 'notify;T;x;y'])
  })
  test.each([
    ['[]', 'malformed'],
    ['null', 'malformed'],
    ['"stop"', 'malformed'],
    ['', 'malformed'],
    ['{"v":2,"event":"stop"}', 'unsupported-version'],
    ['{"v":"1","event":"stop"}', 'unsupported-version'],
    ['{"v":1}', 'missing-field'],
  ])('%s', (json, problem) => expect(parseWarp(json)).toEqual(bad(problem)))
  test('an unknown event has no state', () =>
    expect(parseWarp('{"event":"constructor","agent":5}')).toEqual(good({ event: 'constructor' })))
  test('properties that every object inherits are ignored', () =>
    expect(parseWarp('{"__proto__":{"event":"stop"}}')).toEqual(bad('missing-field')))
  test('deep JSON causes no error', () => expect(parseWarp('['.repeat(60_000)).ok).toBe(false))
})

describe('OSC 9, 99', () => {
  test.each([
    ['13;x', { notify: { body: '13;x' } }],
    ['0', { notify: { body: '0' } }],
    ['04;1', { notify: { body: '04;1' } }],
    ['12', null],
    ['4;1;9999999999999999999999', { progress: 'value', percent: 100 }],
    ['4;4;7', { progress: 'paused', percent: 7 }],
    ['4;', null],
    ['9;"/a b"', { cwd: '/a b' }],
    ['9;C:\\x', null],
    ['9;/a;b', { cwd: '/a;b' }],
  ])('9;%s', (body, expected) => expect(parse9(body)).toEqual(expected))
  test('99: parts, close, query, and ignored keys', () => {
    expect(parse99('i=1:d=0:p=body;x')).toEqual(
      good({ id: '1', part: 'body', text: 'x', done: false }),
    )
    expect(parse99(';Hello;World')).toEqual(
      good({ part: 'title', text: 'Hello;World', done: true }),
    )
    expect(parse99(`e=1;${base64('é;')}`)).toEqual(good({ part: 'title', text: 'é;', done: true }))
    expect(parse99('e=1;!')).toEqual(bad('bad-text'))
    expect(parse99('i=x:p=close;')).toEqual(good({ id: 'x', close: true }))
    expect(parse99('i=a b:p=?;')).toEqual(good({ query: true }))
    expect([parse99('p=icon;x'), parse99('no metadata')]).toEqual([null, null])
  })
})

describe('marks', () => {
  test.each([
    ['D;+7', 7],
    ['D;2147483647', 2_147_483_647],
    ['D;2147483648', null],
    ['D;', null],
    ['D', null],
    ['D;0x1', null],
    ['D;-0', 0],
    ['D;007', 7],
  ])('133;%s', (body, code) =>
    expect(parse133(body)).toEqual({ kind: 'command_end', exit_code: code }),
  )
  test.each(['a', 'AB', ' A', 'E', 'E;x'])('133;%s is ignored', (body) =>
    expect(parse133(body)).toBeNull(),
  )
  test('633', () => {
    expect(parse633('E;')).toEqual({ kind: 'command_line', text: '' })
    expect(parse633('E')).toBeNull()
    expect(parse633('E;a\\\\x3b\\x3B;n')).toEqual({ kind: 'command_line', text: 'a\\x3b;' })
    expect(parse633('P;Cwd=rel')).toBeNull()
    expect(parse633('P;Cwd=/a\\x0ab')).toBeNull()
    expect(parse633('D;1;x')).toEqual({ kind: 'command_end', exit_code: 1 })
  })
})

describe('directories', () => {
  test('limits', () => {
    const path = `/${'x'.repeat(pathBytesMax - 1)}`
    expect([parsePath(path), parsePath(`${path}x`), parsePath(`/${'é'.repeat(2_048)}`)]).toEqual([
      path,
      null,
      null,
    ])
    expect(parse7(`file://${path.replaceAll('x', '%78')}`, 'h')).toBe(path)
  })
  test.each([
    'file://other/x',
    'file:/x',
    'file://h:22/x',
    '/x',
    'file:///%C2%9B',
    'file:///%7F',
    'FILE:///x',
  ])('%s is rejected', (body) => expect(parse7(body, 'h')).toBeNull())
  test('written and read', () => expect(format7('/a b?é', 'H')).toBe('file://h/a%20b%3F%C3%A9'))
  test('1337', () => {
    expect(parse1337('RequestAttention=once')).toEqual({ attention: true })
    expect([
      parse1337('RequestAttention=fireworks'),
      parse1337('StealFocus'),
      parse1337('SetUserVar=a=b'),
      parse1337('CurrentDir=x'),
    ]).toEqual([null, null, null, null])
  })
})

describe('OSC 52', () => {
  const text = (body: string) => {
    const found = parse52(body)
    return found.outcome === 'write' ? [found.text, found.truncated] : found.outcome
  }
  test.each(['c;SGk', 'c;SGk=\u00e9', 'c;SGl=', 'c;S-k=', 'c;=', 'c;YQ==YQ=='])(
    '%s is malformed',
    (body) => expect(parse52(body)).toEqual({ outcome: 'malformed' }),
  )
  test('bad UTF-8 becomes U+FFFD, controls stay', () =>
    expect([text('c;/w=='), text('c;GwA=')]).toEqual([
      ['\ufffd', false],
      ['\x1b\0', false],
    ]))
  test('above the cap it is cut at a whole character', () => {
    expect(text(`c;${base64('A'.repeat(102_401))}`)).toEqual(['A'.repeat(102_400), true])
    expect(text(`c;${base64(`A${'é'.repeat(60_000)}`)}`)).toEqual([`A${'é'.repeat(51_199)}`, true])
    expect(text(`c;${base64('😀'.repeat(25_601))}`)).toEqual(['😀'.repeat(25_600), true])
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
