/** The warning about a tab whose programs use much memory. */
import { expect, it } from 'vitest'
import { MemoryWatch, memoryLookMs, memoryStepMs } from '../../../src/core/windows/memory-watch.ts'
import { having } from '../config/having.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'
import { asPane } from '../../support/windows/ids.ts'
import { makeWindow } from '../../support/windows/make-window.ts'

function using(memory: number) {
  const world = { memory, inUse: 64e9, reads: 0, searchedPorts: false }
  const made = makeWindow({
    watch: () =>
      quietWatch({
        usage: (searchesPorts = true) => {
          world.reads += 1
          world.searchedPorts ||= searchesPorts
          return {
            ...{ processes: 4, memory: world.memory, cores: null, ports: [], estimate: true },
            biggest: [{ name: 'MCP server', processes: 3, memory: world.memory }],
          }
        },
      }),
  })
  const watch = new MemoryWatch(
    made.clock,
    () => [made.workspace],
    () => world.inUse,
  )
  const notices = () =>
    made.sent.flatMap((message) => (message.kind === 'page/notice' ? [message.text] : []))
  return { ...made, notices, watch, using: world }
}

it('warns once about a tab above the limit, and names the biggest programs', () => {
  const { clock, notices, using: world, watch, workspace } = using(3e9)
  clock.advance(memoryLookMs)
  expect(notices()).toEqual([])
  world.memory = 4.2e9
  clock.advance(3 * memoryLookMs)
  expect(notices()).toEqual(['bash uses about 4.2 GB of memory: 3 MCP servers 4.2 GB.'])
  workspace.strip.sessions.all[0]?.program.restart()
  clock.advance(memoryLookMs)
  expect(notices()).toHaveLength(2) // another program
  watch.dispose()
  const reads = world.reads
  clock.advance(memoryLookMs)
  expect(world.reads).toBe(reads)
})

it('reads one tab at a time, without its ports', () => {
  const { clock, notices, using: world, workspace } = using(5e9)
  for (let tab = 0; tab < 3; tab += 1) workspace.receive({ kind: 'tab/open' })
  clock.advance(memoryLookMs)
  expect(world.reads).toBe(1)
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: true })
  clock.advance(memoryStepMs)
  expect(world.reads).toBe(2)
  clock.advance(2 * memoryStepMs)
  expect([world.reads, notices().length, world.searchedPorts]).toEqual([3, 3, false])
})

it('reads no process while the whole machine uses less, or without a limit', () => {
  const { clock, notices, using: world, workspace } = using(9e9)
  world.inUse = 3.9e9
  clock.advance(memoryLookMs)
  expect(world.reads).toBe(0)
  world.inUse = 64e9
  workspace.configure(having({ 'tabs.memory_warning_gb': 0 }))
  clock.advance(memoryLookMs)
  workspace.configure(having({ 'tabs.memory_warning_gb': 10 }))
  clock.advance(memoryLookMs)
  expect([world.reads, notices()]).toEqual([1, []])
})
