import { type Integration, can, serializeContactFilter } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { ImportButton } from '#dashboard/contacts/imports'
import type { ListParams } from './contact-list.ts'
import { ExportLink } from './export-link.tsx'

/** Title of the page, and the export for those with the right. */
export function ListHeader({
  integration,
  listParams,
  columns,
  children,
}: {
  integration: Integration
  /** What the file would contain; null if there is nothing to export. */
  listParams: ListParams | null
  columns: readonly string[]
  children: ReactNode
}) {
  const t = useT()
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-5 gap-y-2 px-4 pt-3 md:px-6 md:pt-5">
      <h1 className="text-lg font-semibold tracking-tight md:text-2xl">{t('contacts.title')}</h1>
      {/* One row that scrolls sideways if there is no room. */}
      <div className="max-md:order-1 max-md:-mx-4 max-md:-my-1 max-md:flex max-md:basis-[calc(100%+2rem)] max-md:items-center max-md:gap-2 max-md:overflow-x-auto max-md:mask-r-from-[calc(100%-2rem)] max-md:py-1 max-md:pr-8 max-md:pl-4 max-md:*:shrink-0">
        {children}
      </div>
      <div className="ml-auto flex flex-wrap gap-2 empty:hidden">
        {can(integration, 'contacts.manage') && <ImportButton integration_id={integration.id} />}
        {listParams && can(integration, 'contacts.export') && (
          <ExportLink
            integration_id={integration.id}
            of={serializeContactFilter(listParams)}
            columns={columns}
          />
        )}
      </div>
    </header>
  )
}
