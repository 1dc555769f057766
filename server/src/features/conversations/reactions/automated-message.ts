import { randomUUID } from 'node:crypto'
import type { Attachment, Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { append } from '../messages/append.ts'
import type { Actor } from '../messages/entry.ts'
import type { Key } from '../record/store.ts'

/** The author name of automated messages. */
const speaker: Record<Locale, string> = { en: 'Automatic reply', sk: 'Automatická odpoveď' }

/**
 * Posts a note or a reply on behalf of a rule. Such a reply belongs to no member: the customer keeps waiting
 * and the assignee doesn't change.
 *
 * @param attachments already locked in this transaction
 */
export const sendAutomatedMessage = (
  ctx: Context,
  tx: Tx,
  key: Key,
  by: Actor,
  {
    kind,
    body,
    attachments = [],
    locale,
  }: { kind: 'note' | 'text'; body: string; attachments?: Attachment[]; locale: Locale },
) =>
  append(ctx, tx, key, {
    id: randomUUID(),
    kind,
    author: 'system',
    author_name: kind === 'text' ? speaker[locale] : null,
    body,
    attachments,
    details: { rule_name: by.name },
    is_visible: kind === 'text',
    caused_by: by.caused_by,
  })
