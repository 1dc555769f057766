import { randomUUID } from 'node:crypto'
import { intlLocales, type PlanId, planNames } from '@ozvi/contract'
import { getPlan, monthOf } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { mailBody, plainName } from '#platform/mail/index.ts'
import * as store from './store.ts'

const words = {
  en: {
    subject: (percent: number) => `You’ve used ${percent}% of this month’s assistant conversations`,
    greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    line: (workspace: string, plan: string, limit: string, percent: number) =>
      `${workspace ? `The workspace “${workspace}”` : 'Your workspace'} has used ${percent}% of the ${limit} assistant conversations that the ${plan} plan includes this month.`,
    rest: 'The assistant is paused until the first of next month (UTC), and your team gets new conversations. To continue, upgrade or turn off the limit.',
    extra: 'The assistant continues, and each further conversation costs €0.05.',
    soon: 'When the limit is reached, the assistant is paused and your team gets new conversations, unless you turn off the limit.',
    action: 'View plan and usage',
    footer: 'You’re receiving this email because you manage the plan of this workspace.',
  },
  sk: {
    subject: (percent: number) => `Tento mesiac ste využili ${percent} % konverzácií asistenta`,
    greeting: (name: string) => (name ? `Dobrý deň, ${name},` : 'Dobrý deň,'),
    line: (workspace: string, plan: string, limit: string, percent: number) =>
      `${workspace ? `pracovný priestor „${workspace}“` : 'váš pracovný priestor'} využil ${percent} % z ${limit} konverzácií asistenta, ktoré plán ${plan} obsahuje na tento mesiac.`,
    rest: 'Asistent je do prvého dňa ďalšieho mesiaca (UTC) pozastavený a nové konverzácie dostáva váš tím. Ak má pokračovať, prejdite na vyšší plán alebo vypnite limit.',
    extra: 'Asistent pokračuje a každá ďalšia konverzácia stojí 0,05 €.',
    soon: 'Po dosiahnutí limitu sa asistent pozastaví a nové konverzácie dostáva váš tím, ak limit nevypnete.',
    action: 'Zobraziť plán a využitie',
    footer: 'Tento e-mail dostávate, lebo spravujete plán pracovného priestoru.',
  },
} as const

/** Emails owners and admins once per month and threshold. */
export async function mailUsageAlert(
  ctx: Context,
  { integration_id, percent }: { integration_id: string; percent: number },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await store.insertAlert(tx, { integration_id, month: monthOf(ctx.now()), percent }))) return
    const plan = await getPlan(ctx, tx, integration_id)
    const limit = plan.limits.assistant_conversations
    if (limit === null) return
    const workspace = await tx
      .selectFrom('integration')
      .where('id', '=', integration_id)
      .select('name')
      .executeTakeFirst()
    const id: PlanId = plan.id
    const pausesAt = percent < 100 ? 'soon' : 'rest'
    const outlook = plan.is_capped ? pausesAt : 'extra'
    for (const { name, email, locale } of await store.listBillingMembers(tx, integration_id)) {
      const messages = words[locale]
      const { subject, greeting, line, action, footer } = messages
      const number = new Intl.NumberFormat(intlLocales[locale]).format(limit)
      const body = mailBody({
        greeting: greeting(plainName(name)),
        paragraphs: [
          line(plainName(workspace?.name ?? ''), planNames[id], number, percent),
          messages[outlook],
        ],
        action: {
          label: action,
          url: `${ctx.config.app_url}/${locale}/app/i/${integration_id}/settings/billing`,
        },
        footer,
      })
      await ctx.mail.queue(tx, {
        kind: 'notice',
        message_id: randomUUID(),
        to: email,
        subject: subject(percent),
        ...body,
      })
    }
  })
}
