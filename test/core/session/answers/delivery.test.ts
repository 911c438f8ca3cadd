/**
 * When a program gets its answers: before the worker has started, after one has died, in a flood,
 * and with options that change.
 */
import { describe, expect, test } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import { repliesMax } from '../../../../src/terminal/replies/replies.ts'
import { feedDelayMs, reviveMs } from '../../../../src/core/worker/limits.ts'
import { seeded } from '../../../support/random.ts'
import { encode, having, light, make, E } from './ask-session.ts'
import { cases } from './questions.ts'
import { slow } from '../../../slow.ts'

describe('before the worker has started', () => {
  /** Prints while a group is in the foreground: 0 is the tab's shell, others are its jobs. */
  const late = () => {
    const made = make()
    made.shadows.hold = true
    const by = (job: number, text: string) => {
      const pty = made.ptys.at(-1)!
      pty.readBy = { group: pty.pid + job, canonical: false }
      made.print(text)
    }
    const ends = (job: number) => {
      const pty = made.ptys.at(-1)!
      pty.gone.add(pty.pid + job)
    }
    const starts = () => {
      made.shadows.hold = false
      made.shadows.deliver()
      made.clock.advance(2 * feedDelayMs)
      const { written } = made.ptys.at(-1)!
      made.session.dispose()
      return written
    }
    return { ...made, by, ends, starts }
  }

  test('an answer to one program never reaches the next', () => {
    const { by, ends, starts } = late()
    by(1, `${E}[c${E}]11;?\x07${E}]7501;?\x07`)
    ends(1)
    by(0, '$ ')
    by(2, `${E}[5n${E}]7501;?\x07`)
    by(2, `${E}[c`)
    expect(starts()).toBe(`${E}[0n${E}]7501;?\x07${E}[?62;4;22;52c`)
  })

  test('a query for the shell that runs the program is answered', () => {
    const { by, ends, starts } = late()
    by(0, `${E}[c`)
    by(1, `${E}[5n`) // tput u7, say
    ends(1)
    by(0, '$ ')
    expect(starts()).toBe(`${E}[?62;4;22;52c${E}[0n`)
  })

  test('a query of the shell between two programs is answered', () => {
    const { by, ends, starts } = late()
    by(1, `${E}[5n${E}]11;?\x07`)
    ends(1)
    by(0, `${E}[c${E}]7501;?\x07`)
    by(2, `${E}[5n`)
    expect(starts()).toBe(`${E}[?62;4;22;52c${E}]7501;?\x07${E}[0n`)
  })

  test('a query of a shell in the shell is answered, whatever that shell runs', () => {
    const { by, ends, starts } = late()
    by(1, `${E}[c${E}]7501;?\x07`)
    by(2, `${E}[6n${E}]7501;?\x07`)
    ends(2)
    by(1, '$ ')
    by(3, `${E}[5n`)
    expect(starts()).toBe(`${E}[?62;4;22;52c${E}]7501;?\x07${E}[0n`)
  })

  test('queries of very many jobs never answer the last one', () => {
    const { by, ends, starts } = late()
    for (let job = 1; job <= 100; job += 1) {
      by(job, `${E}[6n${E}]7501;?\x07`)
      ends(job)
      by(0, '$ ')
    }
    by(101, `${E}[5n`)
    expect(starts()).toBe(`${E}[0n`)
  })

  test('and later queries are answered, whatever is in the foreground then', () => {
    const { by, clock, shadows, starts } = late()
    by(1, `${E}[5n`)
    clock.advance(100)
    shadows.deliver()
    by(1, `${E}[c`)
    by(2, `${E}[6n`)
    expect(starts()).toBe(`${E}[0n${E}[?62;4;22;52c${E}[1;1R`)
  })
})

