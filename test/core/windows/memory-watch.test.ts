/** The warning about a tab whose programs use much memory. */
import { expect, it } from 'vitest'
import { MemoryWatch, memoryLookMs } from '../../../src/core/windows/memory-watch.ts'
import { having } from '../config/having.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'
import { makeWindow } from '../../support/windows/make-window.ts'

function using(memory: number) {
  const world = { memory, inUse: 64e9, reads: 0 }
  const made = makeWindow({
    watch: () =>
      quietWatch({
        usage: () => {
          world.reads += 1
          return {
            ...{ processes: 4, memory: world.memory, cores: null, ports: [] },
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
