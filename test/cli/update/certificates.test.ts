/** Certificates of `vibeflow update`: those of NODE_EXTRA_CA_CERTS count in packages as well. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findProgram } from '../../../src/build/project.mjs'
import { authorities, readText, usualLimits } from '../../../src/cli/verbs/update/download.ts'

const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
const openssl = findProgram('openssl')

beforeAll(() => {
  if (openssl === undefined) return
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = spawnSync(openssl, [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject],
    ...['-keyout', key, '-out', certificate],
  ])
  expect(made.status, String(made.stderr)).toBe(0)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('an own authority is trusted only with NODE_EXTRA_CA_CERTS, also in packages', async ({
  skip,
}) => {
  skip(openssl === undefined, 'openssl is not installed')
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (_, answer) => answer.end('the feed'),
  )
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  try {
    const feed = new URL(`https://localhost:${(server.address() as AddressInfo).port}/feed`)
    const read = () => readText(feed, { feed, bytesMax: 100, limits: usualLimits })
    await expect(read()).rejects.toThrow(
      /is not trusted \(\w+\)\. If a proxy .*NODE_EXTRA_CA_CERTS/,
    )
    vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined) // of this machine
    vi.stubEnv('VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS', certificate)
    expect(await read()).toBe('the feed')
    vi.stubEnv('VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS', join(folder, 'missing.pem'))
    await expect(read()).rejects.toThrow(
      /can't read NODE_EXTRA_CA_CERTS \(.*missing\.pem\): ENOENT/,
    )
  } finally {
    server.close()
  }
})

test('the usual authorities stay, and Node reads the variable where it has it', async () => {
  expect(await authorities({})).toEqual({})
  const saved = { VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS: '/dev/null' }
  expect(await authorities({ ...saved, NODE_EXTRA_CA_CERTS: '/dev/null' })).toEqual({})
  expect((await authorities(saved)).ca?.length).toBeGreaterThan(50)
})
