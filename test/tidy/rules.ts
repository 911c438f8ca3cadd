/** The tidy rules for source text: each takes files and returns one line per offence. */
import { isNode, lineOf, parse, walk, type Node, type SourceFile } from './parse.ts'

type Rule = (files: readonly SourceFile[]) => string[]

const at = (file: SourceFile, node: { readonly start: number }, words: string) =>
  `${file.path}:${lineOf(file, node.start)}: ${words}`
const inFolders = (files: readonly SourceFile[], ...folders: readonly string[]) =>
  files.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))

/** One rule over syntax nodes: `judge` answers what is wrong with a node, if anything. */
const overNodes = (
  files: readonly SourceFile[],
  judge: (node: Node, file: SourceFile) => string | undefined,
): string[] =>
  files.flatMap((file) => {
    const offences: string[] = []
    walk(parse(file).program, (node) => {
      const words = judge(node, file)
      if (words !== undefined) offences.push(at(file, node, words))
    })
    return offences
  })

/** Time and chance are arguments in pure code (architecture, rule 4). */
export const impureCore: Rule = (files) =>
  overNodes(
    inFolders(
      files,
      ...['base', 'protocol', 'agents', 'terminal', 'core'].map((room) => `src/${room}`),
    ).filter(({ path }) => !/^src\/protocol\/(node|bin|conformance)\b/.test(path)),
    (node) => {
      if (node.type === 'MemberExpression') {
        const name = memberName(node)
        if (
          name === 'Date.now' ||
          name === 'Math.random' ||
          name?.startsWith('performance.') ||
          name?.startsWith('crypto.')
        )
          return `${name} in pure code`
        if (
          /^(globalThis|self|window)\.(setTimeout|setInterval|performance|Date)$/.test(name ?? '')
        )
          return `${name} in pure code`
      }
      if (node.type === 'NewExpression' && name(node['callee']) === 'Date')
        return 'new Date in pure code'
      if (node.type === 'CallExpression') {
        const called = name(node['callee'])
        if (
          called === 'setTimeout' ||
          called === 'setInterval' ||
          called === 'setImmediate' ||
          called === 'queueMicrotask' ||
          called === 'Date'
        )
          return `${called} in pure code`
      }
      return undefined
    },
  )

/** Text of a program must never become markup (a security rule). */
export const markup: Rule = (files) =>
  overNodes(inFolders(files, 'src/renderer', 'src/preload'), (node) => {
    const banned = new RegExp(
      String.raw`^(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc` +
        String.raw`|setHTMLUnsafe|createContextualFragment)$`,
    )
    const word =
      node.type === 'MemberExpression'
        ? name(node['property'])
        : node.type === 'JSXAttribute'
          ? name(node['name'])
          : node.type === 'Property'
            ? name(node['key'])
            : undefined
    return word !== undefined && banned.test(word) ? `${word} puts text in as markup` : undefined
  })

/** Going through a whole tree takes longer. */
const having = (files: readonly SourceFile[], word: RegExp) =>
  files.filter(({ text }) => word.test(text))

/** Types go away at build time and nothing else stays: string unions instead. */
export const erasable: Rule = (files) =>
  overNodes(having(files, /\b(?:enum|namespace|module)\b/), (node) => {
    if (node.type === 'TSEnumDeclaration') return 'enum: use a union of strings'
    // `declare module` and `declare global` describe what is there already.
    if (
      node.type === 'TSModuleDeclaration' &&
      node['kind'] !== 'global' &&
      node['declare'] !== true
    )
      return 'namespace: use a file'
    return undefined
  })

/** A caught error is handled, or a comment gives the reason why not. */
export const emptyCatch: Rule = (files) =>
  overNodes(having(files, /\bcatch\b/), (node, file) => {
    const body = node.type === 'CatchClause' ? node['body'] : undefined
    if (!isNode(body) || (body['body'] as readonly unknown[]).length > 0) return undefined
    const explained = parse(file).comments.some(
      ({ start, end, value }) => start >= body.start && end <= body.end && value.trim().length >= 8,
    )
    return explained ? undefined : 'empty catch without a reason'
  })

