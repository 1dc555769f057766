import { getUsage } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { call } from '#platform/calls/api-client.ts'
import { MetricCard } from './figure-card.tsx'

/** The plan's monthly usage. */
export function UsageMetric({ integration_id }: { integration_id: string }) {
  const t = useT()
  const to = usePath()
  const { number } = useFormats()
  const { data: usage } = useQuery({
    queryKey: ['usage', { integration_id }],
    queryFn: () => call(getUsage, { integration_id }),
  })
  const limit = usage?.limits.assistant_conversations
  return (
    <MetricCard
      label={t('home.usage')}
      definition={t('home.definition_usage')}
      href={to('app-i-integrationId-settings-billing', { integrationId: integration_id })}
      note={usage && (limit ? t('home.usage_of', { n: number(limit) }) : t('home.usage_free'))}
    >
      {usage ? number(usage.assistant_conversations) : '–'}
    </MetricCard>
  )
}
