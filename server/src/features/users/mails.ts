import { randomUUID } from 'node:crypto'
import type { Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { mailBody, type MailOutcome, plainName } from '#platform/mail/index.ts'

const words = {
  en: {
    subject: 'You are invited to a workspace in Ozvi',
    greeting: 'Hello,',
    line: (from: string, workspace: string) =>
      `${from || 'Someone'} invites you to ${workspace ? `the workspace “${workspace}”` : 'a workspace'}, where a team answers its customers. The invitation is valid for 7 days.`,
    action: 'Open the invitation',
    footer:
      'You get this mail because someone entered your address. If you do not know the sender, you can ignore it.',
  },
  sk: {
    subject: 'Pozvánka do pracovného priestoru v Ozvi',
    greeting: 'Dobrý deň,',
    line: (from: string, workspace: string) =>
      `${from ? `${from} vás pozýva` : 'Pozývame vás'} do pracovného priestoru${workspace ? ` „${workspace}“` : ''}, v ktorom tím odpovedá zákazníkom. Pozvánka platí 7 dní.`,
    action: 'Otvoriť pozvánku',
    footer:
      'Túto správu dostávate, lebo niekto zadal vašu adresu. Ak odosielateľa nepoznáte, môžete ju ignorovať.',
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
