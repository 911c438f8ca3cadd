/**
 * Tests the text that the pager gets: the whole scrollback or the last output, both from the core's
 * cells.
 */
import { expect, test } from 'vitest'
import { pagerBytesMax } from '../../../../src/core/windows/workspace/limits.ts'
import { showInPager, showsColours } from '../../../../src/core/windows/workspace/pager.ts'

async function shown(
  asked: { what: 'scrollback' | 'output'; below: number },
  kept: string | null,
  program = 'nvim -R',
) {
  const done: unknown[] = []
  await showInPager(
    asked,
    {
      directory: '/work',
      shadow: {
        questions: {
          snapshot: (question) => {
            done.push(question)
            return Promise.resolve(
              kept === null ? null : ({ payload: new TextEncoder().encode(kept) } as never),
            )
          },
        },
      },
    },
    {
      program,
      command: (text, line) => {
        done.push([new TextDecoder().decode(text), line])
        return text.length > 20
          ? Promise.reject(new Error('no room left'))
          : Promise.resolve({ program: 'less', args: [] })
      },
      open: ({ title, directory }) => {
        done.push([title, directory])
        return 'a'
      },
      notice: (level, text) => {
        done.push([level, text])
      },
    },
  )
  return done
}

test('the pager gets the saved history, starting at the visible row', async () => {
  const question = {
    form: 'text',
    scrollback: Number.MAX_SAFE_INTEGER,
    output: false,
    bytesMax: pagerBytesMax,
  }
  const tab = ['Scrollback', '/work']
  expect(await shown({ what: 'scrollback', below: 2 }, '1\n2\n3')).toEqual([
    question,
    ['1\n2\n3\n', 2],
    tab,
  ])
  // a page that knows more rows than were kept
  expect(await shown({ what: 'scrollback', below: 99 }, '1\n')).toEqual([question, ['1\n', 1], tab])
})

test('blank screen rows below the output are not in the pager', async () => {
  const shows = async (below: number, kept: string) =>
    (await shown({ what: 'scrollback', below }, kept))[1]
  expect(await shows(4, '1\n2\n\n4\n\n\n')).toEqual(['1\n2\n\n4\n', 4])
  expect(await shows(2, '1\n\n\n')).toEqual(['1\n', 1])
})

test('the last output starts at its first line, and an empty one is explained', async () => {
  const output = { what: 'output', below: 0 } as const
  expect((await shown(output, 'out', 'less -R')).slice(1)).toEqual([
    ['out\n', 1],
    ['Last command output', '/work'],
  ])
  expect((await shown(output, 'out', 'less -R'))[0]).toMatchObject({ form: 'styled', output: true })
  expect((await shown(output, '')).at(-1)).toEqual([
    'error',
    "The last command's output is no longer available.",
  ])
  expect((await shown({ what: 'scrollback', below: 0 }, null)).at(-1)).toEqual([
    'error',
    "Couldn't read the scrollback. Try again.",
  ])
  expect((await shown({ what: 'output', below: 0 }, 'x'.repeat(30))).at(-1)).toEqual([
    'error',
    "Couldn't open the pager: no room left",
  ])
})

test('colors are sent only to pagers that show them', async () => {
  for (const program of [
    ...['less -R +{line}', '/usr/bin/less -iR', 'less --RAW-CONTROL-CHARS', 'moor'],
  ])
    expect(showsColours(program), program).toBe(true)
  for (const program of ['less', 'less -i +Rx', 'less -Pr', 'nvim -R', 'cat', '', 'bless -R'])
    expect(showsColours(program), program).toBe(false)
  expect((await shown({ what: 'scrollback', below: 0 }, '1', 'less -R'))[0]).toMatchObject({
    form: 'styled',
  })
})
