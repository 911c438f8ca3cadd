/**
 * The changelog of packages in Debian's format, from
 * src/packaging/dev.vibeflow.terminal.metainfo.xml.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root, Stop } from '../project.mjs'

/** Line length of `dch`. */
const width = 78

/**
 * Uses the commit's time, like all times in packages.
 * @param {Pick<import('./facts.mjs').Facts, 'version' | 'epoch'>} facts
 */
export function changelog({ version, epoch }) {
  return (
    `vibeflow (${version}) unstable; urgency=medium\n\n` +
    `${contents(version).map(entry).join('')}\n -- The vibeflow project ` +
    `<packages@vibeflow.invalid>  ${rfcDate(epoch)}\n`
  )
}

/** @param {string} version @returns {string[]} the points of its `<release>` */
function contents(version) {
  const text = fs.readFileSync(
    path.join(root, 'src/packaging/dev.vibeflow.terminal.metainfo.xml'),
    'utf8',
  )
  const release = text.split('<release ').find((part) => part.startsWith(`version="${version}"`))
  const points = [...(release ?? '').matchAll(/<li>([^<]*)<\/li>/g)].map(([, point = '']) =>
    point.replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim(),
  )
  if (points.length === 0)
    throw new Stop(
      `the metainfo file does not say what is in ${version}: its <release> wants a ` +
        '<description> with a list',
    )
  return points
}

/** @param {string} point */
function entry(point) {
  const lines = ['']
  for (const word of point.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length + 5 > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map((line, index) => `${index === 0 ? '  * ' : '    '}${line}\n`).join('')
}

/** Returns `Sat, 21 Nov 2026 18:00:00 +0000`. @param {number} epoch seconds */
function rfcDate(epoch) {
  return new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')
}
