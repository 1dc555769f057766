import type { ScenarioStatus } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'

const tones = { draft: 'neutral', published: 'success', paused: 'warning', archived: 'neutral' } as const

export function StatusBadge({ status }: { status: ScenarioStatus }) {
  const t = useT()
  return <Badge tone={tones[status]}>{t(`scenarios.status_${status}`)}</Badge>
}
