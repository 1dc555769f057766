import type { Locale } from '@ozvi/contract'
import { escapeHtml } from '#platform/mail/template.ts'
import type { Line, Sendable } from './conversation-store.ts'

/** HubSpot's limit of a note is 65,536 characters. */
const chars_max = 60_000
const line_chars_max = 5_000

const texts: Record<
  Locale,
  Record<
    'conversation' | 'open' | 'resolved' | 'owner' | 'rating' | 'customer' | 'assistant' | 'team' | 'earlier',
    string
  >
> = {
  en: {
    conversation: 'Conversation',
    open: 'Open',
    resolved: 'Resolved',
    owner: 'Assignee',
    rating: 'Rating',
    customer: 'Customer',
    assistant: 'Assistant',
    team: 'Team',
    earlier: 'Earlier messages are in the conversation.',
  },
  sk: {
    conversation: 'Konverzácia',
    open: 'Otvorená',
    resolved: 'Vyriešená',
    owner: 'Riešiteľ',
    rating: 'Hodnotenie',
    customer: 'Zákazník',
    assistant: 'Asistent',
    team: 'Tím',
    earlier: 'Staršie správy sú v konverzácii.',
  },
}

export const linkOf = (
  app_url: string,
  { integration_id, conversation_id }: Pick<Sendable, 'integration_id' | 'conversation_id'>,
) => `${app_url}/app/i/${integration_id}/conversation/${conversation_id}`
export const isClosed = ({ status }: Pick<Sendable, 'status'>) => status === 'resolved' || status === 'spam'

function headOf(row: Sendable): string[] {
  const t = texts[row.locale]
  return [
    `${t.conversation} #${row.number}: ${row.subject}`,
    isClosed(row) ? t.resolved : t.open,
    ...(row.assignee_name ? [`${t.owner}: ${row.assignee_name}`] : []),
    ...(row.rating ? [`${t.rating}: ${row.rating}/5`] : []),
  ]
}

function authorOf({ author, author_name }: Line, locale: Locale): string {
  const t = texts[locale]
  if (author === 'contact') return t.customer
  if (author === 'assistant') return t.assistant
  return author_name ?? t.team
}

/** HubSpot rejects half of a character. */
export const cut = (text: string, chars: number) => text.slice(0, chars).toWellFormed()

/** The last messages that fit, in their order. */
function transcript(lines: readonly Line[], locale: Locale, write: (author: string, body: string) => string) {
  const written: string[] = []
  let chars = 0
  for (const line of lines) {
    const text = write(authorOf(line, locale), cut(line.body, line_chars_max))
    chars += text.length
    if (chars > chars_max) break
    written.unshift(text)
  }
  return { written, isComplete: written.length === lines.length }
}

/** The body of a note: a link, the status of the conversation, and the messages that the customer can see. */
export function noteHtml(
  row: Sendable,
  newestFirst: readonly Line[],
  link: string,
  isComplete: boolean,
): string {
  const [title = '', ...facts] = headOf(row)
  const excerpt = transcript(
    newestFirst,
    row.locale,
    (author, body) =>
      `<p><strong>${escapeHtml(author)}</strong><br>${escapeHtml(body).replaceAll('\n', '<br>')}</p>`,
  )
  return [
    `<p><a href="${escapeHtml(link)}">${escapeHtml(title)}</a><br>${facts.map(escapeHtml).join(' · ')}</p>`,
    ...(isComplete && excerpt.isComplete ? [] : [`<p><em>${escapeHtml(texts[row.locale].earlier)}</em></p>`]),
    ...excerpt.written,
  ].join('')
}

/** The content of a ticket: the conversation as plain text. */
export function ticketText(
  row: Sendable,
  newestFirst: readonly Line[],
  link: string,
  isComplete: boolean,
): string {
  const excerpt = transcript(newestFirst, row.locale, (author, body) => `${author}: ${body}`)
  return [
    ...headOf(row),
    link,
    '',
    ...(isComplete && excerpt.isComplete ? [] : [texts[row.locale].earlier]),
    ...excerpt.written,
  ].join('\n')
}
