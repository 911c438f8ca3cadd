/** Panes of a layout as tabs that are opened, and tabs as panes of a layout. Pure. */
import { noSuchProfile, profileNamed, withProfile } from '../../config/profile.ts'
import type { Options } from '../../config/table.ts'
import { defined } from '../../../base/defined.ts'
import type { LayoutPane } from '../layouts/layout.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { RestorableTab } from '../../session/session-ports.ts'
import { namedDirectory } from './named-directory.ts'
import { profileCommand, type TabOptions } from './tab-options.ts'

/** Of the panes that say nothing of their own. */
export type LayoutSurroundings = Pick<TabOptions, 'directory' | 'instead' | 'launch'>

/** `missing`: a profile that is not there, in a sentence. */
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
      ? { missing: `${noSuchProfile(options, name)} The pane has none.` }
      : {}),
  }
}

/** A name that the user typed counts as its title. */
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
