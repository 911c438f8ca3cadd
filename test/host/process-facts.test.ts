/** Facts from /proc. */
import { describe, expect, it } from 'vitest'
import { directoryOf, foregroundOf, groupsOfSession, parseStat, processStat } from '../../src/host/proc/process-facts.ts'
import { vectors } from '../support/vectors.ts'

describe('process facts', () => {
  it.each(vectors('proc_stat_tpgid').map((vector) => [vector.id, vector] as const))('reads the foreground group as vector %s says', (_id, vector) => {
    expect(parseStat(vector['line'] as string)?.foregroundGroup ?? null).toBe(vector['expect'])
  })

  it('reads a living process', () => {
    expect(processStat(process.pid)).toMatchObject({ group: expect.any(Number), session: expect.any(Number) })
    expect(directoryOf(process.pid)).toBe(process.cwd())
  })

  it('knows the groups of a session', () => {
    const own = processStat(process.pid)
    expect([...groupsOfSession(own?.session ?? 0)]).toContain(own?.group)
  })

  it('knows nothing of a process that is gone', () => {
    expect([processStat(2 ** 22 + 1), foregroundOf(2 ** 22 + 1), directoryOf(2 ** 22 + 1)]).toEqual([null, null, null])
  })
})
