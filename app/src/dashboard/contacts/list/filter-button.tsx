import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Known } from './column-cell.tsx'
import type { useWanted } from './use-wanted.ts'

const RuleForm = lazy(() => import('./rule-form.tsx').then((module) => ({ default: module.RuleForm })))

/** Opens the filters, which are loaded on first use. */
export function FilterButton({ known, asked }: { known: Known; asked: ReturnType<typeof useWanted> }) {
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
        <Button size="sm" icon="sliders" aria-pressed={asked.wanted.rules.length > 0}>
          {t('segments.filter')}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-28" />}>
        <RuleForm
          known={known}
          wanted={asked.wanted}
          onApply={(next) => {
            asked.setRules(next)
            setOpen(false)
          }}
        />
      </Suspense>
    </Popover>
  )
}