describe('nothing is answered twice', () => {
  test('by a worker that is fed again: what was answered is not, what was lost with it is', () => {
    const { clock, print, session, shadows, written } = make()
    print('\x1b[?2048h\x1b[5n\x1b]10;?;?\x07')
    const first = written()
    shadows.hold = true
    print('ab\x1b[6n\x1b]7501;?\x07')
    clock.advance(100)
    expect(written()).toBe(first)
    shadows.kill('whole') // what it had found was on its way
    shadows.hold = false
    shadows.deliver()
    expect(written()).toBe(`${first}${E}[1;3R${E}]7501;?\x07`)
    for (let time = 0; time < 5; time += 1) shadows.kill('whole')
    print('\x1b[c')
    expect(written()).toBe(`${first}${E}[1;3R${E}]7501;?\x07${E}[?62;4;22;52c`)
    session.dispose()
  })

  test('at whatever message a worker dies', slow, () => {
    const questions = cases
      .filter(([, , answer]) => answer !== '')
      .map(([, question]) => `${E}c${question}`)
    const expected = cases.map(([, , answer]) => answer).join('')
    const random = seeded(9)
    for (let round = 0; round < 40; round += 1) {
      const { clock, print, session, shadows, written } = make()
      for (const question of questions) {
        shadows.hold = random() < 0.5
        print(question)
        if (random() < 0.3) clock.advance(10)
        if (random() < 0.3) shadows.kill('whole')
        if (random() < 0.5) shadows.deliver()
      }
      shadows.hold = false
      shadows.deliver()
      clock.advance(100)
      expect(written()).toBe(expected)
      session.dispose()
    }
  })

  test('of an earlier tab, of an ended program and of modes sent to a late worker', () => {
    const { clock, print, ptys, session, shadows, written } = make({
      before: [encode('\x1b[c\x1b[?2048h\r\n')],
    })
    print('\x1b[5n')
    expect(written()).toBe(`${E}[0n`)
    shadows.hold = true
    print('\x1b[6n')
    ptys[0]!.end({ code: 0, signal: null })
    session.program.restart()
    shadows.hold = false
    shadows.deliver()
    print('\x1b[c')
    clock.advance(100)
    expect(ptys.map(({ written: one }) => one)).toEqual([`${E}[0n`, `${E}[?62;4;22;52c`])
    print('\x1b[?2031h\x1b[?2048h')
    // they leave the ring
    for (let part = 0; part < 20; part += 1) print(`${'x'.repeat(60_000)}\r\n`)
    const reported = written()
    shadows.kill('whole')
    expect([written(), reported.endsWith('t')]).toEqual([reported, true])
    clock.advance(1_000)
    session.program.resize({ cols: 90, rows: 24 })
    expect(written()).toBe(`${reported}${E}[48;24;90;384;675t`) // the mode itself is set
    session.dispose()
  })
})

test('a worker that replaces a dead one reports the visibility that changed in between', () => {
  const { print, session, shadows, written } = make()
  print('\x1b[?2033h')
  const first = written()
  shadows.kill('never')
  session.delivery.setViewed('window', false)
  expect(written()).toBe(first)
  session.delivery.shadow.restarted()
  session.delivery.shadow.printed()
  expect(written()).toBe(`${first}${E}[?999;2n`)
  shadows.kill('whole')
  expect(written()).toBe(`${first}${E}[?999;2n`)
  session.dispose()
})

