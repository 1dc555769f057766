import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { isFiltered } from './wanted.ts'

const FilterForm = lazy(() =>
  import('../filters/filter-form.tsx').then((module) => ({ default: module.FilterForm })),
)

/** Opens the filters, which are loaded on first use. */
export function FilterButton() {
  const t = useT()
  const { wanted } = useInbox()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={t('finding.filters')}
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="max-h-(--radix-popover-content-available-height) w-96 overflow-y-auto"
      trigger={
        <IconButton
          icon="sliders"
          size="sm"
          label={t('finding.filter')}
          aria-pressed={isFiltered(wanted)}
          className={isFiltered(wanted) ? 'bg-primary-subtle text-primary' : ''}
        />
      }
    >
      <Suspense fallback={<Skeleton className="h-96" />}>
        <FilterForm onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