/** Messages that make the main process run or send what the user was asked about. */
const approvedKinds = /^(?:session\/start|session\/resume|attention\/answer|mcp\/answer)$/

/**
 * The page sends such a message only in a function that takes an `Approval`, or to decline
 * (docs/contributing/internals/security.md, "The one rule").
 */
export const unapproved: Rule = (files) =>
  inFolders(files, 'src/renderer').flatMap((file) => {
    const { program } = parse(file)
    const takers: Node[] = []
    const offences: string[] = []
    walk(program, (node) => {
      const params = node['params']
      const takes = (one: unknown) =>
        isNode(one) && /\bApproval\b/.test(file.text.slice(one.start, one.end))
      if (Array.isArray(params) && params.some(takes)) takers.push(node)
      if (node.type !== 'ObjectExpression') return
      const kind = literalOf(node, 'kind')
      if (typeof kind !== 'string' || !approvedKinds.test(kind)) return
      if (literalOf(node, 'accept') === false) return
      if (!takers.some(({ start, end }) => start < node.start && node.end < end))
        offences.push(at(file, node, `${kind} is sent without an approval`))
    })
    return offences
  })

/** Returns the value of a property that is written as a literal; `undefined` if none is. */
function literalOf(object: Node, key: string): unknown {
  for (const one of object['properties'] as readonly Node[]) {
    const [property, value] = [one['key'], one['value']]
    if (isNode(property) && property['name'] === key && isNode(value) && value.type === 'Literal')
      return value['value']
  }
  return undefined
}

/** `.only` hides the other tests. A skipped test gives a reason that the report shows. */
export const sleepingTests: Rule = (files) =>
  overNodes(inFolders(files, 'test', 'fuzz'), (node) => {
    if (node.type !== 'CallExpression' || !isNode(node['callee'])) return undefined
    const called = memberName(node['callee']) ?? ''
    if (!/^(test|it|describe|suite)\b/.test(called)) return undefined
    if (/\.only\b/.test(called)) return `${called} hides all other tests`
    const texts = (node['arguments'] as readonly unknown[]).filter(
      (one) =>
        isNode(one) &&
        ((one.type === 'Literal' && typeof one['value'] === 'string') ||
          one.type === 'TemplateLiteral'),
    )
    // Playwright: test.skip(condition, reason), test.fixme(...). vitest: test.skip('name: reason',
    // ...).
    if (/\.(skip|fixme|todo|skipIf|runIf|fails)$/.test(called) && texts.length === 0)
      return `${called} without a reason`
    if (
      /\.(skip|fixme|todo)$/.test(called) &&
      !texts.some(
        (one) =>
          isNode(one) && (one.type === 'TemplateLiteral' || String(one['value']).includes(' ')),
      )
    )
      return `${called} without a reason in words`
    return undefined
  })