describe('floods', () => {
  test.each([
    ['DA1', '\x1b[c'],
    ['a palette of questions in one string', `\x1b]4${';7;?'.repeat(30_000)}\x07`],
    ['sizes again and again', '\x1b[?2048h'],
    ['extra cursors', '\x1b[> q'],
    ['visibility in a loop', '\x1b[?2033h\x1b[?2033l\x1b[?998n'],
    ['OSC 99', '\x1b]99;i=1:p=?;\x07'],
  ])('%s: as many as the rate lets out, and as many a second later', (_, question) => {
    const { clock, print, ptys, session } = make()
    const counts: number[] = []
    for (let second = 0; second < 3; second += 1) {
      ptys[0]!.written = ''
      const many = encode(question.repeat(Math.max(2, Math.floor(200_000 / question.length))))
      for (let at = 0; at < many.length; at += 40_000) print(many.slice(at, at + 40_000))
      clock.advance(1_000)
      counts.push(ptys[0]!.written.split('\x1b').length - 1)
    }
    expect(counts.every((count) => count > 100 && count <= 2 * repliesMax + 8)).toBe(true)
    session.dispose()
  })

  test.each([
    ['DA1', '\x1b[c'],
    ['the visibility', '\x1b[?998n'],
  ])('of queries of %s leave room for the reports of changes', (_, question) => {
    const { clock, print, ptys, session } = make()
    const flood = () => print(question.repeat(10_000))
    print('\x1b[?2031h\x1b[?2033h\x1b[?2048h')
    flood()
    ptys[0]!.room = 0 // not even read by the program
    for (let second = 0; second < 30; second += 1) {
      flood()
      clock.advance(1_000)
    }
    flood()
    session.delivery.setViewed('window', false)
    session.delivery.shownIn(light)
    session.program.resize({ cols: 90, rows: 24 })
    ptys[0]!.written = ''
    ptys[0]!.room = Number.POSITIVE_INFINITY
    clock.advance(1_000)
    const { written } = ptys[0]!
    expect(written).toContain('\x1b[?999;2n')
    expect(written).toContain('\x1b[?997;2n')
    expect(written).toContain('\x1b[48;24;90;')
    session.dispose()
  })

  test('of changes are limited as well', () => {
    const { clock, print, ptys, session } = make()
    print('\x1b[?2033h')
    ptys[0]!.written = ''
    for (let change = 0; change < 10_000; change += 1)
      session.delivery.setViewed('window', change % 2 === 0)
    clock.advance(1_000)
    expect(ptys[0]!.written.split('\x1b').length).toBeLessThan(2 * repliesMax)
    session.dispose()
  })

  test('add nothing while a program does not read', () => {
    const { clock, print, ptys, session } = make()
    ptys[0]!.room = 0
    for (let second = 0; second < 600; second += 1) {
      print('\x1b[>q'.repeat(300))
      clock.advance(1_000)
    }
    ptys[0]!.room = Number.POSITIVE_INFINITY
    clock.advance(1_000)
    expect(ptys[0]!.written.length).toBeLessThan(70_000)
    session.dispose()
  })

  test('an endless or far too long query is not answered and not stored', () => {
    const { asks, clock, session } = make()
    expect([
      asks(`\x1b]4;${'1;?;'.repeat(100_000)}`),
      asks(`1;?\x07\x1b[5n`),
      asks(`\x1b[${'6;'.repeat(50_000)}n`),
      asks('\x1b]11;?'),
      asks('\x18\x1b]11;?\x1b[5n'),
    ]).toEqual(['', `${E}[0n`, `${E}[1;1R`, '', `${E}]11;rgb:1010/1414/1818${E}\\${E}[0n`])
    session.dispose()
    expect(clock.timers).toBe(0)
  })
})

describe('options', () => {
  test('security.replies = none answers nothing', () => {
    const { asks, session } = make({
      settings: having(({ security }) => ({ security: { ...security, replies: 'none' } })),
    })
    expect(asks(cases.map(([, question]) => question).join(''))).toBe('')
    session.dispose()
  })

  test('keyboard.kitty_protocol, changed live, decides what answers promise', () => {
    const off = having(({ keyboard }) => ({ keyboard: { ...keyboard, kitty_protocol: false } }))
    const { asks, session } = make({ settings: off })
    const received = [asks('\x1b[?u')]
    for (const options of [defaults, off]) {
      session.configure(options)
      received.push(asks('\x1b[?u'))
    }
    expect(received).toEqual(['', `${E}[?0u`, ''])
    session.dispose()
  })

  test('ui.images, changed live, decides whether an answer promises images', () => {
    const off = having(({ ui }) => ({ ui: { ...ui, images: false } }))
    const { asks, session } = make({ settings: off })
    const asked = `${E}_Gi=3,a=q,s=1,v=1;AAAAAA==${E}\\${E}[c${E}[?1;1S`
    const heard = [asks(asked)]
    for (const options of [defaults, off]) {
      session.configure(options)
      heard.push(asks(asked))
    }
    expect(heard).toEqual([
      `${E}[?62;22;52c`,
      `${E}_Gi=3;OK${E}\\${E}[?62;4;22;52c${E}[?1;0;256S`,
      `${E}[?62;22;52c`,
    ])
    session.dispose()
  })

  // … others when it has begun again
  test('given up after crashes: those of the dispatcher are answered immediately', () => {
    const { clock, print, session, shadows, written } = make()
    print('\x1b[5n')
    shadows.kill('never')
    print('\x1b[6n\x1b]7501;?\x07')
    expect(written()).toBe(`${E}[0n${E}]7501;?\x07`)
    clock.advance(reviveMs)
    print('\x1b[6n')
    expect(written()).toBe(`${E}[0n${E}]7501;?\x07${E}[1;1R`)
    session.dispose()
  })
})
