/** Start options of a session of the user's bash. Tests specify only the differences. */
import { defaults } from '../../../src/core/config/table.ts'
import type { SessionOptions } from '../../../src/core/session/session-ports.ts'
import { asSession } from '../windows/ids.ts'

export const bashTab: SessionOptions = {
  id: asSession('t'),
  command: { program: '/bin/bash', args: [] },
  isUserShell: true,
  directory: '/',
  home: '/home/u',
  environment: {},
  size: { cols: 80, rows: 24 },
  replies: { version: '1.0', clipboardWrite: true },
  hostname: 'thishost',
  settings: defaults,
}
