import { randomUUID } from 'node:crypto'
import type { Context, Tx } from '#platform/context/context.ts'
import { mailBody, plainName } from '#platform/mail/index.ts'
import { type Endpoint, listManagers } from './store.ts'

const words = {
  en: {
    subject: 'A webhook was paused',
    hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    line: (workspace: string, host: string, problem: string) =>
      `For 24 hours, no event of ${workspace || 'your workspace'} could be delivered to ${host} (${problem}). The webhook is paused. Its events are kept and sent when you turn it on again.`,
    action: 'View webhooks',
    footer: 'You’re receiving this email because you manage this workspace.',
  },
  sk: {
    subject: 'Webhook je pozastavený',
    hello: (name: string) => (name ? `Dobrý deň, ${name},` : 'Dobrý deň,'),
    line: (workspace: string, host: string, problem: string) =>
      `na adresu ${host} sa už 24 hodín nepodarilo doručiť žiadnu udalosť${workspace ? ` pracovného priestoru ${workspace}` : ''} (${problem}). Webhook je pozastavený. Udalosti zostávajú uložené a odošlú sa, keď ho znova zapnete.`,
    action: 'Zobraziť webhooky',
    footer: 'Tento e-mail dostávate, lebo spravujete tento pracovný priestor.',
  },
} as const

/** Notifies owners and admins that an address was paused. */
export async function mailPaused(ctx: Context, tx: Tx, endpoint: Endpoint, problem: string): Promise<void> {
  const { integration_id, url } = endpoint
  for (const { email, name, locale, workspace } of await listManagers(tx, integration_id)) {
    const { subject, hello, line, action, footer } = words[locale]
    const body = mailBody({
      greeting: hello(plainName(name)),
      paragraphs: [line(plainName(workspace), URL.parse(url)?.host ?? '', problem)],
      action: { label: action, url: `${ctx.config.app_url}/app/i/${integration_id}/settings/api` },
      footer,
    })
    await ctx.mail.queue(tx, { kind: 'notice', message_id: randomUUID(), to: email, subject, ...body })
  }
}
