import { randomUUID } from 'node:crypto'
import { intlLocales, type Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { mailBody, plainName } from '#platform/mail/index.ts'

const words = {
  en: {
    hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    closed: 'Your workspace is closed and will be deleted',
    reminder: 'Your workspace will be deleted soon',
    line: (workspace: string, date: string) =>
      `${workspace ? `The workspace “${workspace}”` : 'Your workspace'} is closed to its members and customers. On ${date} it will be permanently deleted with all contacts, conversations, files and settings. You can restore it until then.`,
    action: 'View workspaces',
    footer: 'You’re receiving this email because you own this workspace.',
  },
  sk: {
    hello: (name: string) => (name ? `Dobrý deň, ${name},` : 'Dobrý deň,'),
    closed: 'Váš pracovný priestor je zatvorený a bude odstránený',
    reminder: 'Váš pracovný priestor bude čoskoro odstránený',
    line: (workspace: string, date: string) =>
      `${workspace ? `pracovný priestor „${workspace}“` : 'váš pracovný priestor'} je pre členov aj zákazníkov zatvorený. ${date} sa natrvalo odstráni so všetkými kontaktmi, konverzáciami, súbormi a nastaveniami. Dovtedy ho môžete obnoviť.`,
    action: 'Zobraziť pracovné priestory',
    footer: 'Tento e-mail dostávate, lebo ste vlastníkom pracovného priestoru.',
  },
} as const

/** Notifies the owner when the workspace will be deleted, and where to restore it. */
export async function emailDeletion(
  ctx: Context,
  tx: Tx,
  to: { name: string; email: string; locale: Locale },
  closing: { kind: 'closed' | 'reminder'; workspace: string; deletes_at: string; time_zone: string },
): Promise<void> {
  const { hello, line, action, footer, ...subjects } = words[to.locale]
  const workspace = plainName(closing.workspace)
  const date = new Intl.DateTimeFormat(intlLocales[to.locale], {
    dateStyle: 'long',
    timeZone: closing.time_zone,
  }).format(new Date(closing.deletes_at))
  const body = mailBody({
    greeting: hello(plainName(to.name)),
    paragraphs: [line(workspace, date)],
    action: { label: action, url: `${ctx.config.app_url}/app` },
    footer,
  })
  await ctx.mail.queue(tx, {
    kind: 'notice',
    message_id: randomUUID(),
    to: to.email,
    subject: subjects[closing.kind],
    ...body,
  })
}
