import { expect, test } from 'vitest'
import { reportText, withoutNames, type Report } from '../../../src/core/diagnose/report.ts'

const report: Report = {
  v: 1,
  vibeflow: { version: '1.2.3', startedFrom: 'AppImage', command: '/home/ada/vibeflow.AppImage' },
  system: { name: 'Debian', kernel: '6.1', processor: 'x64', cores: 2, memoryMiB: 1024, display: 'X11', locale: 'en-US' },
  engine: { kind: 'Electron', facts: { electron: '45', chromium: '156', node: '24', graphics: { renderer: 'Mesa', vendor: 'Intel', version: 'GL 4', devices: ['8086:3ea0'] }, features: { webgl: 'enabled' } }, problem: null },
  sandbox: { root: false, userNamespaces: 'allowed', helper: 'none' },
  fonts: [{ asked: 'JetBrains Mono', found: 'comes with vibeflow' }],
  configuration: { file: '/home/ada/.config/vibeflow/config.toml', state: 'read', problems: [{ severity: 'warning', kind: 'unknown_key', key: 'ui.x', line: 4 }], changed: ['ui.font'] },
  folders: { state: { path: '/home/ada/.local/state/vibeflow', state: 'writable' } },
  sockets: { root: '/run/user/1000/vibeflow', problem: null, instances: 1, sessions: 2 },
  integrations: { shells: ['bash'], programs: { xclip: true, 'fc-match': false } },
}

test('hides the home and the name of the user, and nothing else', () => {
  const names = { home: '/home/ada', user: 'ada' }
  expect(withoutNames({ a: '/home/ada', b: ['/home/ada/x', '/home/adam', 'ada', 'adamant', 'by ada, of ada-x'], c: 3, d: null, e: '/run/media/ada/disk' }, names))
    .toEqual({ a: '~', b: ['~/x', '/home/adam', '~', 'adamant', 'by ~, of ada-x'], c: 3, d: null, e: '/run/media/~/disk' })
  expect(withoutNames({ a: 'a b', b: '/x' }, { home: '/', user: 'a' })).toEqual({ a: 'a b', b: '/x' })
})

test('tells everything in lines', () => {
  expect(reportText(withoutNames(report, { home: '/home/ada', user: 'ada' }))).toBe(`vibeflow
  version          1.2.3
  started from     AppImage
  command          ~/vibeflow.AppImage

system
  name             Debian
  kernel           6.1
  processor        x64, 2 cores
  memory           1024 MiB
  display          X11
  locale           en-US

engine
  kind             Electron
  versions         Electron 45, Chromium 156, Node 24

graphics
  renderer         Mesa
  vendor           Intel
  version          GL 4
  device           8086:3ea0
  webgl            enabled

sandbox
  root             no
  user namespaces  allowed
  helper           none

fonts
  JetBrains Mono   comes with vibeflow

configuration
  file             ~/.config/vibeflow/config.toml
  state            read
  warning          unknown_key of ui.x, line 4
  changed          ui.font

folders
  state            ~/.local/state/vibeflow (writable)

sockets
  folder           /run/user/1000/vibeflow
  running          1 instances, 2 sessions

integrations
  shells           bash
  xclip            found
  fc-match         not found
`)
})
