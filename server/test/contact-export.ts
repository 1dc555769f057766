import { contactDataPath } from '@ozvi/contract'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser } from './server.ts'

/** The JSON export of a contact, as a member downloads it. */
export async function exportContact(browser: Browser, integration_id: string, contact_id: string) {
  const { rawPayload } = await browser.request('GET', contactDataPath(integration_id, contact_id))
  const json = unzipSync(rawPayload)['contact.json'] ?? new Uint8Array()
  // Our own export is the author.
  return JSON.parse(strFromU8(json)) as {
    hubspot: { id: string; values: object; properties: Record<string, string> }[]
    changes: { scenario_name: string | null }[]
    conversations: { scenario_runs: object[] }[]
  }
}
