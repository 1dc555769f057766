import { randomUUID } from 'node:crypto'
import { intlLocales, type Locale, type Report, type ReportFrequency } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { mailBody, type OutgoingMail, plainName } from '#platform/mail/index.ts'
import { reportFigures } from './figures.ts'
import type { MemberKey } from './store.ts'
import { reportToken } from './token.ts'

const words = {
  en: {
    subject: { weekly: 'Weekly report', monthly: 'Monthly report' },
    greeting: 'Hello,',
    intro: (workspace: string, dates: string, days: number) =>
      `Here are ${workspace || 'your workspace'}’s numbers for ${dates}, compared with the ${days} days before.`,
    intro_own: (workspace: string, dates: string, days: number) =>
      `Here are the numbers for your conversations in ${workspace || 'your workspace'} for ${dates}, compared with the ${days} days before.`,
    none: (workspace: string, dates: string) =>
      `No conversations started in ${workspace || 'your workspace'} in this period: ${dates}.`,
    none_own: (workspace: string, dates: string) =>
      `No conversations assigned to you started in ${workspace || 'your workspace'} in this period: ${dates}.`,
    open: 'Open dashboard',
    footer: {
      weekly: 'You’re receiving this email because you turned on weekly reports in Ozvi.',
      monthly: 'You’re receiving this email because you turned on monthly reports in Ozvi.',
    },
    stop: 'Unsubscribe from reports about this workspace',
  },
  sk: {
    subject: { weekly: 'Týždenný report', monthly: 'Mesačný report' },
    greeting: 'Dobrý deň,',
    intro: (workspace: string, dates: string, days: number) =>
      `posielame vám čísla pracovného priestoru${workspace && ` ${workspace}`} za obdobie ${dates} v porovnaní s predchádzajúcimi ${days} dňami.`,
    intro_own: (workspace: string, dates: string, days: number) =>
      `posielame vám čísla vašich konverzácií v pracovnom priestore${workspace && ` ${workspace}`} za obdobie ${dates} v porovnaní s predchádzajúcimi ${days} dňami.`,
    none: (workspace: string, dates: string) =>
      `v období ${dates} sa v pracovnom priestore${workspace && ` ${workspace}`} nezačala žiadna konverzácia.`,
    none_own: (workspace: string, dates: string) =>
      `v období ${dates} sa v pracovnom priestore${workspace && ` ${workspace}`} nezačala žiadna konverzácia priradená vám.`,
    open: 'Otvoriť prehľad',
    footer: {
      weekly: 'Tento e-mail dostávate, lebo ste si v Ozvi zapli týždenné reporty.',
      monthly: 'Tento e-mail dostávate, lebo ste si v Ozvi zapli mesačné reporty.',
    },
    stop: 'Zrušiť odber reportov tohto pracovného priestoru',
  },
} as const satisfies Record<Locale, unknown>

const datesText = (locale: Locale, { from_day, until_day }: Report) =>
  new Intl.DateTimeFormat(intlLocales[locale], { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    Date.parse(from_day),
    Date.parse(until_day),
  )

/** The email with the numbers of a member's report, in their language. */
export function composeReport(
  { config, secrets }: Context,
  { integration_id, user_id, frequency }: MemberKey & { frequency: ReportFrequency },
  recipient: { email: string; locale: Locale; workspace: string },
  report: Report,
): OutgoingMail {
  const { locale } = recipient
  const messages = words[locale]
  const workspace = plainName(recipient.workspace)
  const dates = datesText(locale, report)
  const isEmpty = report.current.conversations === 0
  const [intro, none] = report.is_own
    ? [messages.intro_own, messages.none_own]
    : [messages.intro, messages.none]
  const token = reportToken(secrets, { integration_id, user_id })
  const body = mailBody({
    greeting: messages.greeting,
    paragraphs: [isEmpty ? none(workspace, dates) : intro(workspace, dates, report.days)],
    figures: isEmpty ? [] : reportFigures(locale, report),
    action: {
      label: messages.open,
      url: `${config.app_url}/app/i/${integration_id}${frequency === 'weekly' ? '?days=7' : ''}`,
    },
    footer: messages.footer[frequency],
    stop: { label: messages.stop, url: `${config.app_url}/stop-mails?token=${token}&of=report` },
  })
  return {
    kind: 'notice',
    message_id: randomUUID(),
    to: recipient.email,
    subject: [`${messages.subject[frequency]}: ${dates}`, workspace].filter(Boolean).join(' – '),
    ...body,
    unsubscribe_url: `${config.app_url}/api/report-emails/one-click?token=${token}`,
  }
}
