import { expect, test } from 'vitest'
import { layoutText } from '../../../../src/core/windows/layouts/write.ts'
import { readLayout, type ReadLayout } from '../../../../src/core/windows/layouts/read.ts'
import { layoutPanesMax } from '../../../../src/core/windows/layouts/limits.ts'
import { layoutTab } from '../../../../src/core/windows/workspace/layout-tabs.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import type { SavedLayout } from '../../../../src/core/windows/layouts/layout.ts'
import { panesMax } from '../../../../src/core/windows/panes/limits.ts'
import { problemText } from '../../../../src/core/config/problem.ts'
import { parseToml } from '../../../../src/host/config/parse-toml.ts'

function read(text: string): ReadLayout {
  const parsed = parseToml(text)
  if (!parsed.ok) throw new Error(`${parsed.place.line}: ${parsed.reason}`)
  return readLayout({ file: '/c/layouts/work.toml', ...parsed }, (folder) =>
    folder.startsWith('/') ? folder : `/c/layouts/${folder}`,
  )
}

function layoutOf(text: string): SavedLayout {
  const found = read(text)
  if ('problems' in found) throw new Error(found.problems.map(problemText).join('\n'))
  return found.layout
}

function problems(text: string): string[] {
  const found = read(text)
  return 'problems' in found ? found.problems.map(problemText) : []
}

const written = `
folder = "/src"
[[tabs]]
title = "api"
split = "right"
sizes = [60, 40]
panes = [
  { command = "npm run dev" },
  { split = "down", folder = "web", panes = [{ command = ["htop", "-d", "5"], focus = true }, {}] },
]

[[tabs]]
profile = "logs"
`

test('a handwritten layout file is read', () => {
  expect(layoutOf(written)).toEqual({
    panes: [
      { folder: '/src', command: { program: '/bin/sh', args: ['-c', 'npm run dev'] } },
      { folder: '/c/layouts/web', command: { program: 'htop', args: ['-d', '5'] }, title: 'api' },
      { folder: '/c/layouts/web' },
      { folder: '/src', profile: 'logs' },
    ],
    splits: [
      {
        tree: {
          axis: 'row',
          ratio: 0.6,
          first: '0',
          second: { axis: 'column', ratio: 0.5, first: '1', second: '2' },
        },
        zoomed: false,
        focus: '1',
      },
    ],
    active: 1,
  })
})

test('tables below each other equal lists, and sizes are shares of the whole', () => {
  const { splits, active } = layoutOf(
    'active = 2\n[[tabs]]\n[[tabs]]\nsplit = "down"\nsizes = [1, 1, 2]\n' +
      '[[tabs.panes]]\n[[tabs.panes]]\n[[tabs.panes]]\nfocus = true\n',
  )
  expect(active).toBe(3)
  expect(splits[0]?.tree).toEqual({
    axis: 'column',
    ratio: 0.25,
    first: '1',
    second: { axis: 'column', ratio: 1 / 3, first: '2', second: '3' },
  })
})

test('a written layout reads back the same', () => {
  const layout: SavedLayout = {
    panes: [
      { folder: '/home/me/a "b"', command: { program: 'make', args: ['-C', "it's \\n"] } },
      { folder: '/home/me', title: 'x', command: { program: '/bin/sh', args: ['-c', 'a | b'] } },
      { folder: '/home/me', profile: 'logs' },
      { folder: '/tmp' },
      { folder: '/tmp' },
    ],
    splits: [
      {
        tree: {
          axis: 'row',
          ratio: 0.3,
          first: { axis: 'row', ratio: 0.9, first: '0', second: '1' },
          second: { axis: 'column', ratio: 0.25, first: '2', second: '3' },
        },
        zoomed: true,
        focus: '1',
      },
    ],
    active: 4,
  }
  const text = layoutText(layout, '/home/me')
  if ('problem' in text) throw new Error(text.problem)
  expect(text.notes).toEqual([])
  expect(text.text).toContain('folder = "~"')
  const parsed = parseToml(text.text)
  if (!parsed.ok) throw new Error(parsed.reason)
  const again = readLayout({ file: '/f', ...parsed }, (folder) => folder.replace('~', '/home/me'))
  expect(again).toEqual({ layout })
})

