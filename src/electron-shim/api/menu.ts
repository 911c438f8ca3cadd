/** `Menu`: only recorded. It is never drawn, so its items are never clicked. */
import { record } from './recorded.ts'

export interface MenuItemOptions {
  readonly label?: string
  readonly type?: string
  readonly accelerator?: string
  readonly registerAccelerator?: boolean
  readonly submenu?: readonly MenuItemOptions[]
  readonly click?: (item: never, window: never) => void
}

export class Menu {
  readonly template: readonly MenuItemOptions[]

  private constructor(template: readonly MenuItemOptions[]) {
    this.template = template
  }

  static buildFromTemplate(template: readonly MenuItemOptions[]): Menu {
    refuseAccelerators(template)
    return new Menu(template)
  }

  static setApplicationMenu(menu: Menu | null): void {
    record('Menu.setApplicationMenu', menu)
  }
}

function refuseAccelerators(template: readonly MenuItemOptions[]): void {
  for (const { accelerator, registerAccelerator = true, submenu = [] } of template) {
    if (accelerator !== undefined && registerAccelerator)
      throw new Error('the shim registers no accelerators: set registerAccelerator to false')
    refuseAccelerators(submenu)
  }
}
