import { randomUUID } from 'node:crypto'
import type { Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context.ts'
import { mailBody, plainName, sendMail } from '#platform/mail/index.ts'

const words = {
  en: {
    hello: (name: string) => `Hello ${name},`,
    closed: (workspace: string) => `${workspace} is closed and will be deleted`,
    reminder: (workspace: string) => `${workspace} is about to be deleted`,
    line: (workspace: string, date: string) =>
      `the workspace “${workspace}” is closed to its members and customers. On ${date} it is deleted with all of its contacts, conversations, files and settings, and nobody can bring it back. Until then you can open it again, as it was.`,
    action: 'Open your workspaces',
    footer: 'You get this mail because you own the workspace.',
  },
  sk: {
    hello: (name: string) => `Dobrý deň, ${name},`,
    closed: (workspace: string) => `${workspace} je zatvorený a bude odstránený`,
    reminder: (workspace: string) => `${workspace} bude čoskoro odstránený`,
    line: (workspace: string, date: string) =>
      `pracovný priestor „${workspace}“ je pre členov aj zákazníkov zatvorený. ${date} sa odstráni so všetkými kontaktmi, konverzáciami, súbormi a nastaveniami a nikto ho už nevráti. Dovtedy ho môžete znova otvoriť, taký, aký bol.`,
    action: 'Otvoriť pracovné priestory',
    footer: 'Túto správu dostávate, lebo ste vlastníkom pracovného priestoru.',
  },
} as const

/** Tells the owner when everything goes, and where that can be undone. */
export async function mailClosing(
  ctx: Context,
  tx: Tx,
  to: { name: string; email: string; locale: Locale },
  closing: { kind: 'closed' | 'reminder'; workspace: string; deletes_at: string; time_zone: string },
): Promise<void> {
  const { hello, line, action, footer, ...subjects } = words[to.locale]
  const workspace = plainName(closing.workspace)
  const date = new Intl.DateTimeFormat(to.locale, { dateStyle: 'long', timeZone: closing.time_zone }).format(
    new Date(closing.deletes_at),
  )
  const body = mailBody({
    greeting: hello(plainName(to.name)),
    paragraphs: [line(workspace, date)],
    action: { label: action, url: `${ctx.config.app_url}/app` },
    footer,
  })
  await tx.enqueue(sendMail, {
    message_id: randomUUID(),
    to: to.email,
    subject: subjects[closing.kind](workspace),
    ...body,
  })
}
