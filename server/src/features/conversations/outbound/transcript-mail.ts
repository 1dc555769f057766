import { randomUUID } from 'node:crypto'
import type { Citation, Locale } from '@ozvi/contract'
import { toPlainText } from '@ozvi/contract/plain-text'
import type { Context } from '#platform/context/context.ts'
import { type Mail, mailBody, type MailQuote, plainName } from '#platform/mail/index.ts'
import { fileNames } from '../messages/file-names.ts'
import type { MessageRow } from '../record/rows.ts'
import type { Key } from '../record/store.ts'
import { recipientIdOf, stopTranscriptsToken } from './links.ts'
import { linkTo } from './mails.ts'
import { type Address, hasText } from './reply-mail.ts'
import type { MailFacts } from './reply-mail-store.ts'

/*
 * Transcripts that visitors have emailed. An address that the customer's server hasn't signed may belong to someone
 * else, so its email contains nothing that was written in the chat.
 */

const words = {
  en: {
    subject: 'Your chat transcript',
    greeting: 'Hello,',
    intro: (workspace: string) =>
      workspace ? `Here’s your conversation with ${workspace}:` : 'Here’s your conversation:',
    earlier: (n: number) => `Earlier messages are in the chat; this email contains the last ${n}.`,
    no_text: (workspace: string) =>
      workspace
        ? `Someone requested the transcript of a chat with ${workspace} for this address.`
        : 'Someone requested the transcript of a chat for this address.',
    why: 'This email doesn’t contain the conversation, because anyone could have entered this address in the chat. The link shows it in the browser where it was started.',
    you: 'You',
    team: 'Team',
    assistant: 'Assistant',
    open: 'Open conversation',
    footer:
      'You’re receiving this email because you requested it in the chat. Replies to it aren’t delivered.',
    typed_footer:
      'You’re receiving this email because someone entered this address in the chat. If it wasn’t you, turn off transcripts for your address.',
    stop: 'Turn off transcripts',
  },
  sk: {
    subject: 'Prepis vášho chatu',
    greeting: 'Dobrý deň,',
    intro: (workspace: string) =>
      workspace ? `posielame vám konverzáciu z chatu „${workspace}“:` : 'posielame vám vašu konverzáciu:',
    earlier: (n: number) => `Staršie správy nájdete v chate. Tento e-mail obsahuje posledných ${n}.`,
    no_text: (workspace: string) =>
      workspace
        ? `Na túto adresu si niekto vyžiadal prepis konverzácie z chatu „${workspace}“.`
        : 'Na túto adresu si niekto vyžiadal prepis konverzácie z chatu.',
    why: 'Konverzácia v tomto e-maile nie je, lebo túto adresu mohol v chate zadať ktokoľvek. Odkaz ju zobrazí v prehliadači, v ktorom sa začala.',
    you: 'Vy',
    team: 'Tím',
    assistant: 'Asistent',
    open: 'Otvoriť konverzáciu',
    footer: 'Tento e-mail dostávate, lebo ste si ho vyžiadali v chate. Odpovede naň sa nedoručujú.',
    typed_footer:
      'Tento e-mail dostávate, lebo túto adresu niekto zadal v chate. Ak ste to neboli vy, vypnite prepisy pre svoju adresu.',
    stop: 'Vypnúť prepisy',
  },
} as const satisfies Record<Locale, unknown>

function sourceOf({ config }: Context, { number, title, url, snapshot_url }: Citation): MailQuote['links'] {
  const address = url ?? (snapshot_url.startsWith('/') ? `${config.app_url}${snapshot_url}` : '')
  return /^https?:\/\//.test(address) ? [{ label: `[${number}] ${title}`, url: address }] : []
}

function quoteOf(ctx: Context, message: MessageRow, locale: Locale): MailQuote {
  const { author, author_name, author_display_name, body, attachments, citations } = message
  const text = words[locale]
  const name = plainName(author_display_name ?? author_name ?? '')
  const people = { contact: text.you, member: name || text.team }
  const files = fileNames(attachments)
  return {
    author: author === 'contact' || author === 'member' ? people[author] : text.assistant,
    lines: [...body.split(/\n+/).map(toPlainText).filter(Boolean), ...(files ? [files] : [])],
    links: (citations ?? []).flatMap((citation) => sourceOf(ctx, citation)),
  }
}

/** @param messages what the customer sees, oldest first; unused if the address gets no text */
export function mailOfTranscript(
  ctx: Context,
  key: Key,
  facts: MailFacts,
  to: Address,
  { messages, isComplete }: { messages: readonly MessageRow[]; isComplete: boolean },
): Mail {
  const { locale } = facts
  const text = words[locale]
  const workspace = plainName(facts.workspace)
  const withText = hasText(to)
  const { integration_id } = key
  const token = stopTranscriptsToken(ctx.secrets, {
    integration_id,
    recipient_id: recipientIdOf(ctx.secrets, to.email),
  })
  return {
    message_id: randomUUID(),
    about: [facts.contact_id, key.conversation_id],
    to: to.email,
    subject: text.subject,
    ...mailBody({
      greeting: text.greeting,
      paragraphs: withText
        ? [text.intro(workspace), ...(isComplete ? [] : [text.earlier(messages.length)])]
        : [text.no_text(workspace), text.why],
      quotes: withText ? messages.map((message) => quoteOf(ctx, message, locale)) : [],
      action: { label: text.open, url: linkTo(ctx, key, facts, to, ctx.now()) },
      footer: withText ? text.footer : text.typed_footer,
      stop: { label: text.stop, url: `${ctx.config.app_url}/stop-mails?of=contact&token=${token}` },
    }),
    unsubscribe_url: `${ctx.config.app_url}/api/contact-mails/one-click?token=${token}`,
  }
}
