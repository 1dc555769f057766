import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ColumnContext } from './column-cell.tsx'
import type { useListParams } from './use-list-params.ts'

const RuleForm = lazy(() => import('./filter-form.tsx').then((module) => ({ default: module.FilterForm })))

/** Opens the filters, which are loaded on first use. */
export function FilterButton({
  columnContext,
  listState,
}: {
  columnContext: ColumnContext
  listState: ReturnType<typeof useListParams>
}) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={t('segments.filters')}
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="max-h-(--radix-popover-content-available-height) sm:w-112 overflow-y-auto"
      trigger={
        <Button size="sm" icon="sliders" aria-pressed={listState.listParams.rules.length > 0}>
          <span className="max-sm:sr-only">{t('segments.filter')}</span>
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-28" />}>
        <RuleForm
          columnContext={columnContext}
          listParams={listState.listParams}
          onApply={(next) => {
            listState.setRules(next)
            setOpen(false)
          }}
        />
      </Suspense>
    </Popover>
  )
}
