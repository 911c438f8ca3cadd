/** Buttons, icon, sound and urgency of a notification of OSC 99 on the desktop. Pure. */
import type { TrackedNotification } from '../../session/tracked-notifications.ts'
import type { NotificationOptions } from './channels.ts'
import { plain } from './messages.ts'

export interface ProgramDetails {
  readonly notification: TrackedNotification
  /** The shown notification that it updates, or `null`. */
  readonly replaces: TrackedNotification | null
  /** Labels. */
  readonly buttons: readonly string[]
  /** Name of an icon in the desktop's theme. */
  readonly icon: string | null
  /** PNG, JPEG or GIF. */
  readonly image: Uint8Array | null
  /** Name of a sound in the desktop's theme, `silent`, or `null` for no sound of the desktop. */
  readonly sound: string | null
  readonly category: string | null
  /** Whether the desktop may remove it after a time. */
  readonly expires: boolean
}

type Details = Pick<TrackedNotification, 'request'>

/** Names of the Icon Naming Specification for those of the protocol. */
const icons: ReadonlyMap<string, string> = new Map([
  ['error', 'dialog-error'],
  ['warn', 'dialog-warning'],
  ['warning', 'dialog-warning'],
  ['info', 'dialog-information'],
  ['question', 'dialog-question'],
  ['help', 'help-browser'],
  ['file-manager', 'system-file-manager'],
  ['system-monitor', 'utilities-system-monitor'],
  ['text-editor', 'accessories-text-editor'],
])

/** Names of the Sound Naming Specification for those of the protocol. */
const sounds: ReadonlyMap<string, string> = new Map([
  ['error', 'dialog-error'],
  ['warn', 'dialog-warning'],
  ['warning', 'dialog-warning'],
  ['info', 'dialog-information'],
  ['question', 'dialog-question'],
])

const urgencies = ['low', 'normal', 'critical'] as const

/** Names of themes, which cannot be paths. */
const themeName = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/

/** Returns the desktop's name of a sound of the protocol, `silent`, or `system` for others. */
export function soundOf({ request }: Details): string {
  const { sound = 'system' } = request.options
  return sounds.get(sound) ?? (sound === 'silent' ? sound : 'system')
}

export function programUrgency({ request }: Details): 'low' | 'normal' | 'critical' {
  return urgencies[request.options.urgency ?? 1]
}

/** `content`: buttons and icons tell as much as the text, and are hidden with it. */
export function programDetails(
  notification: TrackedNotification,
  content: NotificationOptions['content'],
  sound: string | null,
): ProgramDetails {
  const { buttons, icon: data, options } = notification.request
  const { expireMs = -1, types = [] } = options
  const full = content === 'full'
  return {
    notification,
    replaces: notification.replaces,
    buttons: full ? buttons.map(plain) : [],
    ...(full ? iconOf(options, data) : { icon: null, image: null }),
    sound: sound === 'silent' ? null : sound,
    category: types.find((type) => themeName.test(type)) ?? null,
    expires: expireMs !== 0,
  }
}

/** A known name comes first, then the data, then a name that only this desktop may know. */
function iconOf(
  { app, icons: names = [] }: Details['request']['options'],
  data: Uint8Array | null,
): Pick<ProgramDetails, 'icon' | 'image'> {
  const known = names.flatMap((name) => icons.get(name) ?? [])[0]
  if (known !== undefined) return { icon: known, image: null }
  if (data !== null) return { icon: null, image: data }
  const name = [...names, ...(app === undefined ? [] : [app])].find((one) => themeName.test(one))
  return { icon: name ?? null, image: null }
}
