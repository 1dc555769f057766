import type { Erasing } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Meter } from '#ui/progress-bar.tsx'

/** Progress of a running erasure. */
export function ErasureProgress({ erasing: { done, total } }: { erasing: Erasing }) {
  const t = useT()
  const formats = useFormats()
  return (
    <div role="status" className="flex flex-col gap-2 border-b border-line bg-subtle px-4 py-3 text-base">
      <p>{t('contacts.erasing', { done: formats.number(done), total: formats.number(total) })}</p>
      <Meter label={t('contacts.erasing_progress')} value={done} max={total} />
    </div>
  )
}
