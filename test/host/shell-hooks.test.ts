/**
 * Hooks of the shell integration survive what users' startup files, themes and tools do to a
 * shell's hooks. Fake tools hook as the real tools do in their public sources.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { realShell } from './real-shell.ts'

type Shell = ReturnType<typeof realShell>

/** The exit codes and marks of `false` and `true`, typed from now on. */
async function marksOf({ marks, type }: Pick<Shell, 'marks' | 'type'>) {
  const from = marks.length
  await type('(exit 3)\r')
  await type('true\r')
  return marks
    .slice(from)
    .filter((mark, index, all) => mark !== all[index - 1])
    .join(' ')
}
const complete = 'C D3 A B C D0 A B'

describe('bash', () => {
  it('keeps its hooks when a startup file is read again', async () => {
    const rc = "PS1='$ '\nPROMPT_COMMAND='history -a'\n"
    const shell = realShell('bash', { files: { '.bashrc': rc } })
    await shell.prompt()
    await shell.type('source ~/.bashrc\r')
    expect(await marksOf(shell)).toBe(complete)
    const declared = await shell.type('declare -p PROMPT_COMMAND\r')
    expect(declared.match(/history -a/g)).toHaveLength(1)
    // a whole list, and none: hooks are back after the next command
    for (const reset of ["PROMPT_COMMAND=('history -a' :)", 'unset PROMPT_COMMAND']) {
      await shell.settle(reset)
      expect([reset, await marksOf(shell)]).toEqual([reset, complete])
    }
    // the prompt of a hook that came after all others has a start, and an end from the next one on
    await shell.settle("PROMPT_COMMAND+=('PS1=late')")
    expect(await marksOf(shell)).toBe(complete)
    await shell.type('set -u\r')
    expect(await marksOf(shell)).toBe(complete)
    expect(shell.text()).not.toMatch(/unbound|not found|syntax/)
  })

  it.each([
    ['a list', "PROMPT_COMMAND=('history -a' true)"],
    ['a string', "PROMPT_COMMAND='history -a'"],
    ['nothing', 'PROMPT_COMMAND='],
    ['no variable', 'unset PROMPT_COMMAND'],
  ])('marks the prompt after a startup file sets PS1 and hooks to %s', async (_, hooks) => {
    const shell = realShell('bash', {
      files: { '.bashrc': "PS1='$ '\n", other: `PS1='> '\n${hooks}` },
    })
    await shell.prompt()
    const from = shell.marks.length
    await shell.type('(exit 3); source ~/other\r')
    expect(shell.marks.slice(from).join(' ')).toBe('C D0 A B')
    expect(await marksOf(shell)).toBe(complete)
    expect(shell.text()).not.toMatch(/unbound|not found|syntax|subscript/)
  })

  it("keeps the user's trap on RETURN", async () => {
    const shell = realShell('bash', { files: { '.bashrc': "trap 'echo own' RETURN" } })
    await shell.prompt()
    expect(await shell.type('trap -p RETURN; . /dev/null\r')).toMatch(/'echo own' RETURN\s+own/)
    shell.write('unset PROMPT_COMMAND; PS1=x\r')
    await shell.type('true\r')
    expect(await marksOf(shell)).toBe(complete)
  })

  it.each([
    [
      'a hook that replaces PS1 as starship',
      'starship_precmd() { PS1="s$? "; }; PROMPT_COMMAND="starship_precmd"',
    ],
    [
      'hooks in a list as oh-my-posh, with a PS0 of its own',
      `PS0='\${_t:0:0}'; _omp() { local s=$?; PS1='$(echo omp) '; shopt -s promptvars; return $s; }
       PROMPT_COMMAND=(_omp "\${PROMPT_COMMAND[@]}")`,
    ],
    [
      'bash-preexec with a prompt command that installs itself, as atuin uses it',
      `__bp_invoke() { __bp_last=$?; for f in "\${precmd_functions[@]}"; do "$f"; done; }
       __bp_on() { __bp_mode=on; }
       __bp_debug() {
         [[ $__bp_mode == on && $BASH_COMMAND != __vibeflow* ]] && __bp_mode=; return 0; }
       __bp_install() { trap '__bp_debug "$_"' DEBUG
         PROMPT_COMMAND=$'__bp_invoke\\n'\${PROMPT_COMMAND//__bp_install/:}$'\\n__bp_on'
         __bp_invoke; __bp_on; }
       precmd_functions=(_atuin); _atuin() { local EXIT=$?; [[ -z \${ID-} ]] && return; ID=; }
       PROMPT_COMMAND=$'history -a\\n__bp_install'`,
    ],
    [
      'a hook in front as direnv',
      `_direnv_hook() { local s=$?; eval ":"; return $s; }
       PROMPT_COMMAND="_direnv_hook;history -a"`,
    ],
  ])('keeps its hooks with %s', async (_what, rc) => {
    const shell = realShell('bash', { files: { '.bashrc': `${rc}\n` } })
    await shell.prompt()
    expect(await marksOf(shell)).toBe(complete)
    await shell.type('source ~/.bashrc\r')
    await shell.type('true\r')
    expect(await marksOf(shell)).toBe(complete)
    expect(shell.text()).not.toMatch(/not found|syntax error/)
  })

  it.each([
    ['fields are split at digits', 'IFS=3;'],
    [
      'PS0 already marks commands',
      "PS1='\\[\\e]133;A\\a\\]$ \\[\\e]133;B\\a\\]'; PS0='\\e]133;C\\a'",
    ],
    [
      'promptvars was off for some prompts',
      "shopt -u promptvars; PROMPT_COMMAND='((n++ > 2)) && shopt -s promptvars'",
    ],
    ['PS0 marks commands and is read-only', "readonly PS0='\\e]133;C\\a'"],
    [
      'promptvars is turned off at a later prompt',
      "PROMPT_COMMAND='((n++ > 1)) && shopt -u promptvars'",
    ],
  ])('reports exit codes when %s', async (_what, rc) => {
    const shell = realShell('bash', { files: { '.bashrc': `${rc}\n` } })
    await shell.prompt()
    for (let line = 0; line < 3; line += 1) await shell.type('true\r')
    expect(await marksOf(shell)).toBe(complete)
    expect(shell.text()).not.toMatch(/required|not found|readonly|__vibeflow/)
  })

  it('marks nothing if it cannot install its hooks', async () => {
    const { write, until, text, marks } = realShell('bash', {
      files: { '.bashrc': "readonly PROMPT_COMMAND='history -a'\n" },
    })
    write('echo o""k\r')
    await until('the answer', () => /\bok\b/.test(text()))
    expect([marks, /readonly/.test(text())]).toEqual([[], false])
  })

  it('marks no command without an end before bash 5.1', async () => {
    const scripts = mkdtempSync(join(tmpdir(), 'vibeflow-scripts-'))
    afterAll(() => rmSync(scripts, { recursive: true, force: true }))
    cpSync(resolve(import.meta.dirname, '../../src/integrations/shell'), scripts, {
      recursive: true,
    })
    const file = join(scripts, 'bash/vibeflow.bash')
    const script = readFileSync(file, 'utf8')
    const old = script.replace(/BASH_VERSINFO\[0\] > 5 \|\| \(/, '0 && (')
    expect(old).not.toBe(script)
    writeFileSync(file, old)
    const rc = "PS1='$ '\nPROMPT_COMMAND='history -a'\n"
    const shell = realShell('bash', { files: { '.bashrc': rc }, scripts })
    await shell.prompt()
    expect(await marksOf(shell)).toBe(complete)
    shell.write('source ~/.bashrc\rtrue\recho o""k\r')
    await shell.until('the answer', () => /\bok\b/.test(shell.text()))
    expect(shell.marks.filter((mark) => mark === 'C').length).toBe(3)
  })

  it('loads its hooks once in a nested shell whose startup file asks for it', async () => {
    const script = resolve(import.meta.dirname, '../../src/integrations/shell/bash/vibeflow.bash')
    const shell = realShell('bash', { files: { '.bashrc': `source ${script}\nPS1='n '\n` } })
    await shell.prompt()
    expect(await marksOf(shell)).toBe(complete)
    for (const line of ['bash\r', 'exec bash\r']) {
      const from = shell.marks.length
      shell.write(line)
      await shell.until('its prompt', () => shell.marks.slice(from).join(' ').startsWith('C A B'))
      expect([line, await marksOf(shell)]).toEqual([line, complete])
    }
  })
})

describe('zsh', () => {
  it('marks the first prompt of a theme that sets it in a hook', async () => {
    const rc = `setopt prompt_subst
_set() { PROMPT=$'%F{blue}╭─%~%f\\n╰─❯ ' }
autoload -Uz add-zsh-hook; add-zsh-hook precmd _set
`
    const shell = realShell('zsh', { files: { '.zshrc': rc } })
    await shell.prompt()
    expect(shell.story()).toBe('A B')
    expect(await marksOf(shell)).toBe(complete)
    await shell.type('source ~/.zshrc; print "[$PERIOD|$periodic_functions]"\r')
    expect(shell.text()).toContain('[|]')
    // a theme that is loaded later, hooks that are thrown away, and other emulations
    await shell.settle('_late() { PS1="late " }; add-zsh-hook precmd _late')
    expect(await marksOf(shell)).toBe(complete)
    for (const reset of ['precmd_functions=()', 'preexec_functions=()']) {
      await shell.settle(reset)
      expect([reset, await marksOf(shell)]).toEqual([reset, complete])
    }
    for (const options of ['setopt ksharrays nounset', 'emulate ksh', 'emulate zsh; set -e']) {
      await shell.type(`${options}\r`)
      const from = shell.marks.length
      await shell.type('! true\r')
      await shell.type('true\r')
      expect([options, shell.marks.slice(from).join(' ')]).toEqual([options, 'C D1 A B C D0 A B'])
    }
  })

  it.each([
    ['precmd functions that are assigned', 'x() { : }; precmd_functions=(x)\n'],
    ['periodic functions of their own', 'PERIOD=30; periodic_functions=(p); p() { : }\n'],
    [
      'ksh arrays and hooks',
      'setopt ksharrays; x() { print "[x]" }; y() { print "[y]" }; precmd_functions+=(x y)\n',
    ],
  ])('marks prompts with %s', async (what, rc) => {
    const shell = realShell('zsh', { files: { '.zshrc': rc } })
    await shell.prompt()
    expect(await marksOf(shell)).toBe(complete)
    if (what.startsWith('ksh')) expect(await shell.type('true\r')).toMatch(/\[x\]\s+\[y\]/)
  })
})

describe('fish', () => {
  it('reports exit codes without an error when the prompt function is erased', async () => {
    const shell = realShell('fish', { files: {} })
    await shell.prompt()
    const run = async (line: string) => {
      const count = shell.marks.length
      shell.write(`${line}\r`)
      await shell.until('the next prompt', () => shell.marks.slice(count).includes('A'))
    }
    await run('functions -e fish_prompt')
    const from = shell.marks.length
    await run('false')
    await run('true')
    expect(shell.marks.slice(from)).toEqual(['C', 'D1', 'A', 'C', 'D0', 'A'])
    expect(shell.text()).not.toMatch(/Unknown|__vibeflow/)
    await run('function fish_prompt; echo "new> "; end')
    await shell.type('true\r')
    expect(shell.marks.slice(-4)).toEqual(['C', 'D0', 'A', 'B'])
  })

  it('keeps the end of prompts that are defined again', async () => {
    const shell = realShell('fish')
    await shell.prompt()
    await shell.type('function fish_prompt; echo -n "second> "; end\r')
    expect(
      await marksOf({
        ...shell,
        type: (line) => shell.type(line.replace(/[()]/g, '').replace('exit 3', 'sh -c "exit 3"')),
      }),
    ).toBe(complete)
    // as a Python environment does
    await shell.type(
      'functions -c fish_prompt _old; function fish_prompt; echo -n "(v) "; _old; end\r',
    )
    const from = shell.text().length
    await shell.type('true\r')
    expect(shell.text().slice(from)).toContain('second> ')
  })
})

describe.each([
  ['zsh', 'zsh'],
  ['zsh', 'fish'],
  ['fish', 'fish'],
  ['fish', 'zsh'],
] as const)('exec in %s', (first, second) => {
  it(`loads the integration again in ${second}`, async () => {
    const shell = realShell(first, { environment: { SHELL: `/usr/bin/${second}` } })
    await shell.prompt()
    // zsh exits
    if (first === 'fish') {
      await shell.type(`exec /nowhere/${second}\r`)
      expect(await shell.type('env; echo\r')).not.toContain('integrations')
    }
    const from = shell.marks.length
    shell.write('exec $SHELL\r')
    await shell.until('the new shell', () => shell.marks.slice(from).join(' ').includes('A B'))
    const environment = await shell.type('env; echo\r')
    expect(environment).not.toMatch(/^(ZDOTDIR|XDG_DATA_DIRS|VIBEFLOW_(?!TTY)\w*)=/m)
    expect(environment).not.toContain('integrations')
    expect(
      shell.marks
        .slice(from)
        .filter((mark, at, all) => mark !== all[at - 1])
        .join(' '),
    ).toBe('C A B C D0 A B')
  })
})
