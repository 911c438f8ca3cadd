/** Ports that failed programs name as in use, in sentences that real programs print. */
import { expect, test } from 'vitest'
import { busyPorts } from '../../../src/agents/process/busy-ports.ts'

test.each([
  ['Error: listen EADDRINUSE: address already in use :::3000', [3000]],
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:8080', [8080]],
  ['listen tcp :8080: bind: address already in use', [8080]],
  ['2026/11/30 10:20:27 listen tcp 127.0.0.1:9000: bind: address already in use', [9000, 27]],
  [
    "ERROR: [Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): " +
      'address already in use',
    [8000],
  ],
  ['Address already in use - bind(2) for "127.0.0.1" port 3000 (Errno::EADDRINUSE)', [3000]],
  ['nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)', [80]],
  ['Failed to listen on localhost:8000 (reason: Address already in use)', [8000]],
  ['Error: Port 5173 is already in use', [5173]],
  ['Port 5000 is in use by another program.', [5000]],
  ['Web server failed to start. Port 8080 was already in use.', [8080]],
  ['Bind for 0.0.0.0:8081 failed: port is already allocated.', [8081]],
  ['\x1b[31mError: listen EADDRINUSE: address already in use :::\x1b[1m3000\x1b[0m', [3000]],
  // no port, not in use, or not text
  ['OSError: [Errno 98] Address already in use', []],
  ['connect ECONNREFUSED 127.0.0.1:3000', []],
  ['listening on port 3000', []],
  ['EADDRINUSE :99999', []],
  ['\x1b]0;EADDRINUSE :3000\x07done', []],
])('the ports in %j are %j', (text, ports) => {
  expect(busyPorts(text)).toEqual(ports)
})

test('a sentence before a stack trace counts, and one long before the end does not', () => {
  const sentence = 'Error: listen EADDRINUSE: address already in use :::3000\n'
  const trace = (lines: number) => '    at Server.setup (node:net:1817:16)\n'.repeat(lines)
  expect(busyPorts(sentence + trace(10))).toEqual([3000])
  expect(busyPorts(sentence + trace(50))).toEqual([])
})

test.each([
  'EADDRINUSE :1'.repeat(700),
  ':'.repeat(8_192),
  '\x1b]'.repeat(4_096),
  `EADDRINUSE ${'port '.repeat(1_600)}`,
  `EADDRINUSE ${':12'.repeat(2_700)}`,
])('hostile text %# takes little time and names few ports', (text) => {
  const began = performance.now()
  expect(busyPorts(text).length).toBeLessThanOrEqual(4)
  expect(performance.now() - began).toBeLessThan(200)
})
