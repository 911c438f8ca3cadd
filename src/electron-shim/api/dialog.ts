/** `dialog`: shows nothing, answers with the canceling choice and logs it. */
import { record } from '../recorded.ts'
import { say } from '../problem.ts'

interface MessageBoxOptions {
  readonly message: string
  readonly buttons?: readonly string[]
  readonly cancelId?: number
}

/** The window may come first, as in Electron. */
function optionsOf<Options>(args: readonly unknown[]): Options {
  return (args.length > 1 ? args[1] : args[0]) as Options
}

function cancelChoice({ buttons = ['OK'], cancelId }: MessageBoxOptions): number {
  if (cancelId !== undefined) return cancelId
  return Math.max(
    0,
    buttons.findIndex((label) => /^&?(cancel|no)$/i.test(label)),
  )
}

export const dialog = {
  async showMessageBox(
    ...args: unknown[]
  ): Promise<{ response: number; checkboxChecked: boolean }> {
    record('dialog.showMessageBox', ...args)
    const options = optionsOf<MessageBoxOptions>(args)
    const response = cancelChoice(options)
    say(
      `dialog "${options.message}": answered ${response} (${options.buttons?.[response] ?? 'OK'})`,
    )
    return { response, checkboxChecked: false }
  },
  async showOpenDialog(...args: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> {
    record('dialog.showOpenDialog', ...args)
    say('open dialog: cancelled')
    return { canceled: true, filePaths: [] }
  },
  async showSaveDialog(...args: unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    record('dialog.showSaveDialog', ...args)
    say('save dialog: cancelled')
    return { canceled: true, filePath: '' }
  },
  showErrorBox(title: string, content: string): void {
    record('dialog.showErrorBox', title, content)
    say(`${title}: ${content}`)
  },
}
