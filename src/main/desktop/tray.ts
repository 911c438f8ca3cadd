/** Tray icon with the number of tabs that need the user. A click shows the most urgent one. */
import { trayPicture, trayPictureSize } from '../../core/windows/attention/tray-picture.ts'
import type { Options } from '../../core/config/table.ts'
import { needYou } from '../../core/windows/tabs/needs-you.ts'
import { png } from '../../host/desktop/png.ts'
import { Menu, nativeImage, Tray } from '../electron.ts'
import { recordCall } from '../test-hook.ts'

interface TrayActions {
  readonly goToFirst: () => void
  readonly newWindow: () => void
  readonly quit: () => void
}

/** With `auto`, the icon appears when a tab needs the user for the first time. */
export function traySign(
  actions: TrayActions,
): (count: number, tray: Options['ui']['tray']) => void {
  let sign: InstanceType<typeof Tray> | null = null
  return (count, tray) => {
    if (tray === 'off') {
      sign?.destroy()
      sign = null
      return
    }
    if (tray === 'auto' && sign === null && count === 0) return
    const picture = nativeImage.createFromBuffer(
      png({ width: trayPictureSize, height: trayPictureSize, pixels: trayPicture(count) }),
    )
    if (sign === null) {
      recordCall('Tray')
      sign = new Tray(picture)
      sign.on('click', actions.goToFirst)
      sign.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Go to next tab that needs you', click: actions.goToFirst },
          { label: 'New window', click: actions.newWindow },
          { type: 'separator' },
          { label: 'Quit', click: actions.quit },
        ]),
      )
    } else sign.setImage(picture)
    sign.setToolTip(count === 0 ? 'vibeflow: nothing needs you' : `vibeflow: ${needYou(count)}`)
  }
}
