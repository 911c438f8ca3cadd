import { expect, test } from 'vitest'
import {
  reportText,
  withoutNames,
  type DiagnosticReport,
} from '../../../../src/core/config/diagnose/report.ts'

const report: DiagnosticReport = {
  v: 1,
  vibeflow: { version: '1.2.3', startedFrom: 'AppImage', command: '/home/ada/vibeflow.AppImage' },
  system: {
    name: 'Debian',
    kernel: '6.1',
    processor: 'x64',
    cores: 2,
    memoryMiB: 1024,
    display: 'X11',
    locale: 'en-US',
  },
  engine: {
    kind: 'Electron',
    facts: {
      electron: '45',
      chromium: '156',
      node: '24',
      graphics: { renderer: 'Mesa', vendor: 'Intel', version: 'GL 4', devices: ['8086:3ea0'] },
      features: { webgl: 'enabled' },
    },
    problem: null,
  },
  terminals: { drawnBy: 'GPU' },
  sandbox: { root: false, userNamespaces: 'allowed', helper: 'none' },
  fonts: [{ asked: 'JetBrains Mono', found: 'comes with vibeflow' }],
  configuration: {
    file: '/home/ada/.config/vibeflow/config.toml',
    state: 'read',
    problems: [{ severity: 'warning', kind: 'unknown_key', key: 'ui.x', line: 4 }],
    changed: ['ui.font'],
  },
  folders: { state: { path: '/home/ada/.local/state/vibeflow', state: 'writable' } },
  sockets: { root: '/run/user/1000/vibeflow', problem: null, instances: 1, sessions: 2 },
  integrations: { shells: ['bash'], programs: { xclip: true, 'fc-match': false } },
}

test('hides the home, the name of the user and where else things lie', () => {
  const names = { home: '/home/ada', user: 'ada' }
  expect(
    withoutNames(
      {
        a: '/home/ada',
        b: ['/home/ada/x', '/usr/lib/adam', 'ada', 'adamant', 'by ada, of ada-x'],
        c: 3,
        d: null,
        e: '/run/user/ada/disk',
      },
      names,
    ),
  ).toEqual({
    a: '~',
    b: ['~/x', '/usr/lib/adam', '~', 'adamant', 'by ~, of ada-x'],
    c: 3,
    d: null,
    e: '/run/user/~/disk',
  })
  // Letters of other scripts are letters, blanks are part of a path that is known, and of /tmp
  // nothing is reported but that it is there.
  const odd = {
    command: '/tmp/Große Firma/vibe Ü/x y.AppImage',
    home: '/home/ada/Ü/vibe é/f',
    temporary: '/tmp',
    word: 'ÄadaÜ',
  }
  expect(withoutNames(odd, { ...names, paths: [odd.command, odd.home, odd.temporary] })).toEqual({
    command: '(elsewhere)',
    home: '~/Ü/vibe é/f',
    temporary: '/tmp',
    word: 'ÄadaÜ',
  })
  expect(withoutNames({ a: 'a b', b: '/opt/x' }, { home: '/', user: 'a' })).toEqual({
    a: 'a b',
    b: '/opt/x',
  })
  const there = {
    command: '/data/Big Corp/vibeflow-shim-0.1.0-x86_64.AppImage',
    file: '/data/Big Corp/secret.toml',
    own: '/srv/x/config.toml',
    temporary: '/run/media/ada/Big Corp',
    other: '/srv2/x',
    below: '/srv/corp/y',
    said:
      'spawn /data/Big Corp/app/electron EACCES, at file:///srv/corp/x.js:1:2 (see ' +
      'https://example.org/a/b, Mesa/X.org, 1 / 2, /tmp/x and ~/y)',
  }
  expect(
    withoutNames(there, {
      ...names,
      paths: [
        there.command,
        there.file,
        there.temporary,
        ...['/data/Big Corp/app/electron', '/home/ada/y', '/srv', ''],
      ],
    }),
  ).toEqual({
    command: '(elsewhere)/vibeflow-shim-0.1.0-x86_64.AppImage',
    file: '(elsewhere)',
    own: '(elsewhere)/config.toml',
    temporary: '(elsewhere)',
    other: '(elsewhere)',
    below: '(elsewhere)',
    said:
      'spawn (elsewhere)/electron EACCES, at (elsewhere) (see https://example.org/a/b, ' +
      'Mesa/X.org, 1 / 2, (elsewhere) and ~/y)',
  })
})

test('reports everything in lines', () => {
  expect(reportText(withoutNames(report, { home: '/home/ada', user: 'ada' }))).toBe(`vibeflow
  version             1.2.3
  started from        AppImage
  command             ~/vibeflow.AppImage

system
  name                Debian
  kernel              6.1
  CPU                 x64, 2 cores
  memory              1024 MiB
  display             X11
  locale              en-US

engine
  kind                Electron
  versions            Electron 45, Chromium 156, Node 24

graphics
  terminals drawn by  GPU
  renderer            Mesa
  vendor              Intel
  version             GL 4
  device              8086:3ea0
  webgl               enabled

sandbox
  root                no
  user namespaces     allowed
  helper              none

fonts
  JetBrains Mono      comes with vibeflow

configuration
  file                ~/.config/vibeflow/config.toml
  state               read
  warning             unknown_key of ui.x, line 4
  changed             ui.font

directories
  state               ~/.local/state/vibeflow (writable)

sockets
  directory           /run/user/1000/vibeflow
  running             1 instance, 2 sessions

integrations
  shells              bash
  xclip               found
  fc-match            not found
`)
})
