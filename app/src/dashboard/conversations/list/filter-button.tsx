import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { isFiltered } from './list-params.ts'

const FilterForm = lazy(() =>
  import('../filters/filter-form.tsx').then((module) => ({ default: module.FilterForm })),
)

/** Loaded after the page. */
const FilterCommands = lazy(async () => ({
  default: (await import('../filters/filter-chips.tsx')).FilterCommands,
}))

/** Opens the filters, which are loaded on first use. */
export function FilterButton() {
  const t = useT()
  const { listParams } = useInbox()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Suspense>
        <FilterCommands onAll={() => setOpen(true)} />
      </Suspense>
      <Popover
        label={t('search.filters')}
        align="end"
        isOpen={isOpen}
        onOpenChange={setOpen}
        className="max-h-(--radix-popover-content-available-height) w-96 overflow-y-auto sm:w-200"
        trigger={
          <IconButton
            icon="sliders"
            size="sm"
            label={t('search.filter')}
            data-command="filter"
            aria-pressed={isFiltered(listParams)}
            className={isFiltered(listParams) ? 'bg-primary-subtle text-primary' : ''}
          />
        }
      >
        <Suspense fallback={<Skeleton className="h-96" />}>
          <FilterForm onDone={() => setOpen(false)} />
        </Suspense>
      </Popover>
    </>
  )
}
