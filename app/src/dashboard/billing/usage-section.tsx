import {
  type Billing,
  billingAlertPercents,
  forecastUsage,
  setConversationCap,
  type Usage,
} from '@ozvi/contract'
import { call } from '#platform/calls/api-client.ts'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSetBilling, useUsage } from './data.ts'

const counted = ['members', 'indexed_items', 'assistant_conversations', 'published_scenarios'] as const

const [nearPercent, fullPercent] = billingAlertPercents
const toneOf = (percent: number) =>
  percent >= fullPercent ? 'danger' : percent >= nearPercent ? 'warning' : 'primary'

/** Usage and limits of the plan. @param billing absent on a server without payments */
export function UsageSection({ integration_id, billing }: { integration_id: string; billing?: Billing }) {
  const t = useT()
  const inUtc = useFormatsIn('UTC')
  const query = useUsage(integration_id)
  const usage = query.data
  if (!usage)
    return (
      <LoadFallback title={t('billing.failed')} query={query}>
        <Skeleton className="h-56 rounded-card" />
      </LoadFallback>
    )
  return (
    <Section
      title={t('billing.usage')}
      description={t('billing.usage_text', { date: inUtc.date(usage.period_start) })}
    >
      <ul className="flex flex-col gap-5">
        {counted.map((name) => (
          <UsageMeter key={name} name={name} usage={usage} />
        ))}
      </ul>
      {billing && <CapSwitch billing={billing} usage={usage} />}
    </Section>
  )
}

function UsageMeter({ name, usage }: { name: (typeof counted)[number]; usage: Usage }) {
  const t = useT()
  const { number } = useFormats()
  const [used, limit] = [usage[name], usage.limits[name]]
  const label = t(`billing.${name}`)
  const tone = limit === null ? 'primary' : toneOf((used / Math.max(limit, 1)) * 100)
  const isMonthly = name === 'assistant_conversations'
  const forecast = forecastUsage(used, usage.period_start, new Date().toISOString())
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {label}
          {tone === 'danger' && (
            <Badge tone="danger" className="ml-2">
              {t('billing.limit_reached')}
            </Badge>
          )}
        </span>
        <span className="whitespace-nowrap">
          <span className="font-semibold">{number(used)}</span>{' '}
          <span className="text-muted">
            {limit === null ? `· ${t('billing.no_limit')}` : t('billing.of', { n: number(limit) })}
          </span>
        </span>
      </p>
      {limit !== null && <Meter label={label} value={used} max={limit} tone={tone} className="mt-1.5" />}
      <p className="mt-1 max-w-[62ch] text-sm text-muted">
        {t(`billing.${name}_text`)}
        {isMonthly && limit !== null && used > 0 && <> {t('billing.forecast', { n: number(forecast) })}</>}
      </p>
    </li>
  )
}

/** The switch that pauses the assistant at the limit. */
function CapSwitch({ billing, usage }: { billing: Billing; usage: Usage }) {
  const t = useT()
  const { number } = useFormats()
  const { integration_id, is_capped, is_subscribed } = billing
  const setBilling = useSetBilling(integration_id)
  const { run, isBusy, problem } = useAsyncAction(async (next: boolean) =>
    setBilling(await call(setConversationCap, { integration_id, is_capped: next })),
  )
  const limit = usage.limits.assistant_conversations
  const isReached = limit !== null && usage.assistant_conversations >= limit
  const isNear = limit !== null && usage.assistant_conversations >= limit * 0.8
  return (
    <div className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
      {isNear && (
        <Alert
          tone="warning"
          title={t(
            !isReached ? 'billing.near_limit' : is_capped ? 'billing.resting' : 'billing.above_limit',
            {
              n: number(usage.extra_conversations),
            },
          )}
        />
      )}
      <Switch
        label={t('billing.cap')}
        hint={t(is_subscribed ? 'billing.cap_hint' : 'billing.cap_needs_plan')}
        checked={is_capped}
        disabled={isBusy || !is_subscribed}
        onChange={(event) => void run(event.target.checked)}
      />
      {problem && <Alert tone="danger" title={errorText(problem)} />}
    </div>
  )
}
