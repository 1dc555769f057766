import type { RetentionRun } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Table } from '#ui/table.tsx'

/** What the last runs deleted. */
export function Runs({ runs }: { runs: readonly RetentionRun[] }) {
  const t = useT()
  const { number } = useFormats()
  return (
    <div className="mt-6">
      <h3 className="mb-2 text-base font-semibold">{t('retention.runs')}</h3>
      <Table
        caption={t('retention.runs')}
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'at',
            header: t('retention.at'),
            cell: ({ started_at, finished_at }) => (
              <>
                <BaseDate time={started_at} />
                {finished_at === null && (
                  <span className="block text-sm text-muted">{t('retention.running')}</span>
                )}
              </>
            ),
          },
          {
            key: 'before',
            header: t('retention.before'),
            cell: ({ before }) => (
              <>
                <PhoneLabel text={t('retention.before')} />
                <BaseDate time={before} />
              </>
            ),
          },
          ...(['conversations', 'messages', 'files'] as const).map((key) => ({
            key,
            header: t(`retention.${key}`),
            align: 'end' as const,
            cell: (run: RetentionRun) => (
              <>
                <PhoneLabel text={t(`retention.${key}`)} />
                {number(run[key])}
              </>
            ),
          })),
        ]}
      />
    </div>
  )
}

/** On a phone the table has no header. */
const PhoneLabel = ({ text }: { text: string }) => (
  <span aria-hidden className="text-muted sm:hidden">{`${text}: `}</span>
)
