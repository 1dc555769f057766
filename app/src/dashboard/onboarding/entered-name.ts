import type { Integration } from '@ozvi/contract'
import { useState } from 'react'
import { nameOfWebsite } from './website-address.ts'
import { useWebsiteFacts } from './website-facts.ts'

/**
 * The workspace name that was entered or chosen, and how to set it. Null while the name follows the website: it is
 * new, or was derived from an address that has been corrected since.
 *
 * @param savedUrl the website of the workspace, empty while it is unknown
 * @param defaultName the name if the address has none
 */
export function useEnteredName(
  integration: Integration | null,
  { savedUrl, url, defaultName }: { savedUrl: string; url: string; defaultName: string | undefined },
) {
  const [entered, setName] = useState<string | null>(null)
  const savedFacts = useWebsiteFacts(savedUrl)
  const derivedNames = [savedFacts?.name, nameOfWebsite(savedUrl) ?? defaultName]
  const isDerived = !integration || derivedNames.includes(integration.name)
  const savedName = isDerived && url !== savedUrl ? null : (integration?.name ?? null)
  return [entered ?? savedName, setName] as const
}
