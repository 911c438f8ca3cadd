/** Tests a child's environment, its command, and the title of its tab. */
import { describe, expect, it } from 'vitest'
import {
  childEnvironment,
  wrappedEnvironment,
} from '../../../src/core/session/launch/environment.ts'
import { isShell } from '../../../src/agents/process/shells.ts'
import { launcher, userShell } from '../../../src/core/session/launch/launch.ts'
import { tabTitle } from '../../../src/core/session/naming/title.ts'

const facts = { term: 'xterm-256color', version: '1.2.3' }
const ours = {
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  TERM_PROGRAM: 'vibeflow',
  TERM_PROGRAM_VERSION: '1.2.3',
}

describe('child environment', () => {
  it("names this terminal and keeps the user's variables", () => {
    expect(
      childEnvironment(
        {
          HOME: '/home/u',
          LANG: 'C.UTF-8',
          TERM: 'dumb',
          CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
          VSCODE_USER_THING: '1',
        },
        facts,
      ),
    ).toEqual({
      HOME: '/home/u',
      LANG: 'C.UTF-8',
      CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
      VSCODE_USER_THING: '1',
      ...ours,
    })
  })

  it("restores the user's variables that Electron empties or unsets", () => {
    expect(
      childEnvironment(
        {
          NODE_OPTIONS: '',
          VIBEFLOW_SAVED_NODE_OPTIONS: '--use-system-ca',
          VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS: '/etc/company.pem',
        },
        facts,
      ),
    ).toEqual({ NODE_OPTIONS: '--use-system-ca', NODE_EXTRA_CA_CERTS: '/etc/company.pem', ...ours })
  })

  it('removes variables of other terminals, of the engine and of an outer agent', () => {
    const stale = [
      'TMUX',
      'TMUX_PANE',
      'STY',
      'ZELLIJ',
      'ZELLIJ_SESSION_NAME',
      'KITTY_WINDOW_ID',
      'WEZTERM_PANE',
      'GHOSTTY_RESOURCES_DIR',
      'ALACRITTY_LOG',
      'KONSOLE_VERSION',
      'GNOME_TERMINAL_SCREEN',
      'VTE_VERSION',
      'ITERM_SESSION_ID',
      'TERM_SESSION_ID',
      'LC_TERMINAL',
      'LC_TERMINAL_VERSION',
      'WT_SESSION',
      'VSCODE_INJECTION',
      'WARP_IS_LOCAL_SHELL_SESSION',
      'HERDR_X',
      'CMUX_SOCKET',
      'TILIX_ID',
      'TERMINATOR_UUID',
      'XTERM_SHELL',
      'TERMINFO',
      'COLORFGBG',
      'INSIDE_EMACS',
      'TERMINAL_EMULATOR',
      'WINDOWID',
      'TERMCAP',
      'COLUMNS',
      'LINES',
      'APPIMAGE',
      'APPDIR',
      'ARGV0',
      'OWD',
      'ELECTRON_RUN_AS_NODE',
      'CHROME_DESKTOP',
      'GIO_LAUNCHED_DESKTOP_FILE',
      'VIBEFLOW_SESSION_ID',
      'VIBEFLOW_SOCKET',
      'VIBEFLOW_TTY',
      'VIBEFLOW_EMIT_STDOUT',
      'VIBEFLOW_AGENT',
      'VIBEFLOW_LAUNCHER',
      'VIBEFLOW_SHARE',
      'VIBEFLOW_ENGINE_PROGRAM',
      'VIBEFLOW_ENGINE_APP',
      'VIBEFLOW_DIAGNOSE_ENGINE',
      'VIBEFLOW_NODE_TRIED',
      'VIBEFLOW_SHIM_LOG',
      'VIBEFLOW_ZDOTDIR',
      'VIBEFLOW_OF_A_LATER_VERSION',
      'DESKTOP_STARTUP_ID',
      'XDG_ACTIVATION_TOKEN',
      'CLAUDECODE',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_SSE_PORT',
      'CLAUDE_CODE_SESSION_KIND',
      'CLAUDE_PID',
      'AI_AGENT',
      'CRUSH',
    ]
    expect(childEnvironment(Object.fromEntries(stale.map((name) => [name, 'x'])), facts)).toEqual(
      ours,
    )
  })

  it("keeps a user's settings for other terminals and multiplexers", () => {
    const settings = { TMUX_TMPDIR: '/run/tmux', ZELLIJ_CONFIG_DIR: '/z' }
    expect(childEnvironment({ ...settings, TMUX: 'x' }, facts)).toEqual({ ...settings, ...ours })
  })

  it('passes on only the names of vibeflow that the user sets for programs', () => {
    const set = { VIBEFLOW_CONFIG: '/c', VIBEFLOW_SHELL_INTEGRATION: '0' }
    const tab = { VIBEFLOW_TTY: '/dev/pts/1', VIBEFLOW_SOCKET: '/s', VIBEFLOW_SESSION_ID: 'a' }
    const parent = { ...set, ...tab, VIBEFLOW_SHIM_LOG: '/l' }
    expect(childEnvironment(parent, facts)).toEqual({ ...set, ...ours })
    expect(wrappedEnvironment(parent)).toEqual({ ...set, ...tab })
  })

  it("removes an AppImage's folders from search paths", () => {
    const parent = {
      APPDIR: '/tmp/.mount_x',
      PATH: '/tmp/.mount_x/usr/bin:/usr/bin:/tmp/.mount_xy/bin',
      LD_LIBRARY_PATH: '/tmp/.mount_x/lib',
    }
    expect(childEnvironment(parent, facts)).toEqual({
      PATH: '/usr/bin:/tmp/.mount_xy/bin',
      ...ours,
    })
    // an empty list would mean the folder that one is in
    expect(childEnvironment({ APPDIR: '/a', LD_LIBRARY_PATH: '/a/lib:' }, facts)).toEqual(ours)
  })

  it('gives the desktop its own name back', () => {
    expect(
      childEnvironment(
        { XDG_CURRENT_DESKTOP: 'Unity', ORIGINAL_XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' },
        facts,
      ),
    ).toEqual({ XDG_CURRENT_DESKTOP: 'ubuntu:GNOME', ...ours })
    expect(
      childEnvironment(
        { XDG_CURRENT_DESKTOP: 'sway', ORIGINAL_XDG_CURRENT_DESKTOP: 'undefined' },
        facts,
      ),
    ).toEqual({ XDG_CURRENT_DESKTOP: 'sway', ...ours })
  })

  it('drops names and values that execve would misread', () => {
    expect(
      childEnvironment({ '': 'x', 'A=B': 'x', 'N\0': 'x', V: 'a\0b', U: undefined }, facts),
    ).toEqual(ours)
  })

  it('lets the user add and remove last', () => {
    expect(
      childEnvironment(
        { A: '1', B: '2' },
        { ...facts, added: { TERM: 'foot', B: '3' }, removed: ['A'] },
      ),
    ).toEqual({ ...ours, B: '3', TERM: 'foot' })
  })
})

describe('launch', () => {
  it('uses $SHELL, else the passwd entry, else /bin/sh', () => {
    expect(userShell({ SHELL: '/bin/zsh' }, '/bin/bash').program).toBe('/bin/zsh')
    expect(userShell({ SHELL: '' }, '/bin/bash').program).toBe('/bin/bash')
    expect(userShell({ SHELL: 'zsh' }, null).program).toBe('/bin/sh')
  })

  it('starts a login shell with -l', () => {
    expect(userShell({ SHELL: '/bin/zsh' }, null, { login: true })).toEqual({
      program: '/bin/zsh',
      args: ['-l'],
    })
  })

  it('hands every argument on as it is', () => {
    const { program, args } = launcher({ program: '/bin/echo', args: ['a b', '$HOME', '"', ''] })
    expect(program).toBe('/bin/sh')
    expect(args.slice(2)).toEqual(['/bin/echo', 'a b', '$HOME', '"', ''])
  })

  it('knows shells by name, login shells too', () => {
    expect(['bash', '-zsh', 'fish', 'vim', 'claude'].map(isShell)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('tab title', () => {
  const shell = {
    reported: null,
    command: { program: '/bin/bash', args: [] },
    directory: '/home/u/api',
    home: '/home/u',
    isUserShell: true,
  }

  it("is the program's title, cleaned, without a spinner", () => {
    expect(tabTitle({ ...shell, reported: ' build\u202e \x07' })).toBe('build')
    expect(tabTitle({ ...shell, reported: '⠋ api' })).toBe('api')
    expect(tabTitle({ ...shell, reported: '◐ api' })).toBe('api')
    expect(tabTitle({ ...shell, reported: '⠋ - make - grok' })).toBe('make - grok')
    expect(tabTitle({ ...shell, reported: '⚠ Asks - ⠧ - make - grok' })).toBe(
      '⚠ Asks - make - grok',
    )
    expect(tabTitle({ ...shell, reported: 'a - ⠧b - c' })).toBe('a - ⠧b - c')
  })

  it('omits what agents blink while they ask', () => {
    for (const noise of ['[ ! ] Action Required', '[ . ] Action Required', '✋  Action Required'])
      for (const title of [`${noise} | api`, `${noise} api`, `⠋ ${noise} | api`])
        expect(tabTitle({ ...shell, reported: title })).toBe('api')
    expect(tabTitle({ ...shell, reported: '[ ! ] Action Required', front: 'codex' })).toBe(
      'codex - ~/api',
    )
    for (const gemini of ['✋  Action Required (api)', '✋ Action Required (api)      '])
      expect(tabTitle({ ...shell, reported: gemini })).toBe('api')
    expect(tabTitle({ ...shell, reported: 'x [ ! ] Action Required' })).toContain('Action')
  })

  it('starts with the last directory of a path that a shell sets', () => {
    const title = (reported: string) => tabTitle({ ...shell, reported })
    expect(title('~/src/api')).toBe('api - ~/src')
    expect(title('me@build: /srv/app/api/')).toBe('api - me@build: /srv/app')
    expect(title(`~/${'long/'.repeat(20)}api`)).toBe('api - …/long/long/long/long')
    expect(title(`/${'w'.repeat(80)}/api`)).toBe(`api - …/${'w'.repeat(80)}`)
    for (const same of [
      '~',
      '/',
      '/usr',
      '~/api',
      'me@build: ~',
      'vim /etc/hosts',
      '/bin/ls -l /a/b',
    ])
      expect(title(same)).toBe(same)
    expect(tabTitle({ ...shell, reported: '~/a/b', isUserShell: false })).toBe('~/a/b')
  })

  it("is an agent's name and project instead of its path", () => {
    const codex = { ...shell, front: 'codex', project: 'api (main)' }
    expect(tabTitle({ ...codex, reported: '/srv/code/api' })).toBe('codex - api (main)')
    expect(tabTitle({ ...codex, reported: null })).toBe('codex - api (main)')
    expect(tabTitle({ ...codex, reported: 'Fix the tests' })).toBe('Fix the tests')
  })

  it('is the shell, or command and directory, when the program sets none', () => {
    expect(tabTitle({ ...shell, reported: ' ' })).toBe('bash')
    const htop = { ...shell, command: { program: '/usr/bin/htop', args: [] }, isUserShell: false }
    expect(
      [
        htop,
        { ...htop, front: 'codex' },
        { ...shell, front: 'codex' },
        { ...shell, front: 'codex', reported: 'api' },
      ].map(tabTitle),
    ).toEqual(['htop - ~/api', 'htop - ~/api', 'codex - ~/api', 'api'])
  })
})
