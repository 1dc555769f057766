import type { Webhook } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError, useToastOnError } from '#platform/calls/toast-error.ts'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import type { WebhookActions } from './data.ts'
import { Deliveries } from './deliveries.tsx'

const tones = { off: 'neutral', delivering: 'success', failing: 'warning', paused: 'danger' } as const

interface WebhookCardProps {
  webhook: Webhook
  actions: WebhookActions
  /** Without the plan it can only be turned off and deleted. */
  isInPlan: boolean
  onEdit: () => void
}
/** One webhook: its state, its actions and its log. */
export function WebhookCard({ webhook, actions, isInPlan, onEdit }: WebhookCardProps) {
  const t = useT()
  const { id, integration_id, url, events, state, waiting, problem, previous_secret_until } = webhook
  const [isOpen, setOpen] = useState(false)
  const [isTesting, setTesting] = useState(false)
  async function test() {
    setTesting(true)
    try {
      const sent = await actions.test(id)
      if (sent.state === 'delivered') toast.success(t('webhooks.test_ok'))
      else toast.error(t('webhooks.test_failed', { problem: sent.problem ?? '' }))
      setOpen(true)
    } catch (failure) {
      toastError(failure, t)
    } finally {
      setTesting(false)
    }
  }
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{url}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <Badge tone={tones[state]}>{t(`webhooks.is_${state}`)}</Badge>
            <span>{t('webhooks.event_count', { count: events.length })}</span>
            {waiting > 0 && <span>{t('webhooks.waiting', { count: waiting })}</span>}
            {problem && state !== 'off' && <span>{t('webhooks.last_problem', { problem })}</span>}
          </p>
          {previous_secret_until && (
            <p className="mt-1 text-sm text-muted">
              {t('webhooks.previous_until')} <BaseDate time={previous_secret_until} />
            </p>
          )}
        </div>
        <WebhookMenu {...{ webhook, actions, isInPlan, onEdit }} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon="send" isBusy={isTesting} onClick={() => void test()}>
          {t('webhooks.test')}
        </Button>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'webhooks.hide_log' : 'webhooks.show_log')}
        </Button>
      </div>
      {isOpen && <Deliveries integration_id={integration_id} webhook_id={id} actions={actions} />}
    </Card>
  )
}

function WebhookMenu({ webhook, actions, isInPlan, onEdit }: WebhookCardProps) {
  const t = useT()
  const { id, url, state } = webhook
  const host = URL.parse(url)?.host ?? url
  const isRunning = state === 'delivering' || state === 'failing'
  const toastOnError = useToastOnError()
  const setOn = (is_on: boolean) => toastOnError(actions.update(id, { is_on }))
  const renew = () =>
    confirm({
      title: t('webhooks.renew_title'),
      description: t('webhooks.renew_text'),
      confirmLabel: t('webhooks.renew'),
      action: () => actions.renew(id),
    })
  const remove = () =>
    confirm({
      title: t('webhooks.delete_title', { host }),
      description: t('webhooks.delete_text'),
      confirmLabel: t('webhooks.delete'),
      async action() {
        await actions.remove(id)
        toast.success(t('webhooks.deleted', { host }))
      },
    })
  return (
    <ActionsMenu label={t('webhooks.actions_of', { host })}>
      {isInPlan && (
        <MenuItem icon="pencil" onSelect={onEdit}>
          {t('webhooks.edit')}
        </MenuItem>
      )}
      {(isInPlan || isRunning) && (
        <MenuItem icon={isRunning ? 'stop' : 'refresh'} onSelect={() => void setOn(!isRunning)}>
          {t(isRunning ? 'webhooks.turn_off' : 'webhooks.turn_on')}
        </MenuItem>
      )}
      <MenuItem icon="key" onSelect={() => void renew()}>
        {t('webhooks.renew')}
      </MenuItem>
      <MenuItem icon="trash" onSelect={() => void remove()}>
        {t('webhooks.delete')}
      </MenuItem>
    </ActionsMenu>
  )
}
