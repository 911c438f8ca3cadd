/** Converts panes of a layout to tabs to open, and tabs to panes. Pure. */
import { noSuchProfile, profileNamed, withProfile } from '../../config/profile.ts'
import type { Options } from '../../config/table.ts'
import { defined } from '../../../base/objects/defined.ts'
import type { LayoutPane } from '../layouts/layout.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { RestorableTab } from '../../session/session-ports.ts'
import { namedDirectory } from './directories.ts'
import { profileCommand, type TabOptions } from './tab-options.ts'

/** Values for panes without their own. */
export type LayoutSurroundings = Pick<TabOptions, 'directory' | 'instead' | 'launch'>

/** `missing`: a sentence about a missing profile. */
export function layoutTab(
  { command, folder, profile: name, title }: LayoutPane,
  {
    home,
    environment,
    ...others
  }: LayoutSurroundings & { readonly home: string; readonly environment: Environment },
  options: Options,
): TabOptions & { readonly missing?: string } {
  const profile = profileNamed(options, name)
  const named =
    folder ??
    (profile === undefined
      ? null
      : namedDirectory(withProfile(options, profile), home, environment))
  return {
    ...others,
    ...(named === null ? {} : { directory: named, instead: [home], word: 'opened' }),
    ...(name === undefined || profile === undefined
      ? {}
      : { profile: name, ...profileCommand(profile) }),
    ...defined({ command, title }),
    waits: true,
    ...(name !== undefined && profile === undefined
      ? { missing: `${noSuchProfile(options, name)} Using no profile.` }
      : {}),
  }
}

/** A user's name counts as the title. */
export function layoutPane({
  command,
  isUserShell,
  directory,
  profile,
  name,
  title,
}: RestorableTab): LayoutPane {
  const called = name ?? title
  return {
    ...(isUserShell ? {} : { command }),
    folder: directory,
    ...(profile === undefined ? {} : { profile }),
    ...(called === null ? {} : { title: called }),
  }
}