test.each([
  ['', 'work.toml: tabs is missing. Allowed: 1 to 64 [[tabs]] tables.'],
  ['tabs = 3', 'work.toml line 1: invalid value for tabs: 3. Allowed: 1 to 64 [[tabs]] tables.'],
  [
    '[[tabs]]\nxyzxyz = "ls"',
    'work.toml line 2: unknown key "xyzxyz". Allowed: command, folder, profile, focus, title, ' +
      'zoomed.',
  ],
  [
    '[[tabs]]\nsplit = "right"\npanes = [{}, {}]\nxyzxyz = 1',
    'work.toml line 4: unknown key "xyzxyz". Allowed: split, sizes, panes, folder, profile, ' +
      'title, zoomed.',
  ],
  [
    '[[tabs]]\nsplit = "right"\npanes = [{}, {}]\nfocus = true',
    "work.toml line 4: a split can't have focus. Move it to one of the panes.",
  ],
  [
    '[[tabs]]\nsplit = "right"\npanes = [{ split = "down", command = "ls", panes = [{}, {}] }, {}]',
    "work.toml line 3: a split can't have command. Move it to one of the panes.",
  ],
  [
    '[[tabs]]\nsplit = "right"\npanes = [{ focus = true }, { focus = true }]',
    'work.toml line 3: only one pane of a tab can have focus = true.',
  ],
  [
    '[[tabs]]\nsplit = "down"\n[[tabs.panes]]\nfocus = true\n[[tabs.panes]]\nsplit = "down"\n' +
      '[[tabs.panes.panes]]\n[[tabs.panes.panes]]\nfocus = true',
    'work.toml line 9: only one pane of a tab can have focus = true.',
  ],
  [
    '[[tabs]]\nsplit = "right"\npanes = [{ title = "a" }, {}]',
    'work.toml line 3: unknown key "title". Allowed: command, folder, profile, focus.',
  ],
  ['[[tabs]]\ncomand = "ls"', 'work.toml line 2: unknown key "comand". Did you mean command?'],
  [
    '[[tabs]]\n\nsplit = "left"\npanes = [{}, {}]',
    'work.toml line 3: invalid value for split of tabs[1]: "left". Allowed: "right" (side by ' +
      'side) or "down".',
  ],
  [
    '[[tabs]]\nsplit = "down"\npanes = [{}]',
    'work.toml line 3: invalid value for panes of tabs[1]: a list of 1. Allowed: a list of 2 to ' +
      '32 panes.',
  ],
  [
    '[[tabs]]\nsplit = "down"\nsizes = [1]\npanes = [{}, {}]',
    'work.toml line 3: invalid value for sizes of tabs[1]: a list of 1. Allowed: a list of 2 ' +
      'positive numbers, one for each pane.',
  ],
  [
    '[[tabs]]\n[[tabs]]\ncommand = []',
    'work.toml line 3: invalid value for command of tabs[2]: a list of 0. Allowed: a command ' +
      'line for /bin/sh, or a list of a program and its arguments.',
  ],
  [
    '[[tabs]]\ncommand = "ls\\u001b[2J"',
    'work.toml line 2: command of tabs[1] contains an invisible character: "ls\\u001b[2J". ' +
      'Remove it.',
  ],
  [
    '[[tabs]]\ncommand = "ls \\u202e#"',
    'work.toml line 2: command of tabs[1] contains an invisible character: "ls \\u202e#". Remove ' +
      'it.',
  ],
  [
    '[[tabs]]\nfolder = ""',
    'work.toml line 2: invalid value for folder of tabs[1]: "". Allowed: a string.',
  ],
  [
    `[[tabs]]\ncommand = "${'x'.repeat(600)}"`,
    'work.toml line 2: command of tabs[1] has 600 characters; the maximum is 512.',
  ],
  [
    'active = 2\n[[tabs]]',
    'work.toml line 1: invalid value for active: 2. Allowed: the number of a tab, 1 to 1.',
  ],
])('names file, line and key: %s', (text, problem) => {
  expect(problems(text)).toEqual([problem])
})

test('an oversized file opens nothing and is refused quickly', () => {
  const tab = (count: number) =>
    `[[tabs]]\nsplit = "down"\npanes = [${Array(count).fill('{}').join(', ')}]\n`
  expect(problems(tab(panesMax).repeat(layoutPanesMax / panesMax))).toEqual([])
  expect(problems(tab(panesMax).repeat(layoutPanesMax / panesMax + 1))[0]).toContain(
    `a layout can have up to ${layoutPanesMax} panes in total`,
  )
  const inEachOther = (depth: number): string =>
    depth === 0 ? '{}' : `{ split = "down", panes = [{}, ${inEachOther(depth - 1)}] }`
  expect(problems(`[[tabs]]\nsplit = "right"\npanes = [{}, ${inEachOther(60)}]`)[0]).toMatch(
    /up to 32 levels deep/,
  )
  expect(problems(`[[tabs]]\nsplit = "right"\npanes = [{}, ${inEachOther(31)}]`)[0]).toMatch(
    /this tab has 33 panes; the maximum is 32\./,
  )
  expect(problems('[[tabs]]\n'.repeat(65))).toHaveLength(1)
  expect(
    problems(`[[tabs]]\n${[...Array(50).keys()].map((at) => `k${at} = 1\n`).join('')}`),
  ).toHaveLength(10)
})

test('parts of a window that a layout cannot hold are omitted with a report', () => {
  const layout = (program: string): SavedLayout => ({
    panes: [{ folder: '/tmp', command: { program, args: [] } }],
    splits: [],
    active: 0,
  })
  for (const program of ['a\u001bb', 'x'.repeat(513)]) {
    const text = layoutText(layout(program), '/home/me')
    if ('problem' in text) throw new Error(text.problem)
    expect(text.notes).toHaveLength(1)
    expect(layoutOf(text.text).panes).toEqual([{ folder: '/tmp' }])
  }
  const many = { panes: Array(129).fill({ folder: '/' }), splits: [], active: 0 }
  expect(layoutText(many, '/home/me')).toHaveProperty('problem')
  expect(layoutText({ ...many, panes: [] }, '/home/me')).toHaveProperty('problem')
})

test('a missing directory is reported in its pane', () => {
  const around = { directory: '/srv', home: '/home/u', environment: {} }
  expect([{ folder: '/srv/web' }, {}].map((pane) => layoutTab(pane, around, defaults))).toEqual([
    { directory: '/srv/web', instead: ['/home/u'], word: 'opened', waits: true },
    { directory: '/srv', waits: true },
  ])
})
