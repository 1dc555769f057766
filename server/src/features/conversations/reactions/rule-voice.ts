import { randomUUID } from 'node:crypto'
import type { Attachment, Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { append, type By } from '../messages/append.ts'
import type { Key } from '../record/store.ts'

/** Under which name a customer reads what nobody wrote to them. */
const speaker: Record<Locale, string> = { en: 'Automatic reply', sk: 'Automatická odpoveď' }

/**
 * Says something in a rule's name: a note to the team, or a reply to the customer. A reply is none of a member's:
 * the customer waits on, and whoever answers them answers them still.
 *
 * @param attachments held in this transaction
 */
export const speakByRule = (
  ctx: Context,
  tx: Tx,
  key: Key,
  by: By,
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
    led_by: by.led_by,
  })
