import { isBlocked, type Locale, visitorMessageSent } from '@ozvi/contract'
import { queueCustomerMail } from '#features/integrations'
import type { Context, Db } from '#platform/context.ts'
import { derivedId } from '#platform/derived-id.ts'
import { mailBody, plainName } from '#platform/mail/index.ts'
import { fileNames } from '../file-names.ts'
import { listMessages } from '../message-store.ts'
import { type MessageRow, visitorOf } from '../rows.ts'
import type { Key } from '../store.ts'
import { stopToken, wayBackToken } from './links.ts'
import { findAddressee } from './outbound-store.ts'

/*
 * Replies of conversations that the team began, mailed to whoever is not on the site to read them. A link opens the
 * conversation where there is no browser that has it; where there is one, a mailbox proves nothing, and the way back is
 * the website itself.
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
    back: 'Read and reply',
    site: 'Open the website',
    site_text: 'You can reply in the chat on our website, in the browser in which you have visited it.',
    footer: (workspace: string) =>
      `You get this email because ${workspace || 'a website you visited'} wrote to you while you were away.`,
    stop: 'Unsubscribe',
  },
  sk: {
    subject: 'Správa z webu, ktorý ste navštívili',
    greeting: (name: string) => (name ? `Dobrý deň, ${name},` : 'Dobrý deň,'),
    intro: (who: string, workspace: string) =>
      who && workspace ? `${who} (${workspace}) vám píše:` : `${who || workspace || 'Tím'} vám píše:`,
    files: (names: string) => `Prílohy: ${names}. Súbory otvoríte v konverzácii.`,
    back: 'Prečítať a odpovedať',
    site: 'Otvoriť web',
    site_text: 'Odpovedať môžete v chate na našom webe, v prehliadači, v ktorom ste ho navštívili.',
    footer: (workspace: string) =>
      `Tento e-mail ste dostali, lebo vám ${workspace ? `z „${workspace}“` : 'z webu, ktorý ste navštívili,'} napísali, keď ste na webe neboli.`,
    stop: 'Odhlásiť odber',
  },
} as const satisfies Record<Locale, unknown>

/** Mails a reply, unless its customer is there, has seen it, or is not to be mailed. */
export async function mailReplyOf(ctx: Context, { seq, ...key }: Key & { seq: number }): Promise<void> {
  await ctx.transaction(async (tx) => {
    const to = await findAddressee(tx, key)
    const said = to && (await findReply(tx, key, seq))
    if (!to?.email || !said || to.visitor_seen_seq >= seq || isBlocked(to, ctx.now())) return
    const visitor_id = visitorOf(to)
    if (ctx.presence.isOccupied(visitorMessageSent.channel({ visitor_id }))) return
    await queueCustomerMail(ctx, tx, key.integration_id, letter(ctx, key, { ...to, email: to.email }, said))
  })
}

async function findReply(db: Db, key: Key, seq: number): Promise<MessageRow | undefined> {
  const [said] = await listMessages(db, key, { after_seq: seq - 1, limit: 1 }, true)
  return said?.seq === seq && said.kind === 'text' && !said.change?.is_deleted ? said : undefined
}

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>> & { email: string }
function letter({ config, secrets, now }: Context, key: Key, to: Addressee, said: MessageRow) {
  const { integration_id, conversation_id } = key
  const text = words[to.locale]
  const workspace = plainName(to.workspace)
  const who = plainName(said.shown_name ?? said.author_name ?? '')
  const token = stopToken(secrets, { integration_id, contact_id: to.contact_id })
  const way_back = wayBackToken(secrets, key, now())
  const action = to.has_own_browser
    ? { label: text.site, url: to.url }
    : // After the hash, so that no server on the way notes it down.
      {
        label: text.back,
        url: `${config.app_url}/widget/frame/${to.public_key}?locale=${to.locale}#${way_back}`,
      }
  const names = fileNames(said.attachments)
  const body = mailBody({
    greeting: text.greeting(plainName(to.name ?? '')),
    paragraphs: [
      text.intro(who, workspace),
      ...said.body.split(/\n+/).filter(Boolean),
      ...(names ? [text.files(names)] : []),
      ...(to.has_own_browser ? [text.site_text] : []),
    ],
    action,
    footer: text.footer(workspace),
    stop: { label: text.stop, url: `${config.app_url}/stop-mails?of=contact&token=${token}` },
  })
  return {
    message_id: derivedId(`${conversation_id}:${said.author_id}:${said.id}:mail`),
    about: [to.contact_id, conversation_id],
    to: to.email,
    subject: text.subject,
    ...body,
    unsubscribe_url: `${config.app_url}/api/contact-mails/one-click?token=${token}`,
  }
}
