import type { Locale } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { type Mail, mailBody, plainName } from '#platform/mail/index.ts'
import { fileNames } from '../messages/file-names.ts'
import type { MessageRow } from '../record/rows.ts'
import type { Key } from '../record/store.ts'
import { replyLinkToken, unsubscribeToken, returnToken } from './links.ts'
import { type Address, hasText } from './reply-mail.ts'
import type { MailFacts } from './reply-mail-store.ts'

/*
 * Emails replies that the customer hasn't seen. A typed address may belong to someone else, so its email
 * contains neither text nor names typed by visitors.
 */

const words = {
  en: {
    subject: 'A message from a website you visited',
    greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    intro: (who: string, workspace: string) =>
      who && workspace
        ? `${who} from ${workspace} wrote to you:`
        : `${who || workspace || 'A team'} wrote to you:`,
    files: (names: string) => `Attached: ${names}. You can open the files in the conversation.`,
    replied: (workspace: string) =>
      workspace
        ? `${workspace} replied to you in the chat on their website.`
        : 'You have a new reply in the chat on a website you visited.',
    no_text:
      'This email doesn’t contain the reply, because anyone could have entered this address in the chat.',
    how: 'Use the link to read the reply and write back. Replies to this email aren’t delivered.',
    back: 'View and reply',
    footer: (workspace: string) =>
      `You’re receiving this email because ${workspace || 'a website you visited'} messaged you while you were away.`,
    typed_footer: (workspace: string) =>
      `You’re receiving this email because someone entered this address in the chat of ${workspace || 'a website'}. If it wasn’t you, unsubscribe.`,
    stop: 'Unsubscribe',
  },
  sk: {
    subject: 'Správa z webu, ktorý ste navštívili',
    greeting: (name: string) => (name ? `Dobrý deň, ${name},` : 'Dobrý deň,'),
    intro: (who: string, workspace: string) =>
      who && workspace ? `${who} (${workspace}) vám píše:` : `${who || workspace || 'Tím'} vám píše:`,
    files: (names: string) => `Prílohy: ${names}. Súbory otvoríte v konverzácii.`,
    replied: (workspace: string) =>
      workspace
        ? `V chate na webe ${workspace} máte novú odpoveď.`
        : 'V chate na webe, ktorý ste navštívili, máte novú odpoveď.',
    no_text: 'Odpoveď v tomto e-maile nie je, lebo túto adresu mohol v chate zadať ktokoľvek.',
    how: 'Cez odkaz si odpoveď prečítate a môžete odpísať. Odpovede na tento e-mail sa nedoručujú.',
    back: 'Zobraziť a odpovedať',
    footer: (workspace: string) =>
      `Tento e-mail dostávate, lebo vám počas vašej neprítomnosti prišla správa ${workspace ? `z chatu „${workspace}“` : 'z webu, ktorý ste navštívili'}.`,
    typed_footer: (workspace: string) =>
      `Tento e-mail dostávate, lebo túto adresu niekto zadal v chate${workspace ? ` „${workspace}“` : ' na webe'}. Ak ste to neboli vy, zrušte odber.`,
    stop: 'Zrušiť odber',
  },
} as const satisfies Record<Locale, unknown>

const displayName = ({ author_display_name, author_name }: MessageRow) =>
  plainName(author_display_name ?? author_name ?? '')

/** The replies as paragraphs, with the author's name where it changes. */
function textsOf(replies: readonly MessageRow[], locale: Locale, workspace: string): string[] {
  const text = words[locale]
  return replies.flatMap((reply, index) => {
    const previous = replies[index - 1]
    const names = fileNames(reply.attachments)
    return [
      ...(previous && displayName(previous) === displayName(reply)
        ? []
        : [text.intro(displayName(reply), workspace)]),
      ...reply.body.split(/\n+/).filter(Boolean),
      ...(names ? [text.files(names)] : []),
    ]
  })
}

/** The link to the conversation. The token is in the hash, so that no server logs it. */
export function linkTo(
  { config, secrets, now }: Context,
  key: Key,
  { public_key, locale, is_test }: MailFacts,
  { source }: Address,
  from_ms: number,
): string {
  const frame = `${config.app_url}/widget/frame/${public_key}?locale=${locale}${is_test ? '&preview=1' : ''}`
  if (source === 'team') return `${frame}#${returnToken(secrets, key, now())}`
  return `${frame}#reply=${replyLinkToken(secrets, { ...key, from_ms, has_history: source === 'signed' }, now())}`
}

/** @param replies at least one, oldest first */
export function mailOfReplies(
  ctx: Context,
  key: Key,
  facts: MailFacts,
  to: Address,
  replies: readonly MessageRow[],
): Mail {
  const { integration_id, conversation_id } = key
  const { contact_id, locale } = facts
  const text = words[locale]
  const workspace = plainName(facts.workspace)
  const withText = hasText(to)
  const token = unsubscribeToken(ctx.secrets, { integration_id, contact_id })
  const [first, last] = [replies[0], replies.at(-1)]
  return {
    message_id: derivedId(`${conversation_id}:${last?.author_id}:${last?.id}:mail`),
    about: [contact_id, conversation_id],
    to: to.email,
    subject: text.subject,
    ...mailBody({
      greeting: text.greeting(withText ? plainName(facts.name ?? '') : ''),
      paragraphs: [
        ...(withText ? textsOf(replies, locale, workspace) : [text.replied(workspace), text.no_text]),
        text.how,
      ],
      action: { label: text.back, url: linkTo(ctx, key, facts, to, Date.parse(first?.sent_at ?? '')) },
      footer: (withText ? text.footer : text.typed_footer)(workspace),
      stop: { label: text.stop, url: `${ctx.config.app_url}/stop-mails?of=contact&token=${token}` },
    }),
    unsubscribe_url: `${ctx.config.app_url}/api/contact-mails/one-click?token=${token}`,
  }
}
