import type { InboxRow } from '@ozvi/contract'
import { minute_ms } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { useUser } from '#platform/session/session.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { DueBadge } from '#dashboard/sla'
import { MemberAvatar } from '../people/member-avatar.tsx'
import { useMemberName } from '../people/members.ts'

/** Customers who waited longer are highlighted. */
const waitTarget_ms = 10 * minute_ms

/** The scenario and its step. An older server sends no number. */
function scenarioLabel(active: InboxRow['active_scenario'], t: Translate): string {
  if (!active) return t('scenario-runs.scenario')
  const { scenario_name: name, step_title, step_number: number } = active
  if (step_title) return `${name} · ${step_title}`
  return typeof number === 'number'
    ? t('scenario-runs.row', { name, number })
    : t('scenario-runs.by', { name })
}

/** Who handles it: the assistant, a scenario with its step, a member, or no one yet. */
export function Who({ row: { integration_id, handler, assignee_id, active_scenario } }: { row: InboxRow }) {
  const t = useT()
  const { id: user_id } = useUser()
  const name = useMemberName(integration_id, assignee_id)
  function handlerName() {
    if (handler === 'scenario') return scenarioLabel(active_scenario, t)
    if (handler === 'assistant') return t('conversations.by_assistant')
    if (assignee_id === null) return t('conversations.by_nobody')
    if (assignee_id === user_id) return t('conversations.by_me')
    return name ?? t('conversations.by_member')
  }
  const label = handlerName()
  return (
    <span className="flex min-w-0 gap-2" title={label}>
      <span className={active_scenario && handler === 'scenario' ? 'truncate compact:sr-only' : 'sr-only'}>
        {label}
      </span>
      {handler !== 'team' ? (
        <Icon name={handler === 'scenario' ? 'workflow' : 'bot'} size={16} className="text-bot" />
      ) : assignee_id === null ? (
        <span className="grid size-4 place-items-center rounded-full border border-dashed border-strong">
          <Icon name="user" size={10} />
        </span>
      ) : (
        <MemberAvatar integration_id={integration_id} user_id={assignee_id} name={name ?? label} size="3xs" />
      )}
    </span>
  )
}

/** How long the customer has waited, or until when it is snoozed, or that it was just unsnoozed. */
export function When({ row, now }: { row: InboxRow; now: number }) {
  const t = useT()
  const formats = useFormats()
  const { waiting_since, snoozed_until, due_at, status, seen_seq, unsnoozed_seq } = row
  if (snoozed_until) {
    return (
      <span className="flex shrink-0 items-center gap-1">
        <Icon name="moon" size={14} />
        <BaseDate time={snoozed_until} format="soon" />
      </span>
    )
  }
  if (status === 'open' && seen_seq < (unsnoozed_seq ?? 0)) {
    return (
      <span className="flex shrink-0 items-center gap-1">
        <Icon name="moon" size={14} />
        {t('conversations.woken')}
      </span>
    )
  }
  if (due_at) return <DueBadge row={{ due_at }} now={now} />
  const waited_ms = waiting_since ? now - Date.parse(waiting_since) : 0
  if (!waiting_since || waited_ms < 60_000) return null
  const isLate = waited_ms > waitTarget_ms
  const time = formats.lasted(waiting_since, now)
  return (
    <span className={cn('flex shrink-0 items-center gap-1', isLate && 'font-medium text-warning')}>
      <Icon name="clock" size={14} />
      <span className="compact:sr-only">{t('conversations.waits', { time })}</span>
      <span aria-hidden className="hidden compact:inline">
        {time}
      </span>
    </span>
  )
}
