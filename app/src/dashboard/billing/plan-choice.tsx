import {
  type Billing,
  type BillingPeriod,
  changePlan,
  extraSeatsMax,
  isDowngrade,
  type PaidPlanId,
  paidPlanIds,
  planCents,
  planNames,
  plans,
  seatCents,
  startCheckout,
} from '@ozvi/contract'
import { useState } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { cn } from '#ui/cn.ts'
import { Input } from '#ui/input.tsx'
import { Segments } from '#ui/segments.tsx'
import { useSetBilling } from './data.ts'
import { Losses } from './losses.tsx'
import { useLosses } from './use-losses.ts'
import { formatMoney } from '#platform/i18n/money.ts'

/** Chooses plan, period and additional seats, and shows what they cost and change. */
export function PlanChoice({ billing }: { billing: Billing }) {
  const t = useT()
  const locale = useLocale()
  const { integration_id, is_subscribed } = billing
  const [plan, setPlan] = useState<PaidPlanId>(
    paidPlanIds.find((each) => each === billing.plan) ?? paidPlanIds[1],
  )
  const [period, setPeriod] = useState<BillingPeriod>(billing.period)
  const [extra_seats, setSeats] = useState(billing.extra_seats)
  const setBilling = useSetBilling(integration_id)
  const submit = useAsyncAction(async () => {
    const change = { integration_id, plan, period, extra_seats }
    if (is_subscribed) return setBilling(await call(changePlan, change))
    const { url } = await call(startCheckout, change)
    window.location.assign(url)
  })
  const isSame =
    is_subscribed &&
    plan === billing.plan &&
    period === billing.period &&
    extra_seats === billing.extra_seats &&
    billing.next_plan === null
  const total = planCents(plan, period) + extra_seats * seatCents(period)
  return (
    <div className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium">{t(is_subscribed ? 'billing.change' : 'billing.choose')}</h3>
        <Segments
          label={t('billing.period')}
          value={period}
          onChange={setPeriod}
          options={[
            { value: 'month', label: t('billing.monthly') },
            { value: 'year', label: t('billing.yearly') },
          ]}
        />
      </div>
      <PlanCards plan={plan} period={period} onChange={setPlan} />
      <label className="flex flex-wrap items-center gap-3">
        <span className="text-base">
          {t('billing.extra_seats')}
          <span className="block text-sm text-muted">
            {t(`billing.seat_price_${period}`, { price: formatMoney(locale, seatCents(period)) })}
          </span>
        </span>
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          max={extraSeatsMax}
          value={extra_seats}
          onChange={(event) =>
            setSeats(Math.min(extraSeatsMax, Math.max(0, Math.floor(Number(event.target.value) || 0))))
          }
          className="ml-auto w-24"
        />
      </label>
      <Consequences billing={billing} plan={plan} extra_seats={extra_seats} />
      {submit.problem && <Alert tone="danger" title={errorText(submit.problem)} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="font-semibold">
            {t(`billing.price_${period}`, { price: formatMoney(locale, total) })}
          </span>{' '}
          <span className="text-sm text-muted">{t('billing.without_vat')}</span>
        </p>
        <Button variant="primary" disabled={isSame} isBusy={submit.isBusy} onClick={() => void submit.run()}>
          {isSame
            ? t('billing.current_plan')
            : t(is_subscribed ? 'billing.change_to' : 'billing.checkout', { plan: planNames[plan] })}
        </Button>
      </div>
    </div>
  )
}

function PlanCards({
  plan,
  period,
  onChange,
}: {
  plan: PaidPlanId
  period: BillingPeriod
  onChange: (plan: PaidPlanId) => void
}) {
  const t = useT()
  const locale = useLocale()
  const { number } = useFormats()
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="sr-only">{t('billing.plan')}</legend>
      {paidPlanIds.map((id) => {
        const { limits, features } = plans[id]
        return (
          <label
            key={id}
            className={cn(
              'flex cursor-pointer flex-col gap-1 rounded-card border border-line p-4 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              'has-checked:border-primary has-checked:bg-subtle forced-colors:has-checked:outline-2',
            )}
          >
            <input
              type="radio"
              name="plan"
              value={id}
              checked={plan === id}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            <span className="font-semibold">{planNames[id]}</span>
            <span className="text-base">
              {t(`billing.price_${period}`, { price: formatMoney(locale, planCents(id, period)) })}
            </span>
            <span className="mt-1 flex flex-col gap-1 text-sm text-muted">
              {[
                t('billing.card_seats', { n: limits.seats ?? 0 }),
                t('billing.card_conversations', { n: number(limits.assistant_conversations ?? 0) }),
                t('billing.card_items', { n: number(limits.indexed_items ?? 0) }),
                limits.published_scenarios === null
                  ? t('billing.card_scenarios_unlimited')
                  : t('billing.card_scenarios', { n: limits.published_scenarios }),
                ...features.map((feature) => t(`billing.feature_${feature}`)),
              ].map((line) => (
                <span key={line} className="flex gap-2">
                  <Icon name="check" className="mt-0.5 size-4 shrink-0" />
                  {line}
                </span>
              ))}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** What a smaller plan changes. */
function Consequences({
  billing,
  plan,
  extra_seats,
}: {
  billing: Billing
  plan: PaidPlanId
  extra_seats: number
}) {
  const t = useT()
  const { date } = useFormats()
  const lossesOf = useLosses(billing)
  if (!isDowngrade(billing.plan, plan) || !lossesOf) return null
  return (
    <Alert
      title={
        billing.is_subscribed
          ? t('billing.downgrade', {
              plan: planNames[plan],
              date: date(billing.ends_at ?? new Date().toISOString()),
            })
          : t('billing.replaces_trial', { plan: planNames[plan] })
      }
    >
      <Losses lines={lossesOf(plan, extra_seats)} />
    </Alert>
  )
}
