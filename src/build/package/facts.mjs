/**
 * A package's name, processor and time stamp. Pure: everything is an argument.
 * @typedef {{ name: string, version: string, engine: 'shim' | 'electron', arch: 'x64' | 'arm64',
 * epoch: number }} Facts
 *   epoch: seconds; all times in packages are this one
 */

/** Names of processors by format, as in electron-builder's file names. */
const processors = {
  x64: { appimage: 'x86_64', deb: 'amd64', rpm: 'x86_64', tar: 'x64' },
  arm64: { appimage: 'arm64', deb: 'arm64', rpm: 'aarch64', tar: 'arm64' },
}

/** @param {Facts} facts @param {'appimage' | 'deb' | 'rpm' | 'tar'} format */
export function processor({ arch }, format) {
  return processors[arch][format]
}

/**
 * Returns the files of a release folder. Names show whether a package uses the shim.
 * @param {Facts} facts
 */
export function fileNames(facts) {
  const { version, engine, arch } = facts
  const name = packageName(facts)
  return {
    appimage: `${name}-${version}-${processor(facts, 'appimage')}.AppImage`,
    deb: `${name}_${version}_${processor(facts, 'deb')}.deb`,
    rpm: `${name}-${version}-1.${processor(facts, 'rpm')}.rpm`,
    tar: `${name}-${version}-linux-${processor(facts, 'tar')}.tar.gz`,
    runtime: `appimage-runtime-${version}-source.tar.gz`,
    sbom: `${name}-${version}-${arch}.cdx.json`,
    licences: engine === 'shim' ? 'THIRD-PARTY-LICENSES-shim.txt' : 'THIRD-PARTY-LICENSES.txt',
    // electron-builder's names for Linux: `-arm64`, or nothing
    feed: `latest${engine === 'shim' ? '-shim' : ''}-linux${arch === 'x64' ? '' : `-${arch}`}.yml`,
    sums: engine === 'shim' ? 'SHA256SUMS-shim' : 'SHA256SUMS',
  }
}

/**
 * Returns whether a file belongs to packages with this engine. Both kinds may be in the folder; the
 * sources of the AppImage runtime belong to both.
 * @param {Facts} facts
 * @param {string} name
 */
export function isOf(facts, name) {
  return name === fileNames(facts).runtime || name.includes('-shim') === (facts.engine === 'shim')
}

/** @param {Pick<Facts, 'name' | 'engine'>} facts */
export function packageName({ name, engine }) {
  return engine === 'shim' ? `${name}-shim` : name
}

/**
 * Returns the time for everything in packages in seconds since 1970: SOURCE_DATE_EPOCH, else the
 * newest commit's.
 * @param {string | undefined} asked SOURCE_DATE_EPOCH
 * @param {string} commit output of `git log -1 --format=%ct`; empty without git
 * @param {number} fallback the newest time among the sources
 */
export function epochOf(asked, commit, fallback) {
  for (const text of [asked ?? '', commit])
    if (/^\d{1,11}$/.test(text.trim())) return Number(text.trim())
  return Math.floor(fallback)
}

/** @param {string} arch Node's name @returns {'x64' | 'arm64' | undefined} */
export function knownArch(arch) {
  return arch === 'x64' || arch === 'arm64' ? arch : undefined
}
