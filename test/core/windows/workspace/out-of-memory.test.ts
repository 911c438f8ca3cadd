/** Kills of a tab's programs because memory ran out. */
import { expect, it } from 'vitest'
import { exitWord } from '../../../../src/core/windows/tabs/state-words.ts'
import { makeWindow } from '../../../support/windows/make-window.ts'

function running() {
  const made = makeWindow()
  made.workspace.receive({ kind: 'tab/open' })
  const notices = () =>
    made.sent.flatMap((message) => (message.kind === 'page/notice' ? [message.text] : []))
  const exit = (tab: number) => made.workspace.strip.sessions.all[tab]?.view().exit
  return { ...made, exit, notices }
}

const killed = { code: 0, signal: 'SIGKILL' }

it('a notice names the tab, once for kills that follow one another', () => {
  const { clock, notices, ptys } = running()
  for (let kill = 0; kill < 3; kill += 1) ptys[1]?.runOutOfMemory()
  expect(notices()).toEqual(['bash ran out of memory, and the system killed a program of it.'])
  clock.advance(60_000)
  ptys[1]?.runOutOfMemory()
  expect(notices()).toHaveLength(2)
})

it.each(['before', 'after'])(
  'the end of the tab shows it if it is reported %s the end',
  (order) => {
    const { exit, notices, ptys } = running()
    if (order === 'before') ptys[1]?.runOutOfMemory(false)
    ptys[1]?.end(killed)
    ptys[0]?.end(killed)
    if (order === 'after') ptys[1]?.runOutOfMemory(false)
    expect(exit(1)).toMatchObject({ signal: 'SIGKILL', outOfMemory: true })
    expect(exit(0)).not.toHaveProperty('outOfMemory')
    expect([exitWord(exit(1) ?? killed), exitWord(exit(0) ?? killed)]).toEqual([
      'out of memory',
      'SIGKILL',
    ])
    expect(notices()).toEqual([])
  },
)

it('another end of the tab is not explained by it', () => {
  const { clock, exit, ptys } = running()
  ptys[1]?.runOutOfMemory()
  ptys[1]?.end({ code: 137, signal: null })
  expect(exit(1)).not.toHaveProperty('outOfMemory')
  ptys[0]?.runOutOfMemory()
  clock.advance(60_000)
  ptys[0]?.end(killed)
  expect(exit(0)).not.toHaveProperty('outOfMemory')
})
