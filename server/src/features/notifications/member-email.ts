import type { Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { mailBody, plainName } from '#platform/mail/index.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { mailToken } from './mail-token.ts'
import { preferencesWith } from './preferences.ts'
import { listRecipients } from './recipient-store.ts'
import * as store from './store.ts'

const words = {
  en: {
    greeting: 'Hello,',
    open: 'Open conversation',
    footer: (source: string) => `You’re receiving this email because of the scenario “${source}”.`,
    stop: 'Unsubscribe from emails about this workspace',
  },
  sk: {
    greeting: 'Dobrý deň,',
    open: 'Otvoriť konverzáciu',
    footer: (source: string) => `Tento e-mail vám posiela scenár „${source}“.`,
    stop: 'Zrušiť odber e-mailov o tomto pracovnom priestore',
  },
} as const satisfies Record<Locale, unknown>

interface MemberEmail {
  /** Repeated calls with the same id send messages with the same ids, which mail servers can recognize. */
  email_id: string
  user_ids: readonly string[]
  subject: string
  /** Plain text; empty lines separate paragraphs. */
  text: string
  /** What sends it, such as a scenario. */
  source: string
}

/**
 * Emails members about a conversation. Left out are those who can't see it, have turned off notifications of the
 * workspace or all its emails, or have reached their limit.
 */
export async function emailMembers(
  ctx: Context,
  tx: Tx,
  key: store.ConversationKey,
  { email_id, user_ids, subject, text, source }: MemberEmail,
): Promise<void> {
  const { config, secrets } = ctx
  const { integration_id, conversation_id } = key
  for (const { user_id, preferences } of await listRecipients(tx, key, user_ids)) {
    const { is_on, kinds } = preferencesWith(integration_id, preferences)
    const reader = await store.findRecipient(tx, { integration_id, user_id })
    if (!reader || !is_on || !Object.values(kinds).some(({ email }) => email)) continue
    const messages = words[reader.locale]
    const token = mailToken(secrets, { integration_id, user_id })
    const body = mailBody({
      greeting: messages.greeting,
      paragraphs: text.split(/\n\n+/).filter(Boolean),
      action: {
        label: messages.open,
        url: `${config.app_url}/app/i/${integration_id}/conversation/${conversation_id}`,
      },
      footer: messages.footer(plainName(source)),
      stop: { label: messages.stop, url: `${config.app_url}/stop-mails?token=${token}` },
    })
    await ctx.mail.queue(tx, {
      kind: 'notice',
      message_id: derivedId(`${email_id} ${user_id}`),
      about: [conversation_id],
      to: reader.email,
      subject,
      ...body,
      unsubscribe_url: `${config.app_url}/api/notification-mails/one-click?token=${token}`,
    })
  }
}
