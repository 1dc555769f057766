import type { Message } from '@ozvi/contract'
import { Fragment, lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { PageLink } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { useInbox } from '../layout/inbox-context.ts'

/** Few threads have one. */
const RatingLine = lazy(async () => ({ default: (await import('./rating.tsx')).RatingRow }))

const MergeLine = lazy(async () => ({ default: (await import('../merging/merge-line.tsx')).MergeLine }))

/** An event of the conversation, on one line. */
export function EventRow({ message }: { message: Message }) {
  const t = useT()
  const user = useUser()
  const { pathOf } = useInbox()
  if (message.kind === 'rating' || message.details.other_id)
    return (
      <Suspense fallback={<div className={message.details.other_id ? 'h-6' : 'h-16'} />}>
        {message.details.other_id ? <MergeLine message={message} /> : <RatingLine message={message} />}
      </Suspense>
    )
  const { follows_id } = message.details
  const text = message.kind === 'ai_notice' ? message.body : eventText(message, user.id, t)
  return (
    <p className="text-center text-sm text-muted">
      {follows_id ? (
        <PageLink to={pathOf(follows_id)} className="underline hover:text-ink">
          {text}
        </PageLink>
      ) : (
        text
      )}{' '}
      <BaseDate time={message.sent_at} format="time" className="text-xs whitespace-nowrap" />
    </p>
  )
}

/** Consecutive events of one author on one line. */
export function EventsRow({ messages }: { messages: [Message, ...Message[]] }) {
  const t = useT()
  const user = useUser()
  const last = messages.at(-1) ?? messages[0]
  return (
    <p className="text-center text-sm text-balance text-muted">
      {messages.map((message, index) => (
        <Fragment key={message.seq}>
          {index > 0 && ' · '}
          <span>{eventText(message, user.id, t)}</span>
        </Fragment>
      ))}{' '}
      <BaseDate time={last.sent_at} format="time" className="text-xs whitespace-nowrap" />
    </p>
  )
}

/** The scenario or rule that caused an event; a teammate's own events have a name of their own. */
function causeName({ scenario, rule_name, event }: Message['details'], t: Translate): string | undefined {
  if (event?.startsWith('scenario_')) return undefined
  if (scenario) return t('scenario-runs.by', { name: scenario.name })
  return rule_name && t('conversations.by_rule', { rule: rule_name })
}

function eventText(
  { details, body, author_id, author_name }: Message,
  user_id: string,
  t: Translate,
): string {
  const name = causeName(details, t) ?? author_name ?? ''
  const who = author_id === user_id ? 'me' : name ? 'other' : 'nobody'
  switch (details.event) {
    case 'started':
      return t('conversations.event_started', {
        who,
        name,
        ways: details.via_chat && details.via_email ? 'both' : details.via_chat ? 'chat' : 'mail',
      })
    case 'taken_over':
      return t('conversations.event_taken_over', { who, name })
    case 'handed_back':
      return t('conversations.event_handed_back', { who, name })
    case 'assigned':
      if (details.assignee_name && details.assignee_name === name)
        return t('conversations.event_self_assigned', { who, name })
      return details.assignee_name
        ? t('conversations.event_assigned', { who, name, assignee: details.assignee_name })
        : t('conversations.event_unassigned', { who, name })
    case 'auto_assigned':
      return t('conversations.event_auto_assigned', {
        assignee: details.assignee_name ?? '',
        team: details.team_name ?? '',
        way: details.assignment_mode ?? '',
      })
    case 'team_assigned':
      return details.team_name
        ? t('conversations.event_team', { who, name, team: details.team_name })
        : t('conversations.event_no_team', { who, name })
    case 'status_changed':
      return details.status ? t(`conversations.event_${details.status}`, { who, name }) : body
    case 'tags_changed':
      return [
        tagText('conversations.event_tags_added', details.tags_added, { who, name }, t),
        tagText('conversations.event_tags_removed', details.tags_removed, { who, name }, t),
      ]
        .filter(Boolean)
        .join(' · ')
    case 'priority_changed':
      return details.priority && details.priority !== 'none'
        ? t('conversations.event_priority', {
            who,
            name,
            priority: t(`conversations.priority_${details.priority}`),
          })
        : t('conversations.event_priority_none', { who, name })
    case 'fields_changed':
      return t('custom-fields.event', { who, name, fields: fieldText(details.fields ?? [], t) })
    case 'reopened':
      return t('conversations.event_reopened', { who: name ? who : 'customer', name })
    case 'overdue':
    case 'timed_out':
    case 'confirmed':
    case 'unsnoozed':
    case 'unsnoozed_by_customer':
      return t(`conversations.event_${details.event}`)
    case 'message_edited':
    case 'message_deleted':
    case 'message_restored':
      return t(`messages.event_${details.event}`, { who, name })
    case 'reply_emailed':
      return t('reply-mails.mailed', {
        what: details.has_text ? 'text' : 'link',
        email: details.emailed_to ?? '',
      })
    case 'reply_not_emailed':
      return details.not_emailed_reason ? t(`reply-mails.not_emailed_${details.not_emailed_reason}`) : body
    case 'scenario_started':
    case 'scenario_paused':
    case 'scenario_resumed':
    case 'scenario_ended':
      return t(`scenario-runs.event_${details.event}`, {
        who,
        name,
        scenario: details.scenario?.name ?? '',
        outcome: details.run_status ?? '',
      })
    case 'scenario_step_failed':
      return failedStepText(details, t)
    case 'follows':
      return t('conversations.event_follows', { number: details.follows_number ?? 0 })
    default:
      return body
  }
}

function failedStepText({ scenario, failed_step_reason }: Message['details'], t: Translate): string {
  const { name = '', step_number, step_title = '' } = scenario ?? {}
  const failed = t('scenario-runs.event_scenario_step_failed', {
    at: step_number === undefined ? '' : step_title ? 'title' : 'number',
    scenario: name,
    number: String(step_number ?? ''),
    step: step_title,
  })
  return failed_step_reason ? `${failed}. ${t(`scenario-runs.step_failed_${failed_step_reason}`)}` : failed
}

const fieldText = (fields: NonNullable<Message['details']['fields']>, t: Translate): string =>
  fields
    .map(({ label, after }) =>
      after === null
        ? t('custom-fields.event_emptied', { label })
        : t('custom-fields.event_value', {
            label,
            value: typeof after === 'boolean' ? t(after ? 'contacts.yes' : 'contacts.no') : String(after),
          }),
    )
    .join(' · ')

const tagText = (
  key: 'conversations.event_tags_added' | 'conversations.event_tags_removed',
  names: string[] = [],
  by: { who: string; name: string },
  t: Translate,
): string => (names.length > 0 ? t(key, { ...by, count: names.length, tags: names.join(', ') }) : '')
