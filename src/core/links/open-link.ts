/** Opens what the user clicked on, if it may be opened. */
import type { Options } from '../config/table.ts'
import { openableAddress } from './links.ts'

export interface Refusal {
  readonly level: 'warning' | 'error'
  readonly text: string
}

export interface LinkPorts {
  readonly open: (address: string) => Promise<void>
  /** Why it was not opened, for the user. */
  readonly refused: (why: Refusal) => void
}

/** By [links]: without `detect` no click opens anything. */
export async function openLink(asked: string, { detect, schemes }: Options['links'], { open, refused }: LinkPorts): Promise<void> {
  if (!detect) return
  const address = openableAddress(asked, schemes)
  if (address === null) { refused({ level: 'warning', text: 'This link was not opened: only addresses of the kinds that links.schemes lists are, without hidden characters.' }); return }
  try {
    await open(address)
  } catch (error) {
    refused({ level: 'error', text: `The link could not be opened: ${error instanceof Error ? error.message : String(error)}` })
  }
}
