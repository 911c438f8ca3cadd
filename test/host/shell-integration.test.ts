/** Real shells in real ptys, with our marks and with the user's own start-up files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withShellIntegration } from '../../src/core/session/launch/shell-integration.ts'
import { realShell as shell } from './real-shell.ts'

const shells = ['bash', 'zsh', 'fish'] as const
const rcOf = { bash: '.bashrc', zsh: '.zshrc', fish: '.config/fish/config.fish' } as const

describe.each(shells)('%s', (name) => {
  it('marks prompts, commands and their ends in order, with exit codes', async () => {
    const { prompt, type, story } = shell(name)
    await prompt()
    await type('true\r')
    await type('sh -c "exit 7"\r')
    expect(story()).toBe('A B C D0 A B C D7 A B')
  })

  it('marks a canceled line without a code', async () => {
    const { prompt, rest, type, write, story, until, text } = shell(name)
    await prompt()
    await type('false\r')
    // a name of this machine or of the folder may have these letters too
    const before = text().length
    write('abc')
    await until('the echo', () => /a\S*b\S*c/.test(text().slice(before)))
    await rest()
    await type('\x03')
    await type('true\r')
    expect(story()).toBe('A B C D1 A B D A B C D0 A B')
  })

  it('marks a command of several lines once', async () => {
    const { prompt, type, story } = shell(name)
    await prompt()
    await type(
      name === 'fish' ? 'for x in 1 2\recho $x\rend\r' : 'for x in 1 2\rdo echo $x\rdone\r',
    )
    expect(story()).toBe('A B C D0 A B')
  })

  it('reports directories, also odd ones', async () => {
    const { prompt, type, home, directories } = shell(name)
    await prompt()
    await type("mkdir 'a b;c%é' && cd 'a b;c%é'\r")
    expect([directories[0], directories.at(-1)]).toEqual([home, join(home, 'a b;c%é')])
  })

  it("reads the user's start-up file and leaves nothing in the environment", async () => {
    const { prompt, type } = shell(name, {
      files: { [rcOf[name]]: name === 'fish' ? 'set -g mine yes' : 'mine=yes' },
    })
    await prompt()
    expect(await type('echo "[$mine]"\r')).toContain('[yes]')
    const environment = await type('env; echo\r')
    expect(environment).not.toMatch(
      /^(ENV|ZDOTDIR|XDG_DATA_DIRS|VIBEFLOW_(?!TTY)\w*|HISTFILE|POSIXLY_CORRECT)=/m,
    )
    expect(environment).not.toContain('integrations')
  })

  it('keeps the status for the prompt of the user', async () => {
    const files = {
      bash: { '.bashrc': "PS1='<$?> '" },
      zsh: { '.zshrc': "PS1='<%?> '" },
      fish: { '.config/fish/config.fish': 'function fish_prompt; echo -n "<$status> "; end' },
    }[name]
    const { prompt, type } = shell(name, { files })
    await prompt()
    expect(await type('sh -c "exit 5"\r')).toContain('<5>')
  })

  it('does nothing when it is turned off', async () => {
    const { write, marks, text, until } = shell(name, {
      environment: { VIBEFLOW_SHELL_INTEGRATION: '0' },
    })
    write('echo o""k\r')
    await until('the answer', () => /\bok\b/.test(text()))
    expect(marks).toEqual([])
  })

  it('adds nothing to the history', async () => {
    const { home, prompt, type, write, until, text } = shell(name, {
      files:
        name === 'zsh' ? { '.zshrc': 'HISTFILE=~/.zsh_history; SAVEHIST=10; HISTSIZE=10' } : {},
    })
    await prompt()
    await type('echo one\r')
    write('exit\r')
    await until('the end', () => text().endsWith('<ended>'))
    const file = { bash: '.bash_history', zsh: '.zsh_history', fish: '.data/fish/fish_history' }[
      name
    ]
    expect(
      readFileSync(join(home, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.includes('when:'))
        .map((line) => line.replace('- cmd: ', '')),
    ).toEqual(['echo one', 'exit'])
  })

  it('works in a login shell, with its own files', async () => {
    const files = {
      bash: { '.bash_profile': 'mine=login' },
      zsh: { '.zprofile': 'mine=login' },
      fish: { '.config/fish/config.fish': 'status is-login; and set -g mine login' },
    }[name]
    const { prompt, type, story } = shell(name, { args: ['-l'], files })
    await prompt()
    expect(await type('echo "[$mine]"\r')).toContain('[login]')
    expect(await type('env\r')).not.toMatch(/^(ENV|HISTFILE|POSIXLY_CORRECT|VIBEFLOW_BASH\w*)=/m)
    expect(story()).toBe('A B C D0 A B C D0 A B')
  })

  it('is not handed on to a nested shell, and marks again after it', async () => {
    const { prompt, write, until, text, marks, type } = shell(name)
    await prompt()
    write(`${name}\r`)
    write('echo in""ner\r')
    await until('the inner shell', () => /\binner\b/.test(text()))
    expect(marks.filter((mark) => mark === 'C').length).toBe(1)
    await type('exit\r')
    expect(marks.filter((mark) => mark.startsWith('D'))).toEqual(['D0'])
  })
})

describe("users' settings in bash", () => {
  it.each([
    ['a prompt command', 'PROMPT_COMMAND=\'echo "[pc $?]"\'', '[pc 3]'],
    [
      'a list of prompt commands',
      'PROMPT_COMMAND=(\'echo "[one $?]"\' \'echo "[two $?]"; \')',
      '[two 3]',
    ],
    ['a prompt command that ends in a semicolon', 'PROMPT_COMMAND=\'echo "[pc $?]";\'', '[pc 3]'],
    [
      'a prompt that is made anew each time',
      'make() { PS1="[made $?] "; }; PROMPT_COMMAND=make',
      '[made 3]',
    ],
    [
      'a DEBUG trap',
      "trap 'last=$BASH_COMMAND' DEBUG; PROMPT_COMMAND='echo \"[pc $?]\"'",
      '[pc 3]',
    ],
    ['nounset', "set -u; PS1='[pc $?] '", '[pc 3]'],
    ['a PS0 of its own', "PS0='[zero]'; PS1='[pc $?] '", '[zero]'],
    [
      'prompts that are not expanded',
      'shopt -u promptvars; PROMPT_COMMAND=\'echo "[pc $?]"\'',
      '[pc 3]',
    ],
  ])('%s', async (_what, rc, shown) => {
    const { prompt, type, story } = shell('bash', { files: { '.bashrc': rc } })
    await prompt()
    expect(await type('(exit 3)\r')).toContain(shown)
    await type('true\r')
    expect(story()).toBe('A B C D3 A B C D0 A B')
  })

  it('the command as title, but not of lines that history leaves out', async () => {
    const rc = 'HISTCONTROL=ignoreboth'
    const { prompt, type, titles } = shell('bash', { files: { '.bashrc': rc } })
    await prompt()
    await type('true one\r')
    await type('true one\r')
    await type('false; true $(echo "a  b")\r')
    await type(' true private\r')
    await type('for x in 1 2\rdo true\rdone\r')
    expect(titles.filter((title) => title !== '~')).toEqual([
      'true one',
      'false; true $(echo "a  b")',
      'for x in 1 2; do true; done',
    ])
    expect(titles.at(-1)).toBe('~')
  })

  it('exec bash', async () => {
    const { prompt, write, until, text } = shell('bash')
    await prompt()
    write('exec bash\r')
    write('echo st""ill\r')
    await until('the new shell', () => /\bstill\b/.test(text()))
    expect(text()).not.toMatch(/not found|error/)
  })
})

describe("users' settings in zsh", () => {
  it.each([
    ['hooks of their own', 'mine() { print "[pc $?]" }; precmd_functions+=(mine)', '[pc 3]'],
    ['a prompt that is made anew each time', 'precmd() { PS1="[made $?] " }', '[made 3]'],
    ['unset names as errors', 'setopt nounset; PS1="[pc %?] "', '[pc 3]'],
    ['ksh arrays', 'setopt ksharrays; PS1="[pc %?] "', '[pc 3]'],
    ['a folder of their own for start-up files', 'PS1="[pc %?] "', '[pc 3]'],
  ])('%s', async (what, rc, shown) => {
    const other = what.startsWith('a folder')
    const { prompt, type, story } = shell('zsh', {
      files: other ? { '.zshenv': 'ZDOTDIR=$HOME/z', 'z/.zshrc': rc } : { '.zshrc': rc },
    })
    await prompt()
    expect(await type('(exit 3)\r')).toContain(shown)
    await type('true\r')
    expect(story()).toBe('A B C D3 A B C D0 A B')
  })
})

describe('other launches are left as they are', () => {
  const launch = (program: string, ...args: string[]) => ({
    program,
    args,
    environment: { HOME: '/h' },
  })
  it.each([
    launch('/bin/sh'),
    launch('/usr/bin/vim'),
    launch('bash', '-c', 'ls'),
    launch('bash', 'script.sh'),
    launch('bash', '--norc'),
    launch('bash', '--rcfile', 'x'),
    launch('zsh', '-f'),
    launch('fish', '-N'),
  ])('%j', (one) => {
    expect(withShellIntegration(one, '/i')).toBe(one)
  })

  it('and lists of folders are kept', () => {
    expect(
      withShellIntegration(
        { program: '/usr/bin/fish', args: [], environment: { XDG_DATA_DIRS: '/a:/b' } },
        '/i',
      ).environment,
    ).toEqual({ XDG_DATA_DIRS: '/i/fish:/a:/b', VIBEFLOW_XDG_DATA_DIRS: '/a:/b' })
    expect(
      withShellIntegration({ program: 'zsh', args: ['-l'], environment: { ZDOTDIR: '/z' } }, '/i')
        .environment,
    ).toEqual({ ZDOTDIR: '/i/zsh', VIBEFLOW_ZDOTDIR: '/z' })
  })
})
