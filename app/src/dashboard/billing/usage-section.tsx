import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { useUsage } from './data.ts'

const counted = ['members', 'indexed_items', 'assistant_conversations'] as const

/** Usage and limits of the plan. */
export function UsageSection({ integration_id }: { integration_id: string }) {
  const t = useT()
  const formats = useFormats()
  const inUtc = useFormatsIn('UTC')
  const { data: usage, error, isFetching, refetch } = useUsage(integration_id)
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-md font-semibold">{t('billing.usage')}</h2>
        {usage && (
          <p className="mt-1 text-base text-muted">
            {t('billing.usage_text', { date: inUtc.date(usage.month_began_at) })}
          </p>
        )}
      </div>
      {usage ? (
        <Card>
          <Table
            caption={t('billing.usage')}
            rows={counted}
            rowKey={(name) => name}
            columns={[
              {
                key: 'what',
                header: t('billing.what'),
                cell: (name) => (
                  <>
                    <span className="font-medium">{t(`billing.${name}`)}</span>
                    <span className="block max-w-[56ch] text-sm text-muted">{t(`billing.${name}_text`)}</span>
                  </>
                ),
              },
              {
                key: 'used',
                header: t('billing.used'),
                align: 'end',
                cell: (name) => (
                  <>
                    <span className="mr-2 text-sm text-muted sm:hidden">{t('billing.used')}</span>
                    <span className="text-md font-semibold">{formats.number(usage[name])}</span>
                  </>
                ),
              },
              {
                key: 'limit',
                header: t('billing.limit'),
                align: 'end',
                cell: (name) => {
                  const limit = usage.limits[name]
                  return (
                    <span className="whitespace-nowrap text-muted">
                      {limit === null ? t('billing.no_limit') : formats.number(limit)}
                    </span>
                  )
                },
              },
            ]}
          />
        </Card>
      ) : error ? (
        <LoadError title={t('billing.failed')} error={error} isFetching={isFetching} refetch={refetch} />
      ) : (
        <SkeletonArea>
          <Skeleton className="h-56 rounded-card" />
        </SkeletonArea>
      )}
    </section>
  )
}
