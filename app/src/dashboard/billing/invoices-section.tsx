import type { Billing } from '@ozvi/contract'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { Section } from '#ui/card.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useInvoices } from './data.ts'
import { formatMoney } from '#platform/i18n/money.ts'

const tones = { open: 'warning', paid: 'success', void: 'neutral', uncollectible: 'danger' } as const

export function InvoicesSection({ billing: { integration_id } }: { billing: Billing }) {
  const t = useT()
  const locale = useLocale()
  const { date } = useFormats()
  const query = useInvoices(integration_id)
  const invoices = query.data
  if (!invoices)
    return (
      <LoadFallback title={t('billing.failed_invoices')} query={query}>
        <Skeleton className="h-32 rounded-card" />
      </LoadFallback>
    )
  return (
    <Section title={t('billing.invoices')}>
      {invoices.length === 0 ? (
        <p className="text-base text-muted">{t('billing.no_invoices')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {invoices.map(({ id, number, created_at, total_cents, status, url }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-base">
              <span className="min-w-28 flex-1 max-sm:basis-full">{date(created_at)}</span>
              {url ? (
                <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-3">
                  {number ?? t('billing.invoice')}
                </a>
              ) : (
                <span>{number}</span>
              )}
              <Badge tone={tones[status]}>{t(`billing.invoice_${status}`)}</Badge>
              <span className="ml-auto min-w-20 text-right font-medium">
                {formatMoney(locale, total_cents)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
