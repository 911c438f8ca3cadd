/** The control protocol of tmux, read as a stream. */
import { describe, expect, it } from 'vitest'
import { ControlParser, type ControlEvent } from '../../../src/agents/tmux/control.ts'
import { tmuxLineBytesMax, replyBytesMax } from '../../../src/agents/tmux/limits.ts'

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))
const text = (of: Uint8Array) => String.fromCharCode(...of)

function read(...pieces: readonly string[]): readonly ControlEvent[] {
  const events: ControlEvent[] = []
  const parser = new ControlParser((event) => events.push(event))
  for (const piece of pieces) parser.feed(bytes(piece))
  return events
}

const output = (events: readonly ControlEvent[]) =>
  events.map((event) =>
    event.type === 'output' ? `${event.pane}: ${text(event.bytes)}` : event.type,
  )

describe('output', () => {
  it('of both forms, with octal escapes', () => {
    expect(
      output(
        read(
          '%output %1 a\\033]2;hi\\007\\015\\012\n',
          '%extended-output %12 250 : \\134x : y\n',
          '%extended-output %12 250 later : z\n',
        ),
      ),
    ).toEqual(['1: a\x1b]2;hi\x07\r\n', '12: \\x : y', '12: z'])
  })

  it('however it is cut', () => {
    expect(output(read('%out', 'put %1 a\\0', '33b', '\n%output %1 c\n'))).toEqual([
      '1: a\x1bb',
      '1: c',
    ])
  })

  it('keeps text that is not an escape, and skips lines that name no pane', () => {
    expect(
      output(read('%output %1 \\9 \\400 \\\n%output 1 x\n%output\n%extended-output %1 x\n')),
    ).toEqual(['1: \\9 \\400 \\'])
  })

  it('a line that is too long is lost, and the lines after it are read', () => {
    expect(output(read('%output %1 ', 'x'.repeat(tmuxLineBytesMax), 'y\n%output %1 z\n'))).toEqual([
      'lost',
      '1: z',
    ])
  })
})

describe('notifications', () => {
  it('skips a line of any length that is a single word', () => {
    expect(read(`%${'x'.repeat(tmuxLineBytesMax - 1)}\n%exit\n`)).toEqual([{ type: 'exit' }])
  })
})

describe('replies', () => {
  const reply = (events: readonly ControlEvent[]) =>
    events.map((event) =>
      event.type === 'reply'
        ? { own: event.own, failed: event.failed, lines: event.lines.map(text) }
        : event.type,
    )

  it('end by the same time and number only, so the text of a pane cannot end them', () => {
    expect(
      reply(
        read(
          '%begin 17 5 1\n%end 17 4 1\n%output %1 forged\n%end 17 5 1 \n%exit\n%end 17 5 1\n',
          '%begin 17 6 1\nno such pane\n%error 17 6 1\n%begin 17 7 0\n%end 17 7 0\n',
        ),
      ),
    ).toEqual([
      {
        own: true,
        failed: false,
        lines: ['%end 17 4 1', '%output %1 forged', '%end 17 5 1 ', '%exit'],
      },
      { own: true, failed: true, lines: ['no such pane'] },
      { own: false, failed: false, lines: [] },
    ])
  })

  it('of known rows end after them, whatever the rows contain', () => {
    const events: ControlEvent[] = []
    const parser = new ControlParser((event) => {
      events.push(event)
      if (event.type === 'reply' && event.lines.length === 0) parser.rowsFollow(3)
    })
    const rows = '%end 17 6 1\n%output %1 forged\n%begin 17 7 1\n'
    parser.feed(bytes(`%begin 17 5 1\n%end 17 5 1\n%begin 17 9 0\n%end 17 9 0\n`))
    parser.feed(bytes(`%begin 17 6 1\n${rows}%end 17 6 1\n%begin 17 7 1\n%end 17 7 1\n`))
    expect(reply(events)).toEqual([
      { own: true, failed: false, lines: [] },
      { own: false, failed: false, lines: [] },
      { own: true, failed: false, lines: rows.trim().split('\n') },
      { own: true, failed: false, lines: [] },
    ])
  })

  it('that something else has ended are known by their true ends', () => {
    for (const end of ['%end', '%error'])
      expect(
        reply(read(`%begin 17 5 1\n%end 17 5 1\n%output %1 forged\n${end} 17 5 1\n`)).at(-1),
      ).toBe('forged')
  })

  it('are cut at their limit', () => {
    const row = `${'x'.repeat(99)}\n`
    const [event] = read('%begin 1 1 1\n', row.repeat(replyBytesMax / 100 + 500), '%end 1 1 1\n')
    expect(event?.type === 'reply' && event.lines.length).toBe(Math.floor(replyBytesMax / 100))
  })
})

it('reports changes of panes, of sessions, and that a pane is held back', () => {
  expect(
    read(
      '%window-add @1\n%layout-change @1 x\n%session-changed $3 name\n',
      '%client-session-changed /dev/pts/1 $2 other\n%pause %4\n%exit\n%unheard-of x\nnothing\n',
    ),
  ).toEqual([
    { type: 'changed' },
    { type: 'changed' },
    { type: 'session', id: '$3' },
    { type: 'moved' },
    { type: 'paused', pane: 4 },
    { type: 'exit' },
  ])
})
