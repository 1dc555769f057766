import {
  extraConversationCents,
  isPaidPlan,
  type PlanId,
  planCents,
  planIds,
  planNames,
  plans,
  seatCents,
  trialDays,
} from '@ozvi/contract'
import { formatMoney } from '#platform/i18n/money.ts'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { ListHeader, TryIt } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'

// React Router requires a default export.
export default function PricesPage() {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <Head title={t('site.prices')} description={t('site.prices_text')} />
      <ListHeader title={t('site.prices')} text={t('site.prices_text')} />
      <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
          {planIds.map((id) => (
            <PlanCard key={id} id={id} />
          ))}
        </ul>
        <ul className="mt-8 flex max-w-[72ch] list-disc flex-col gap-2 pl-5 text-base text-muted">
          <li>{t('site.prices_vat')}</li>
          <li>{t('site.prices_trial', { days: trialDays })}</li>
          <li>{t('site.prices_seats', { price: formatMoney(locale, seatCents('month')) })}</li>
          <li>{t('site.prices_conversations', { price: formatMoney(locale, extraConversationCents) })}</li>
          <li>{t('site.prices_people')}</li>
        </ul>
      </div>
      <TryIt />
    </>
  )
}

function PlanCard({ id }: { id: PlanId }) {
  const t = useT()
  const locale = useLocale()
  const { number } = useFormats()
  const { monthly_cents, limits, features } = plans[id]
  const count = (n: number | null) => (n === null ? t('site.prices_unlimited') : number(n))
  const rows = [
    { name: t('site.prices_seat_count'), value: count(limits.seats) },
    { name: t('site.prices_conversation_count'), value: count(limits.assistant_conversations) },
    { name: t('site.prices_item_count'), value: count(limits.indexed_items) },
    { name: t('site.prices_scenario_count'), value: count(limits.published_scenarios) },
  ]
  return (
    <li className="flex flex-col rounded-card border border-line bg-raised p-5">
      <h2 className="text-md font-semibold">{planNames[id]}</h2>
      <p className="mt-2">
        <span className="text-2xl font-semibold">{formatMoney(locale, monthly_cents)}</span>{' '}
        <span className="text-sm text-muted">{t('site.prices_month')}</span>
      </p>
      <p className="min-h-5 text-sm text-muted">
        {isPaidPlan(id)
          ? t('site.prices_year', { price: formatMoney(locale, planCents(id, 'year')) })
          : t(id === 'free' ? 'site.prices_free' : 'site.prices_self_hosted')}
      </p>
      <dl className="mt-4 flex flex-col gap-2 border-t border-line pt-4 text-base">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {features.length > 0 && (
        <ul className="mt-4 flex flex-col gap-1.5 border-t border-line pt-4 text-base">
          {features.map((feature) => (
            <li key={feature} className="flex items-start gap-2">
              <Icon name="check" size={16} className="mt-0.5 text-success" />
              {t(`site.prices_${feature}`)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
