import { type ComponentProps, lazy, Suspense } from 'react'

const Details = lazy(async () => ({ default: (await import('./details.tsx')).Details }))
/** Details of a contact; loaded after the visible part. */
export const ContactDetails = (props: ComponentProps<typeof Details>) => (
  <Suspense>
    <Details {...props} />
  </Suspense>
)
