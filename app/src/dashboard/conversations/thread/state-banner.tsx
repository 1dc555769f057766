import type { InboxRow } from '@ozvi/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import type { ConversationActions } from '../data/actions.ts'
import { useThread } from '../data/data.ts'

const PausedScenario = lazy(async () => ({
  default: (await import('../scenario/paused-scenario.tsx')).PausedScenario,
}))
const ScenarioState = lazy(async () => ({
  default: (await import('../scenario/scenario-state.tsx')).ScenarioState,
}))

/** Banner between thread and composer: someone else handles it, or it is snoozed or resolved. */
export function StateBanner({
  row,
  canAnswer,
  actions,
}: {
  row: InboxRow
  canAnswer: boolean
  actions: ConversationActions
}) {
  const t = useT()
  const formats = useFormats()
  const { data: thread } = useThread(row.integration_id, row.id)
  const mayBePaused =
    thread?.has_older || (thread?.messages ?? []).some(({ details }) => details.event === 'scenario_paused')
  const reopen = canAnswer && (
    <Button size="sm" onClick={() => void actions.setStatus(row, 'open')}>
      {row.status === 'spam' ? t('conversations.not_spam') : t('conversations.reopen')}
    </Button>
  )
  if (row.status === 'spam') {
    return (
      <Banner icon="ban" action={reopen}>
        {t('conversations.is_spam')}
      </Banner>
    )
  }
  if (row.status === 'resolved') {
    return (
      <Banner icon="circle-check" action={reopen}>
        {row.resolved_at
          ? t('conversations.is_resolved_at', {
              time: formats.dateTime(row.resolved_at),
              by: row.resolved_by ?? '',
            })
          : t('conversations.is_resolved')}
      </Banner>
    )
  }
  if (row.status === 'snoozed' && row.snoozed_until) {
    return (
      <Banner icon="moon" action={reopen}>
        {t('conversations.is_snoozed', { time: formats.dateTime(row.snoozed_until) })}
      </Banner>
    )
  }
  if (row.handler === 'team')
    return mayBePaused && canAnswer ? (
      <Suspense>
        <PausedScenario integration_id={row.integration_id} conversation_id={row.id}>
          {(line, buttons) => (
            <Banner icon="bot" look="bg-bot-subtle text-bot" action={buttons}>
              {line}
            </Banner>
          )}
        </PausedScenario>
      </Suspense>
    ) : null
  return (
    <Banner
      icon="bot"
      look="bg-bot-subtle text-bot"
      action={
        canAnswer && (
          <Button size="sm" variant="primary" onClick={() => void actions.takeOver(row)}>
            {t('conversations.take_over')}
          </Button>
        )
      }
    >
      {row.handler === 'scenario' ? (
        <Suspense fallback={t('scenario-runs.automatic')}>
          <ScenarioState integration_id={row.integration_id} conversation_id={row.id} canAnswer={canAnswer} />
        </Suspense>
      ) : (
        t('conversations.is_automatic')
      )}
    </Banner>
  )
}

function Banner({
  icon,
  look = 'bg-subtle text-muted',
  action,
  children,
}: {
  icon: IconName
  look?: string
  action: ReactNode
  children: ReactNode
}) {
  return (
    <div
      className={cn(
        'flex shrink-0 items-center gap-2.5 border-t border-line px-4 py-2 text-base print:hidden',
        look,
      )}
    >
      <Icon name={icon} />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}
