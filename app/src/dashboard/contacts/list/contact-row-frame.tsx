import type { OnlineVisitor } from '@ozvi/contract'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Density } from '#platform/theme/density.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { OnlineDot } from '#ui/online-dot.tsx'
import { contactName } from '#dashboard/contact-names'
import { type RowSelection, RowCheckbox } from '#dashboard/bulk-actions'
import { CustomerAvatar } from '#dashboard/conversations'

export const rowHeights_px: Record<Density, number> = { comfortable: 56, compact: 44 }

/** A contact as a table row, or a card on a phone; the name links to their page. */
export function ContactRowFrame({
  row,
  integration_id,
  rowIndex,
  columns,
  isOnline,
  selection,
  preview,
  below,
  aside,
  children,
}: {
  row: Pick<OnlineVisitor, 'id' | 'name' | 'email' | 'is_test'>
  integration_id: string
  rowIndex: number
  /** The grid columns, which are those of the header. */
  columns: string
  isOnline: boolean
  /** If rows can be selected. */
  selection?: RowSelection | undefined
  /** If there is a preview; Enter and a second click open their page anyway. */
  preview?: { isOn: boolean; show: () => void } | undefined
  /** Lines below the name. */
  below: ReactNode
  /** Next to the name. */
  aside?: ReactNode
  /** The cells. */
  children: ReactNode
}) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const path = to('app-i-integrationId-contacts-uuid', { integrationId: integration_id, uuid: row.id })
  function onClick(event: MouseEvent) {
    // Enter on the link has a click count of 0; the modifiers open it elsewhere.
    if (!preview || event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (event.detail === 1) preview.show()
    else void navigate(path)
  }
  return (
    <div className="max-md:px-3 max-md:py-1">
      <div
        role="row"
        aria-rowindex={rowIndex}
        data-row={row.id}
        {...(selection ? { 'aria-selected': selection.isOn } : {})}
        className={cn(
          'group relative hover:bg-subtle max-md:rounded-card max-md:border max-md:border-line max-md:bg-raised max-md:p-3 md:h-14 md:compact:h-11 md:border-b md:border-line md:px-6',
          preview?.isOn && 'bg-inset hover:bg-inset',
          columns,
        )}
      >
        <div role="cell" className="flex min-w-0 items-center gap-3">
          <span className="relative shrink-0">
            <CustomerAvatar contact={row} size="lg" />
            {isOnline && <OnlineDot />}
            {selection && (
              <RowCheckbox
                selection={selection}
                name={contactName(row, t)}
                className="top-1/2 left-1/2 z-1 -translate-1/2"
              />
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-2">
              <PageLink
                to={path}
                prefetch="none"
                onClick={onClick}
                {...(preview?.isOn ? { 'aria-current': true } : {})}
                className="min-w-0 truncate font-medium -outline-offset-2 after:absolute after:inset-0 max-md:after:rounded-card"
              >
                {contactName(row, t)}
              </PageLink>
              {row.is_test && <Badge className="h-4 px-1.5">{t('conversations.test')}</Badge>}
            </span>
            {below}
          </span>
          {aside}
        </div>
        {children}
      </div>
    </div>
  )
}
