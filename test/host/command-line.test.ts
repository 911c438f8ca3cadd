/** The words after `vibeflow`. */
import { describe, expect, it } from 'vitest'
import { ownWords, parseCommandLine } from '../../src/host/command-line.ts'

const parse = (...words: string[]) => parseCommandLine(words, { directory: '/home/u', version: '1.0' })

describe('command line', () => {
  it('runs the shell here when nothing is said', () => {
    expect(parse()).toEqual({ kind: 'run', command: null, directory: null, debugFrames: false })
  })

  it('gives -e and -- all following words, options too', () => {
    expect(parse('-d', 'api', '-e', 'sh', '-c', 'echo "a b"', '--help')).toEqual({ kind: 'run', command: { program: 'sh', args: ['-c', 'echo "a b"', '--help'] }, directory: '/home/u/api', debugFrames: false })
    expect(parse('--', '-e')).toEqual({ kind: 'run', command: { program: '-e', args: [] }, directory: null, debugFrames: false })
  })

  it('gives a single word with blanks to the shell, as old callers expect', () => {
    expect(parse('-e', 'htop -d 5')).toMatchObject({ command: { program: '/bin/sh', args: ['-c', 'htop -d 5'] } })
  })

  it('takes --debug-frames', () => {
    expect(parse('--debug-frames')).toMatchObject({ kind: 'run', debugFrames: true })
  })

  it('prints version and help', () => {
    expect(parse('-V')).toEqual({ kind: 'print', text: 'vibeflow 1.0\n' })
    expect(parse('--help')).toMatchObject({ kind: 'print', text: expect.stringContaining('--working-directory') })
  })

  it.each([
    [['--working-directry=x'], 'unknown option --working-directry. Did you mean --working-directory? vibeflow --help lists all.'],
    [['-x'], 'unknown option -x. vibeflow --help lists all.'],
    [['htop'], 'unexpected word htop: name a program with -e, or a folder with -d. vibeflow --help lists all.'],
    [['-e'], '-e needs a program after it, such as -e htop.'],
    [['-d', ''], '--working-directory needs a folder.'],
  ])('explains %j', (words, problem) => {
    expect(parse(...words)).toEqual({ kind: 'usage', problem })
  })

  it('finds our words among those of engine and driver', () => {
    const facts = { packaged: false, appPath: '/srv/app', directory: '/srv' }
    expect(ownWords(['/x/electron', '/srv/app', '-e', 'sh'], facts)).toEqual(['-e', 'sh'])
    expect(ownWords(['/x/electron', '--inspect=0', '--remote-debugging-port=0', './app', '--no-sandbox-ish'], facts)).toEqual(['--no-sandbox-ish'])
    expect(ownWords(['/x/vibeflow', '--no-sandbox', '-d', '/'], { ...facts, packaged: true })).toEqual(['-d', '/'])
    expect(ownWords(['/x/vibeflow'], { ...facts, packaged: true })).toEqual([])
  })
})
