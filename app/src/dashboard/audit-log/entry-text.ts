import { type AuditEntry, conversationAccessLevels, identityModes, roles } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { contactName } from '#dashboard/contact-names'

/** Settings fields that have their own label. */
const fields = [
  'address',
  'events',
  'name',
  'url',
  'locale',
  'locales',
  'logo',
  'hosts',
  'color',
  'side',
  'theme',
  'texts',
  'hide_on',
  'capacity',
  'languages',
  'hours_note',
  'is_enabled',
  'config',
  'is_on',
  'time_zone',
  'week',
  'holidays',
  'reply_promise_min',
  'first_reply_min',
  'next_reply_min',
  'resolve_after_days',
  'options',
  'position',
  'first_for_visitors',
  'first_for_customers',
  'length',
  'answer_confidence_min',
  'may_help_confidence_min',
  'uncertain_answers_max',
  'team_topics',
  'has_ai_notice',
  'base_url',
  'chat_model',
  'requests_max',
  'key',
] as const

/** Fields that older entries name differently. Entries are never changed. */
const formerNames: Record<string, string> = {
  colour: 'color',
  answer_from: 'answer_confidence_min',
  may_help_from: 'may_help_confidence_min',
  unsure_max: 'uncertain_answers_max',
}

/** Current names of contacts that entries reference by id. */
export type ContactNames = ReadonlyMap<string, { id: string; name: string | null; email: string | null }>

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
/** The subject of an entry: a contact by id, or anything else by name. */
function subjectOf(action: AuditEntry['action'], text: string, contacts: ContactNames, t: Translate): string {
  if (!action.startsWith('contact_') || !isId(text)) return text
  const contact = contacts.get(text)
  return contact ? contactName(contact, t) : t('audit-log.contact_deleted')
}

/** What was done, as a sentence without its subject. */
export function entryText(
  { action, subject, details }: AuditEntry,
  contacts: ContactNames,
  t: Translate,
): string {
  // The name of a custom role is free text, and can be equal to a value of another field.
  const role = (name: string | undefined) => {
    const role = roles.find((one) => one === name)
    return role ? t(`users.role_${role}`) : (name ?? '')
  }
  const value = (name: string | undefined) => {
    const mode = identityModes.find((one) => one === name)
    const access = conversationAccessLevels.find((one) => one === name)
    if (action === 'role_changed' || (!mode && !access)) return role(name)
    return mode ? t(`identity.mode_${mode}`) : t(`users.conversation_access_${access ?? 'all'}`)
  }
  const changed = (details['fields'] ?? '')
    .split(' ')
    .map((name) => fields.find((one) => one === (formerNames[name] ?? name)))
    .flatMap((name) => (name ? [t(`audit-log.field_${name}`)] : []))
    .join(', ')
  const days = Number(details['to'])
  return t(`audit-log.action_${action}`, {
    subject: subjectOf(action, subject, contacts, t),
    role: role(details['role']),
    from: value(details['from']),
    to: value(details['to']),
    kept: days ? t('audit-log.days', { count: days }) : t('audit-log.days_all'),
    into: subjectOf(action, details['into'] ?? '', contacts, t),
    by: details['by'] ?? '',
    conversations: Number(details['conversations']),
    messages: Number(details['messages']),
    files: Number(details['files']),
    entries: Number(details['entries']),
    fields: changed,
  })
}
