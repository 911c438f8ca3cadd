/** Tests the folders of vibeflow's files. */
import { describe, expect, it } from 'vitest'
import { isSameFolder, stateFolder } from '../../src/host/files/folders.ts'

describe('folders', () => {
  it('follows XDG, and treats empty and relative values as unset', () => {
    expect(stateFolder({ XDG_STATE_HOME: '/s' }, '/home/u')).toBe('/s/vibeflow')
    expect(
      ['', 'rel', undefined].map((value) => stateFolder({ XDG_STATE_HOME: value }, '/home/u')),
    ).toEqual(Array.from({ length: 3 }, () => '/home/u/.local/state/vibeflow'))
  })

  it('reports whether two paths are one folder', () => {
    expect([
      isSameFolder('/proc/self/cwd', process.cwd()),
      isSameFolder('/', process.cwd()),
      isSameFolder('.', process.cwd()),
      isSameFolder('/no/such', '/'),
    ]).toEqual([true, false, false, false])
  })
})
