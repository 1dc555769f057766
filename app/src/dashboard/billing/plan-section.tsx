import { type Billing, cancelPlan, openBillingPortal, planNames, resumePlan } from '@ozvi/contract'
import { call } from '#platform/calls/api-client.ts'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { useSetBilling } from './data.ts'
import { Losses } from './losses.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { useLosses } from './use-losses.ts'

const tones = {
  trialing: 'primary',
  active: 'success',
  past_due: 'danger',
  cancelled: 'warning',
  expired: 'neutral',
} as const

/** The current plan and its state, and the choice of another one. */
export function PlanSection({ billing }: { billing: Billing }) {
  const t = useT()
  const { date } = useFormats()
  const { integration_id, plan, state, ends_at, grace_ends_at, next_plan, is_subscribed } = billing
  const setBilling = useSetBilling(integration_id)
  const change = useAsyncAction(async (route: typeof cancelPlan | typeof resumePlan) =>
    setBilling(await call(route, { integration_id })),
  )
  const portal = useAsyncAction(async () => {
    const { url } = await call(openBillingPortal, { integration_id })
    window.location.assign(url)
  })
  const day = date(grace_ends_at ?? ends_at ?? new Date().toISOString())
  const isChanging = state === 'cancelled' || next_plan !== null
  const problem = change.problem ?? portal.problem
  const lossesOf = useLosses(billing)
  const cancel = () =>
    confirm({
      title: t('billing.cancel_title'),
      description: (
        <>
          {t('billing.cancel_text', { date: day })}
          <Losses lines={lossesOf?.('free') ?? []} />
        </>
      ),
      confirmLabel: t('billing.cancel'),
      // “Cancel” would read as a cancellation of the plan.
      cancelLabel: t('billing.cancel_keep'),
      action: async () => setBilling(await call(cancelPlan, { integration_id })),
    })
  return (
    <Section title={t('billing.plan')}>
      <p className="flex flex-wrap items-center gap-2.5">
        <span className="text-xl font-semibold">{planNames[plan]}</span>
        {state && <Badge tone={tones[state]}>{t(`billing.state_${state}`)}</Badge>}
      </p>
      <p className="mt-1 max-w-[62ch] text-base text-muted">
        {next_plan
          ? t('billing.next_plan', { plan: planNames[next_plan], date: day })
          : t(`billing.text_${state ?? 'expired'}`, { date: day })}
      </p>
      {is_subscribed && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            icon="external-link"
            variant={state === 'past_due' ? 'primary' : 'plain'}
            isBusy={portal.isBusy}
            onClick={() => void portal.run()}
          >
            {t('billing.portal')}
          </Button>
          {isChanging ? (
            <Button isBusy={change.isBusy} onClick={() => void change.run(resumePlan)}>
              {t('billing.resume', { plan: planNames[plan] })}
            </Button>
          ) : (
            <Button onClick={() => void cancel()}>{t('billing.cancel')}</Button>
          )}
        </div>
      )}
      {problem && <Alert tone="danger" title={errorText(problem)} className="mt-4" />}
      <PlanChoice billing={billing} />
    </Section>
  )
}
