import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'

/** One row for all saved answers. Links to their table. */
export function AnswersRow({ integration_id, count }: { integration_id: string; count: number }) {
  const t = useT()
  const to = usePath()
  return (
    <Card className={cn(targetRow, 'flex items-start gap-3 p-4')}>
      <span className="mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-control bg-inset text-muted">
        <Icon name="help-circle" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold">
          <PageLink
            to={to('app-i-integrationId-settings-data-sources-answers', { integrationId: integration_id })}
            className={cn(rowTarget, 'block w-fit max-w-full truncate py-0.5')}
          >
            {t('data-sources.answers')}
          </PageLink>
        </h2>
        <p className="mt-1 text-sm text-muted">{t('data-sources.answers_count', { count })}</p>
      </div>
    </Card>
  )
}
