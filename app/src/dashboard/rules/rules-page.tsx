import { can, type Rule } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonStyle, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { usersQuery } from '#dashboard/users'
import { useRuleActions, useRuleStats, useRules, rulesOf } from './data.ts'
import { triggerText } from './rule-text.ts'

export const queries: Queries = inWorkspace(({ id }) => [rulesOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function RulesPage() {
  const t = useT()
  const to = usePath()
  const integration = useIntegration()
  const { id, name } = integration
  const read = useRules(id)
  const rules = read.data
  const isAllowed = can(integration, 'rules.manage')
  const create = isAllowed && (
    <PageLink
      to={to('app-i-integrationId-settings-rules-ruleId', { integrationId: id, ruleId: 'new' })}
      className={buttonStyle('primary')}
    >
      <Icon name="plus" />
      {t('rules.create')}
    </PageLink>
  )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.rules')} – ${name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{t('shell.rules')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">
            {isAllowed ? t('rules.text') : t('rules.read_only')}
          </p>
          {isAllowed && <p className="mt-1 max-w-[62ch] text-base text-muted">{t('rules.when_to_use')}</p>}
        </div>
        {rules && rules.length > 0 && create}
      </div>
      {!rules && (
        <LoadFallback title={t('rules.failed')} query={read}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      )}
      {rules && (
        <Card>
          {rules.length === 0 ? (
            <EmptyState icon="sliders" title={t('rules.empty')} action={create}>
              {t('rules.empty_text')}
            </EmptyState>
          ) : (
            <RuleList integration_id={id} rules={rules} isAllowed={isAllowed} />
          )}
        </Card>
      )}
    </div>
  )
}

function RuleList({
  integration_id,
  rules,
  isAllowed,
}: {
  integration_id: string
  rules: readonly Rule[]
  isAllowed: boolean
}) {
  const t = useT()
  const formats = useFormats()
  const to = usePath()
  const actions = useRuleActions(integration_id)
  const stats = useRuleStats(integration_id, isAllowed)
  const { data: team } = useQuery(usersQuery(integration_id))
  /** Whether a rule refers to a member who has left. */
  const isNamingNobody = ({ actions, filter }: Rule) =>
    team !== undefined &&
    [
      ...actions.flatMap((action) => (action.kind === 'assign' ? [action.assignee_id] : [])),
      ...(filter['assignee']?.split(',').filter((id) => id !== 'none') ?? []),
    ].some((id) => team.users.every(({ user_id }) => user_id !== id))
  const isAssigningToReader = ({ actions }: Rule) =>
    actions.some(
      (action) =>
        action.kind === 'assign' &&
        team?.users.some(
          (member) => member.user_id === action.assignee_id && !can(member, 'conversations.answer'),
        ),
    )
  const ids = rules.map(({ id }) => id)
  function move(index: number, step: 1 | -1) {
    const [id, other] = [ids[index], ids[index + step]]
    if (id && other) void actions.order(ids.with(index, other).with(index + step, id))
  }
  return (
    <ol className="divide-y divide-line">
      {rules.map((rule, index) => {
        const { id, name, is_on, stop_after } = rule
        const done = stats[id]
        return (
          <li
            key={id}
            className={cn(
              'flex flex-wrap items-center gap-x-1 gap-y-2 py-3 pr-2 pl-4 sm:flex-nowrap',
              isAllowed && targetRow,
            )}
          >
            <div className="min-w-0 flex-1 basis-full sm:basis-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {isAllowed ? (
                  <PageLink
                    to={to('app-i-integrationId-settings-rules-ruleId', {
                      integrationId: integration_id,
                      ruleId: id,
                    })}
                    className={cn(rowTarget, 'min-h-6 min-w-0 text-base font-medium wrap-anywhere')}
                  >
                    {name}
                  </PageLink>
                ) : (
                  <span className="min-w-0 text-base font-medium wrap-anywhere">{name}</span>
                )}
                {!is_on && <Badge>{t('rules.off')}</Badge>}
                {isNamingNobody(rule) && <Badge tone="warning">{t('rules.member_gone')}</Badge>}
                {isAssigningToReader(rule) && <Badge tone="warning">{t('rules.member_cannot_reply')}</Badge>}
                {stop_after && <Badge>{t('rules.stop_after_here')}</Badge>}
              </p>
              <p className="text-sm text-muted">
                {triggerText(rule, t, formats)} →{' '}
                {rule.actions.map(({ kind }) => t(`rules.action_${kind}`)).join(', ')}
              </p>
              {isAllowed && (
                <p className="text-sm text-muted">
                  {done ? t('rules.runs_count', { count: done.runs }) : t('rules.runs_none')}
                  {done && done.failed > 0 && (
                    <span className="text-danger"> · {t('rules.runs_failed', { count: done.failed })}</span>
                  )}
                </p>
              )}
            </div>
            {isAllowed && (
              <div className="relative z-1 flex items-center gap-1 max-sm:w-full">
                <Switch
                  checked={is_on}
                  onChange={({ target }) => void actions.switch(rule, target.checked)}
                  label={<span className="sr-only">{t('rules.on_named', { name })}</span>}
                  className="mr-auto sm:mr-2"
                />
                <IconButton
                  icon="arrow-up"
                  size="sm"
                  label={t('rules.up_named', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon="arrow-down"
                  size="sm"
                  label={t('rules.down_named', { name })}
                  disabled={index === rules.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  icon="trash"
                  size="sm"
                  label={t('rules.delete_named', { name })}
                  onClick={() => void actions.remove(rule, ids)}
                />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
