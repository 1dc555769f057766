import { type ComponentProps, lazy, Suspense } from 'react'

const Details = lazy(async () => ({ default: (await import('./details.tsx')).Details }))
/** What the team has noted of somebody; fetched beside what is seen first. */
export const ContactDetails = (props: ComponentProps<typeof Details>) => (
  <Suspense>
    <Details {...props} />
  </Suspense>
)
