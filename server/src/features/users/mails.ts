import { randomUUID } from 'node:crypto'
import type { Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { mailBody, type MailOutcome, plainName } from '#platform/mail/index.ts'

const words = {
  en: {
    subject: 'You’re invited to a workspace on Ozvi',
    greeting: 'Hello,',
    line: (from: string, workspace: string) =>
      `${from || 'Someone'} invited you to join ${workspace ? `the workspace “${workspace}”` : 'a workspace'} on Ozvi. The invitation is valid for 7 days.`,
    action: 'View invitation',
    footer:
      'You’re receiving this email because someone invited this address. If you don’t know the sender, you can ignore it.',
  },
  sk: {
    subject: 'Pozvánka do pracovného priestoru v Ozvi',
    greeting: 'Dobrý deň,',
    line: (from: string, workspace: string) =>
      `${from ? `${from} vás pozýva` : 'Pozývame vás'} do pracovného priestoru${workspace ? ` „${workspace}“` : ''} v Ozvi. Pozvánka platí 7 dní.`,
    action: 'Zobraziť pozvánku',
    footer:
      'Tento e-mail dostávate, lebo niekto pozval túto adresu. Ak odosielateľa nepoznáte, môžete ho ignorovať.',
  },
} as const

interface InvitationMail {
  to: string
  from: string
  workspace: string
  locale: Locale
  token: string
}
export async function mailInvitation(
  ctx: Context,
  tx: Tx,
  { to, from, workspace, locale, token }: InvitationMail,
): Promise<MailOutcome> {
  const { subject, greeting, line, action, footer } = words[locale]
  const url = `${ctx.config.app_url}/invitation?token=${token}`
  const body = mailBody({
    greeting,
    paragraphs: [line(plainName(from), plainName(workspace))],
    action: { label: action, url },
    footer,
  })
  return ctx.mail.queue(tx, { kind: 'account', message_id: randomUUID(), to, subject, ...body })
}
