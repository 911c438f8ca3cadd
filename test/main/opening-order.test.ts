/** The order in which a start opens the window that it asks for and those of the last run. */
import { expect, test } from 'vitest'
import type { Instance } from '../../src/main/instance/instance.ts'
import { openAsked, type WindowSets } from '../../src/main/window/restore.ts'
import type { LaunchRequest } from '../../src/core/windows/workspace/launch-request.ts'

/** Returns what a start in this directory does, with two windows of the last run. */
function opened(isOnWayland: boolean, callerDirectory: string): readonly string[] {
  const done: string[] = []
  const windows = {
    restore: (name: string) => done.push(name),
    goTo: (id: string) => done.push(`go to ${id}`),
  }
  const open = () => {
    done.push('own')
    return 'own'
  }
  const nothing = { command: null, directory: null, title: null, profile: null, layout: null }
  const request = { ...nothing, target: 'window', callerDirectory }
  openAsked(
    { windows, requests: { open } } as unknown as Instance,
    {
      take: () => ({ windows: ['first', 'second'], problem: null }),
      takeRunningDropDown: () => 'drop-down',
    } as unknown as WindowSets,
    request as unknown as LaunchRequest,
    { wait: false, isOnWayland },
  )
  return done
}

const restored = ['first', 'second', 'drop-down']

test.each([
  ['first on X11, so that it is drawn early', false, ['own', ...restored, 'go to own']],
  ['last on Wayland, where the newest is focused', true, [...restored, 'own', 'go to own']],
])('the window that is asked for opens %s', (_, isOnWayland, expected) => {
  expect(opened(isOnWayland, '/srv')).toEqual(expected)
  expect(opened(isOnWayland, '/')).toEqual(restored)
})
