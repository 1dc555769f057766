import type { ContactProfile } from '@ozvi/contract'
import { lazy, Suspense } from 'react'

const HubspotSection = lazy(async () => ({ default: (await import('./hubspot-section.tsx')).HubspotSection }))
/** The contact's record in HubSpot, if there is one; loaded after the visible part. */
export const ContactHubspot = ({ profile: { hubspot } }: { profile: ContactProfile }) =>
  hubspot && (
    <Suspense>
      <HubspotSection record={hubspot} />
    </Suspense>
  )
