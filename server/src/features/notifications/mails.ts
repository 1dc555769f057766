import { randomUUID } from 'node:crypto'
import type { Locale, MemberNotification } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { mailBody, plainName } from '#platform/mail/index.ts'
import { preferencesWith } from './preferences.ts'
import { mailToken } from './mail-token.ts'
import * as store from './store.ts'
import { notificationPath, notificationText } from './texts.ts'

const batch = 200
const linesMax = 10
const words = {
  en: {
    subject: (count: number) =>
      count === 1 ? '1 conversation is waiting for you' : `${count} conversations are waiting for you`,
    greeting: 'Hello,',
    intro: (workspace: string) =>
      workspace
        ? `Here’s what happened in ${workspace} while you were away:`
        : 'Here’s what happened while you were away:',
    more: (count: number) => `… and ${count} more.`,
    one: 'Open conversation',
    several: 'Open inbox',
    suggestion: 'View suggestions',
    of_suggestions: 'Updates on suggested answers',
    footer: 'You’re receiving this email because you haven’t seen these notifications in Ozvi.',
    stop: 'Unsubscribe from emails about this workspace',
  },
  sk: {
    subject: (count: number) => {
      if (count === 1) return 'Čaká na vás jedna konverzácia'
      return count < 5 ? `Čakajú na vás ${count} konverzácie` : `Čaká na vás ${count} konverzácií`
    },
    greeting: 'Dobrý deň,',
    intro: (workspace: string) =>
      workspace
        ? `kým ste boli preč, v pracovnom priestore ${workspace} sa stalo toto:`
        : 'kým ste boli preč, stalo sa toto:',
    more: (count: number) => `… a ďalšie oznámenia: ${count}.`,
    one: 'Otvoriť konverzáciu',
    several: 'Otvoriť schránku',
    suggestion: 'Zobraziť návrhy',
    of_suggestions: 'Novinky o navrhnutých odpovediach',
    footer: 'Tento e-mail dostávate, lebo ste tieto oznámenia v Ozvi zatiaľ nevideli.',
    stop: 'Zrušiť odber e-mailov o tomto pracovnom priestore',
  },
} as const satisfies Record<Locale, unknown>

/** Emails each member a digest of what they haven't seen in the time they chose. Called by the scheduler. */
export async function mailUnseen(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const key of await store.listMailsDue(ctx.db, now, batch)) await mailOne(ctx, key)
}

const mailOne = (ctx: Context, key: store.MemberKey) =>
  ctx.transaction(async (tx) => {
    const notifications = await store.claimEmails(tx, key)
    const reader = await store.findRecipient(tx, key)
    if (notifications.length === 0 || !reader) return
    const stored = await store.findPreferences(tx, key)
    const { include_text } = preferencesWith(key.integration_id, stored?.preferences)
    await ctx.mail.queue(tx, composeEmail(ctx, key, reader, notifications, include_text))
  })

function composeEmail(
  { config, secrets }: Context,
  key: store.MemberKey,
  { email, locale, workspace }: { email: string; locale: Locale; workspace: string },
  notifications: MemberNotification[],
  include_text: boolean,
) {
  const messages = words[locale]
  const inbox = `${config.app_url}/app/i/${key.integration_id}/conversation`
  const ids = [...new Set(notifications.flatMap(({ conversation_id }) => conversation_id ?? []))]
  const newest = notifications.at(-1)
  const isOfSuggestions = ids.length === 0
  const action = () => {
    if (isOfSuggestions && newest)
      return { label: messages.suggestion, url: `${config.app_url}${notificationPath(newest)}` }
    return ids.length === 1
      ? { label: messages.one, url: `${inbox}/${ids[0]}` }
      : { label: messages.several, url: inbox }
  }
  const token = mailToken(secrets, key)
  const listed = notifications.slice(-linesMax)
  const body = mailBody({
    greeting: messages.greeting,
    paragraphs: [
      messages.intro(plainName(workspace)),
      ...listed.map((notification) => notificationText(notification, locale, include_text)),
      ...(notifications.length > listed.length ? [messages.more(notifications.length - listed.length)] : []),
    ],
    action: action(),
    footer: messages.footer,
    stop: { label: messages.stop, url: `${config.app_url}/stop-mails?token=${token}` },
  })
  return {
    kind: 'notice' as const,
    message_id: randomUUID(),
    about: ids,
    to: email,
    subject: isOfSuggestions ? messages.of_suggestions : messages.subject(ids.length),
    ...body,
    unsubscribe_url: `${config.app_url}/api/notification-mails/one-click?token=${token}`,
  }
}
