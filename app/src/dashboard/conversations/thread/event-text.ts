import type { Message } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

type Details = Message['details']
type EventName = NonNullable<Details['event']>

interface EventContext {
  details: Details
  /** Values of every text that names who caused the event. */
  actor: { who: 'me' | 'other' | 'nobody'; name: string }
  t: Translate
}

/** Texts of the events. An event without one has its text in the body of the message. */
const eventTexts: Partial<Record<EventName, (event: EventContext) => string | undefined>> = {
  started: ({ details, actor, t }) => {
    const { via_chat, via_email } = details
    const way = via_chat ? 'chat' : 'mail'
    return t('conversations.event_started', { ...actor, ways: via_chat && via_email ? 'both' : way })
  },
  taken_over: ({ actor, t }) => t('conversations.event_taken_over', actor),
  handed_back: ({ actor, t }) => t('conversations.event_handed_back', actor),
  assigned: ({ details: { assignee_name: assignee }, actor, t }) => {
    if (!assignee) return t('conversations.event_unassigned', actor)
    return assignee === actor.name
      ? t('conversations.event_self_assigned', actor)
      : t('conversations.event_assigned', { ...actor, assignee })
  },
  auto_assigned: ({ details, t }) =>
    t('conversations.event_auto_assigned', {
      assignee: details.assignee_name ?? '',
      team: details.team_name ?? '',
      way: details.assignment_mode ?? '',
    }),
  team_assigned: ({ details: { team_name: team }, actor, t }) =>
    team ? t('conversations.event_team', { ...actor, team }) : t('conversations.event_no_team', actor),
  status_changed: ({ details: { status }, actor, t }) => status && t(`conversations.event_${status}`, actor),
  tags_changed: ({ details, actor, t }) =>
    [
      tagText('conversations.event_tags_added', details.tags_added, actor, t),
      tagText('conversations.event_tags_removed', details.tags_removed, actor, t),
    ]
      .filter(Boolean)
      .join(' · '),
  priority_changed: ({ details: { priority }, actor, t }) =>
    priority && priority !== 'none'
      ? t('conversations.event_priority', { ...actor, priority: t(`conversations.priority_${priority}`) })
      : t('conversations.event_priority_none', actor),
  fields_changed: ({ details, actor, t }) =>
    t('custom-fields.event', { ...actor, fields: fieldText(details.fields ?? [], t) }),
  reopened: ({ actor: { who, name }, t }) =>
    t('conversations.event_reopened', { who: name ? who : 'customer', name }),
  overdue: ({ t }) => t('conversations.event_overdue'),
  timed_out: ({ t }) => t('conversations.event_timed_out'),
  confirmed: ({ t }) => t('conversations.event_confirmed'),
  unsnoozed: ({ t }) => t('conversations.event_unsnoozed'),
  unsnoozed_by_customer: ({ t }) => t('conversations.event_unsnoozed_by_customer'),
  message_edited: ({ actor, t }) => t('messages.event_message_edited', actor),
  message_deleted: ({ actor, t }) => t('messages.event_message_deleted', actor),
  message_restored: ({ actor, t }) => t('messages.event_message_restored', actor),
  reply_emailed: ({ details: { has_text, emailed_to = '' }, t }) =>
    t('reply-mails.mailed', { what: has_text ? 'text' : 'link', email: emailed_to }),
  reply_not_emailed: ({ details: { not_emailed_reason: reason }, t }) =>
    reason && t(`reply-mails.not_emailed_${reason}`),
  scenario_started: (event) => event.t('scenario-runs.event_scenario_started', scenarioValues(event)),
  scenario_paused: (event) => event.t('scenario-runs.event_scenario_paused', scenarioValues(event)),
  scenario_resumed: (event) => event.t('scenario-runs.event_scenario_resumed', scenarioValues(event)),
  scenario_ended: (event) => event.t('scenario-runs.event_scenario_ended', scenarioValues(event)),
  scenario_step_failed: ({ details, t }) => failedStepText(details, t),
  follows: ({ details, t }) => t('conversations.event_follows', { number: details.follows_number ?? 0 }),
}

/** An event of the conversation as text. @param user_id the reader, who is addressed as “you” */
export function eventText(
  { details, body, author_id, author_name }: Message,
  user_id: string,
  t: Translate,
): string {
  const name = causeName(details, t) ?? author_name ?? ''
  const other = name ? 'other' : 'nobody'
  const who = author_id === user_id ? 'me' : other
  const textOf = details.event && eventTexts[details.event]
  return textOf?.({ details, actor: { who, name }, t }) ?? body
}

/** The scenario or rule that caused an event. Undefined for events about a scenario, whose text names it. */
function causeName({ scenario, rule_name, event }: Details, t: Translate): string | undefined {
  if (event?.startsWith('scenario_')) return undefined
  if (scenario) return t('scenario-runs.by', { name: scenario.name })
  return rule_name && t('conversations.by_rule', { rule: rule_name })
}

const scenarioValues = ({ details, actor }: EventContext) => ({
  ...actor,
  scenario: details.scenario?.name ?? '',
  outcome: details.run_status ?? '',
})

function failedStepText({ scenario, failed_step_reason }: Details, t: Translate): string {
  const { name = '', step_number, step_title = '' } = scenario ?? {}
  const reference = step_title ? 'title' : 'number'
  const failed = t('scenario-runs.event_scenario_step_failed', {
    at: step_number === undefined ? '' : reference,
    scenario: name,
    number: String(step_number ?? ''),
    step: step_title,
  })
  return failed_step_reason ? `${failed}. ${t(`scenario-runs.step_failed_${failed_step_reason}`)}` : failed
}

const fieldText = (fields: NonNullable<Details['fields']>, t: Translate): string =>
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
  actor: EventContext['actor'],
  t: Translate,
): string => (names.length > 0 ? t(key, { ...actor, count: names.length, tags: names.join(', ') }) : '')
