/** Opens what the user clicked on, if it may be opened. */
import { openableAddress } from './links.ts'

export interface Refusal {
  readonly level: 'warning' | 'error'
  readonly text: string
}

/** `refused`: why it was not opened, for the user. */
export async function openLink(asked: string, openExternal: (address: string) => Promise<void>, refused: (why: Refusal) => void): Promise<void> {
  const address = openableAddress(asked)
  if (address === null) { refused({ level: 'warning', text: 'This link was not opened: only web and mail addresses without hidden characters are.' }); return }
  try {
    await openExternal(address)
  } catch (error) {
    refused({ level: 'error', text: `The link could not be opened: ${error instanceof Error ? error.message : String(error)}` })
  }
}
