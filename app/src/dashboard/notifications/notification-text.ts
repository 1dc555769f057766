import type { Locale, MemberNotification } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import type { IconName } from '#ui/icon.tsx'
import { pagePath } from '#addresses'
import { contactName } from '#dashboard/contact-names'

/** A notification as one line of text. */
export const notificationText = (
  { kind, actor_name, contact, count }: MemberNotification,
  t: Translate,
): string =>
  t(`notifications.event_${kind}`, {
    who: actor_name ?? (contact ? contactName(contact, t) : ''),
    count,
  })
/** The URL of a notification. */
export const notificationPath = (
  locale: Locale,
  { integration_id: integrationId, conversation_id: id, topic }: MemberNotification,
): string =>
  id
    ? pagePath(locale, 'app-i-integrationId-conversation-id', { integrationId, id })
    : pagePath(
        locale,
        topic === 'question'
          ? 'app-i-integrationId-settings-data-sources'
          : 'app-i-integrationId-settings-replies',
        { integrationId },
      )
export const notificationIcons: Record<MemberNotification['kind'], IconName> = {
  unassigned: 'inbox',
  assigned: 'user',
  mentioned: 'note',
  replied: 'message',
  overdue: 'alert-triangle',
  suggested: 'book',
  accepted: 'check',
  declined: 'ban',
}
