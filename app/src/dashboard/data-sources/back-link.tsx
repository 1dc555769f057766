import type { ReactNode } from 'react'
import { PageLink } from '#platform/document/page-link.tsx'
import { Icon } from '#ui/icon.tsx'

/** One level up. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink
      to={to}
      className="-ml-1 inline-flex min-h-6 items-center gap-1.5 self-start rounded-control px-1 text-base text-muted hover:text-ink touch:min-h-11"
    >
      <Icon name="arrow-left" size={16} />
      {children}
    </PageLink>
  )
}
