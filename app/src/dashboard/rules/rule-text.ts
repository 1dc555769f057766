import type { Rule, RuleRunAction } from '@ozvi/contract'
import type { useFormats } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'

type Formats = ReturnType<typeof useFormats>

export const durationText = (minutes: number, formats: Formats) => formats.duration(minutes * 60)

/** The trigger of a rule as text. */
export const triggerText = (
  { event, wait_min }: Pick<Rule, 'event' | 'wait_min'>,
  t: Translate,
  formats: Formats,
) =>
  event === 'no_reply'
    ? t('rules.event_no_reply_for', { time: durationText(wait_min ?? 0, formats) })
    : t(`rules.event_${event}`)

const reasons = [
  'not_a_member',
  'cannot_reply',
  'team_unknown',
  'tag_unknown',
  'reply_unknown',
  'scenario_unpublished',
  'scenario_running',
  'scenario_unknown',
  'too_many',
] as const

/** The result of an action as text. */
export function actionText({ kind, outcome, problem = '' }: RuleRunAction, t: Translate): string {
  const actionName = t(`rules.action_${kind}`)
  if (outcome === 'done') return actionName
  if (outcome === 'unchanged') return t('rules.action_unchanged', { action: actionName })
  const reason = reasons.find((each) => problem.startsWith(each)) ?? 'other'
  return t('rules.action_failed', { action: actionName, reason: t(`rules.reason_${reason}`) })
}
