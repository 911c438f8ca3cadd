/** Parameters of OSC 133, from the semantic prompts proposal and kitty's notes for shells. */
import { expect, test } from 'vitest'
import { formatMarkOptions, parseMarkOptions } from '../../src/protocol/index.ts'
import { commandLineCharactersMax, markIdMax } from '../../src/protocol/limits.ts'

test.each([
  ['A', {}],
  ['A;aid=4711;cl=m', { aid: '4711', click: 'm' }],
  ['A;cl=line;click_events=1', { click: 'absolute' }],
  ['A;click_events=1;cl=line', { click: 'absolute' }],
  ['A;click_events=2', { click: 'relative' }],
  ['A;click_events=3;cl=x', {}],
  ['A;redraw=0;k=i', { redraw: false }],
  ['A;redraw=last', {}],
  ['A;k=s', { further: true }],
  ['A;k=c', { further: true }],
  ['A;k=r', { further: true }],
  ['A;special_key=1;unknown;=;a=b=c', {}],
  ['D;1;aid=7', { aid: '7' }],
  [`A;aid=${'x'.repeat(markIdMax + 1)}`, {}],
  ['A;aid=a b', {}],
  ['C;cmdline_url=make%20all%3B%C3%A9', { line: 'make all;é' }],
  ['C;cmdline_url=%ZZ', {}],
  ['C;cmdline_url=%ff', {}],
  ['C;cmdline_url=', {}],
  ['A;cmdline_url=ls', {}],
  ['C;cmdline=ls', { line: 'ls' }],
  [String.raw`C;cmdline=echo\ a\;b\ \'x\'`, { line: "echo a;b 'x'" }],
  [
    String.raw`C;aid=1;cmdline=$'a\nb\x41\u00e9\101\'c'' d'\ e`,
    { aid: '1', line: "a\nbAéA'c d e" },
  ],
  ["C;cmdline='open", {}],
  [String.raw`C;cmdline=a;cmdline=b`, { line: 'a;cmdline=b' }],
])('%s', (body, expected) => {
  expect(parseMarkOptions(body)).toEqual(expected)
})

test.each([
  ['cmdline', 'x'],
  ['cmdline_url', 'x'],
  ['cmdline_url', '%E6%97%A5'],
  ['cmdline', String.raw`\ `],
  ['cmdline', String.raw`$'\303\251'`],
])('a command line is truncated (%s, %s)', (key, character) => {
  for (const count of [1, 4]) {
    const long = character.repeat(commandLineCharactersMax * count)
    expect(parseMarkOptions(`C;${key}=${long}`).line).toHaveLength(commandLineCharactersMax)
  }
})

test.each(["'", "$'"])('a command line in %s is truncated', (quote) => {
  const line = `${quote}${'x'.repeat(commandLineCharactersMax * 4)}`
  expect(parseMarkOptions(`C;cmdline=${line}'`).line).toHaveLength(commandLineCharactersMax)
  for (const cut of [line, `${line}\\`])
    expect(parseMarkOptions(`C;cmdline=${cut}`).line ?? '').toHaveLength(quote.length - 1)
})

test.each(['', ';cl=v', ';click_events=1', ';click_events=2;redraw=0'])(
  'parameters of a prompt are formatted as they are parsed: %j',
  (text) => {
    expect(formatMarkOptions(parseMarkOptions(`A${text}`))).toBe(text)
  },
)
