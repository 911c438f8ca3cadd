/** Where files belong. */
import { describe, expect, it } from 'vitest'
import { isFolder, isSameFolder, stateFolder } from '../../src/host/folders.ts'

describe('folders', () => {
  it('follows XDG, and takes empty and relative values as unset', () => {
    expect(stateFolder({ XDG_STATE_HOME: '/s' }, '/home/u')).toBe('/s/vibeflow')
    expect(['', 'rel', undefined].map((value) => stateFolder({ XDG_STATE_HOME: value }, '/home/u'))).toEqual(Array.from({ length: 3 }, () => '/home/u/.local/state/vibeflow'))
  })

  it('tells a folder from everything else', () => {
    expect(['/', '/proc/self/cwd', '/etc/passwd', '/no/such', 'src', ''].map(isFolder)).toEqual([true, true, false, false, false, false])
  })

  it('tells whether two paths are one folder', () => {
    expect([isSameFolder('/proc/self/cwd', process.cwd()), isSameFolder('/', process.cwd()), isSameFolder('.', process.cwd()), isSameFolder('/no/such', '/')]).toEqual([true, false, false, false])
  })
})
