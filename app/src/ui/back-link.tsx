import type { ReactNode } from 'react'
import { PageLink } from '#platform/document/page-link.tsx'
import { Icon } from './icon.tsx'

/** One level up. On narrow screens it replaces the link to the list of settings. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink
      to={to}
      data-back=""
      className="-ml-1.5 inline-flex min-h-6 items-center gap-1 self-start rounded-control px-1.5 text-base text-muted hover:text-ink touch:min-h-11"
    >
      <Icon name="chevron-left" />
      {children}
    </PageLink>
  )
}
