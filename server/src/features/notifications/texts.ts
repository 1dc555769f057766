import type { Locale, MemberNotification, NotificationKind } from '@ozvi/contract'
import { displayName } from '#features/contacts'
import { plainName } from '#platform/mail/index.ts'

type LineText = (number: number) => string
const words: Record<Locale, Record<NotificationKind, LineText>> = {
  en: {
    unassigned: (number) => `Conversation #${number} is waiting for your team`,
    assigned: (number) => `Conversation #${number} was assigned to you`,
    mentioned: (number) => `You were mentioned in conversation #${number}`,
    replied: (number) => `The customer replied in conversation #${number}`,
    overdue: (number) => `The reply in conversation #${number} is overdue`,
    suggested: () => 'A suggested answer is waiting for your review',
    accepted: () => 'Your suggestion was accepted',
    declined: () => 'Your suggestion was declined',
  },
  sk: {
    unassigned: (number) => `Konverzácia č. ${number} čaká na váš tím`,
    assigned: (number) => `Konverzácia č. ${number} je priradená vám`,
    mentioned: (number) => `Spomenuli vás v konverzácii č. ${number}`,
    replied: (number) => `Zákazník odpovedal v konverzácii č. ${number}`,
    overdue: (number) => `Odpoveď v konverzácii č. ${number} je po termíne`,
    suggested: () => 'Navrhnutá odpoveď čaká na vaše schválenie',
    accepted: () => 'Váš návrh je prijatý',
    declined: () => 'Váš návrh je zamietnutý',
  },
}

/** The path in the app of what a notification is about, without the language. */
export const notificationPath = ({
  integration_id,
  conversation_id,
  topic,
}: Pick<MemberNotification, 'integration_id' | 'conversation_id' | 'topic'>): string =>
  `/app/i/${integration_id}/${
    conversation_id
      ? `conversation/${conversation_id}`
      : topic === 'question'
        ? 'settings/data-sources'
        : 'settings/replies'
  }`

/** Who caused the notification: a teammate, or the customer. */
export const actorNameOf = (
  { actor_name, contact }: Pick<MemberNotification, 'actor_name' | 'contact'>,
  locale: Locale,
): string | null => actor_name ?? (contact && displayName(contact, locale))

/** One line about a notification outside the app. Names and previews only if enabled. */
export function notificationText(
  notification: Pick<MemberNotification, 'kind' | 'number' | 'count' | 'actor_name' | 'contact' | 'preview'>,
  locale: Locale,
  include_text: boolean,
): string {
  const { kind, number, count, preview } = notification
  const who = actorNameOf(notification, locale)
  const times = count > 1 ? ` (${count}×)` : ''
  const line = words[locale][kind](number) + times
  if (!include_text || (!who && !preview)) return `${line}.`
  return `${line} – ${[who && plainName(who), preview && `“${preview}”`].filter(Boolean).join(': ')}`
}

const tests: Record<Locale, { title: string; body: string }> = {
  en: { title: 'Test notification', body: 'This is what Ozvi push notifications look like.' },
  sk: { title: 'Skúšobné oznámenie', body: 'Takto vyzerajú push oznámenia Ozvi.' },
}
/** The text of a test push. */
export const testText = (locale: Locale) => tests[locale]