/** Commented-out tests are not allowed. */
export const commentedTests: Rule = (files) =>
  inFolders(files, 'test', 'fuzz').flatMap((file) =>
    parse(file)
      .comments.filter(({ value }) => /^[\s*]*(test|it|describe)(\.\w+)*\(/m.test(value))
      .map((comment) => at(file, comment, 'a test that is commented out')),
  )

/**
 * A module makes no error and no segmenter while it is loaded. For the stack of an error, V8 parses
 * the whole bundle again (docs/contributing/reports/performance.md).
 */
export const madeOnLoad: Rule = (files) =>
  inFolders(files, 'src').flatMap(({ path, text }) =>
    [
      ...text.matchAll(/^(?:export )?(?:const|let) (\w+)(?:: [^=]+)? = new (Error|Intl\.\w+)\(/gm),
    ].map(([, name, made]) => `${path}: ${name}: make the ${made} when it is first used`),
  )

/** Names that say nothing. */
export const emptyNames: Rule = (files) =>
  files
    .filter(({ path }) => /(utils?|helpers?)\b/i.test(path.split('/').at(-1) ?? ''))
    .map(({ path }) => `${path}: a name that says nothing`)

/** `utils/index.ts` would hide such a name in its folder. */
export const fileNames: Rule = (files) =>
  inFolders(files, 'src', 'test', 'fuzz')
    .filter(({ path }) => !/^[a-z0-9_@.[\]-]+$/.test(path.split('/').at(-1) ?? ''))
    .map(({ path }) => `${path}: file names are kebab-case`)

/**
 * Spreading a list into a call puts each element on the stack: about 120,000 of them throw a
 * RangeError. `slice` or `subarray` with both ends bounds the list.
 */
export const spreadCalls: Rule = (files) =>
  overNodes(
    having(inFolders(files, 'src'), /[(,]\s*\.\.\./).filter(
      ({ path }) => !/^src\/build\//.test(path),
    ),
    (node) => {
      const { called, words } = callOf(node)
      if (!/^(min|max|push|unshift|splice|fromCharCode|fromCodePoint)$/.test(called))
        return undefined
      const isUnbounded = words.some((word) => {
        if (word.type !== 'SpreadElement') return false
        const list = callOf(word['argument'])
        return !/^(slice|subarray)$/.test(list.called) || list.words.length !== 2
      })
      return isUnbounded ? `${called} of a list of any length` : undefined
    },
  )

/** vibeflow writes its files for its user alone, whatever the umask is. */
export const privateFiles: Rule = (files) =>
  overNodes(
    inFolders(files, 'src/host', 'src/main', 'src/cli', 'src/electron-shim').filter(({ path }) =>
      path.endsWith('.ts'),
    ),
    (node, { text }) => {
      const { called, words, on } = callOf(node)
      const makes = /^(mkdir|writeFile|appendFile)(Sync)?$|^createWriteStream$/.test(called)
      const opens = /^open(Sync)?$/.test(called) && /^['"][wa]/.test(textOf(words[1], text))
      if (/^mkdir/.test(called) && words.some((word) => /\brecursive\b/.test(textOf(word, text))))
        return `${called} that is recursive: it never returns below /proc (use makeFolders)`
      // a handle has been opened with its mode
      if ((!makes && !opens) || [on, name(words[0])].includes('handle')) return undefined
      const given = words
        .slice(opens ? 2 : 1)
        .map((word) => textOf(word, text))
        .join()
      return /\b0o[67]00\b|[mM]ode\b(?!: 0)/.test(given)
        ? undefined
        : `${called} without mode 0600 or 0700`
    },
  )

/** Name and arguments of a call, and the name of the object that it is a method of. */
function callOf(node: unknown): {
  called: string
  words: readonly Node[]
  on?: string | undefined
} {
  if (!isNode(node) || node.type !== 'CallExpression') return { called: '', words: [] }
  const callee = node['callee'] as Node
  return {
    called: name(callee.type === 'MemberExpression' ? callee['property'] : callee) ?? '',
    on: name(callee['object']),
    words: node['arguments'] as readonly Node[],
  }
}

const textOf = (node: Node | undefined, text: string) =>
  node === undefined ? '' : text.slice(node.start, node.end)

function name(node: unknown): string | undefined {
  return isNode(node) && typeof node['name'] === 'string'
    ? node['name']
    : isNode(node) && node.type === 'Literal'
      ? String(node['value'])
      : undefined
}

/** `Date.now`, `test.describe.only`; `Date['now']` too. */
function memberName(node: Node): string | undefined {
  if (node.type === 'CallExpression')
    return isNode(node['callee']) ? memberName(node['callee']) : undefined
  if (node.type !== 'MemberExpression') return name(node)
  const object = isNode(node['object']) ? memberName(node['object']) : undefined
  const property = name(node['property'])
  return object === undefined || property === undefined ? undefined : `${object}.${property}`
}
