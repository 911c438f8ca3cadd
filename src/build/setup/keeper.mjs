/**
 * Compiles vibeflow-keeper (src/keeper) next to node-pty's native module, whose packages contain it
 * too. It depends on libc alone.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { must, outsideEnvironment, root, say } from '../project.mjs'

const source = path.join(root, 'src/keeper')
const files = ['keeper.c', 'parcels.c', 'session.c', 'messages.c']

/** The compiled program. */
export const keeperBinary = path.join(root, 'node_modules/node-pty/build/Release/vibeflow-keeper')
const stamp = path.join(root, 'node_modules/.cache/vibeflow/keeper')

/** Returns whether the program is compiled from these sources. */
export function keeperReady() {
  return fs.existsSync(keeperBinary) && readStamp() === sourceSum()
}

function readStamp() {
  return fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : ''
}

function sourceSum() {
  const sum = createHash('sha256')
  for (const name of fs.readdirSync(source).sort())
    sum.update(name).update(fs.readFileSync(path.join(source, name)))
  return sum.digest('hex')
}

/** Compiles the program unless it is there. The compiler must be installed. */
export async function ensureKeeper() {
  if (keeperReady()) return
  say('compiling vibeflow-keeper')
  await compileKeeper(keeperBinary, ['-O2', '-s', '-fstack-protector-strong'])
  fs.mkdirSync(path.dirname(stamp), { recursive: true })
  fs.writeFileSync(stamp, sourceSum())
}

/**
 * Compiles the program. A running keeper keeps its file: the new one replaces only the name.
 * @param {string} output
 * @param {readonly string[]} options
 */
export async function compileKeeper(output, options) {
  const environment = outsideEnvironment()
  const draft = `${output}.${process.pid}`
  fs.mkdirSync(path.dirname(output), { recursive: true })
  await must(
    'vibeflow-keeper cannot be compiled; the output of the compiler is above',
    environment['CC'] ?? 'cc',
    [
      ...['-std=gnu11', '-Wall', '-Wextra', '-Werror', `-ffile-prefix-map=${source}=.`, ...options],
      ...files.map((file) => path.join(source, file)),
      ...['-lutil', '-o', draft],
    ],
    { env: environment, quiet: true },
  )
  fs.renameSync(draft, output)
}
