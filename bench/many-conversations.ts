import type { Database } from '../server/src/platform/database/index.ts'

/* A workspace with years of conversations, written with SQL instead of a million requests. */

/** Messages of each conversation. */
export const messagesEach = 10
const conversationsAtOnce = 1_000
/** Frequent words, in both languages of the product. */
const usual = (
  'order delivery refund invoice payment parcel courier address account password price discount shipping return ' +
  'thank please hello would like know when could problem working website button error message today tomorrow ' +
  'objednávka doprava reklamácia faktúra platba balík kuriér adresa účet heslo cena zľava vrátenie ďakujem prosím ' +
  'dobrý deň chcem vedieť kedy problém funguje stránka tlačidlo chyba správa dnes zajtra'
).split(' ')
/** Rare words, combined from syllables. */
const rareWords = 20_000

/** @param conversations number to add, numbered from `from` */
export async function fillConversations(
  { pool }: Database,
  { integration_id, from, conversations }: { integration_id: string; from: number; conversations: number },
) {
  for (let first = from + 1; first <= from + conversations; first += conversationsAtOnce) {
    const last = Math.min(first + conversationsAtOnce - 1, from + conversations)
    const ids = `
      select number, md5('contact ' || $1 || number % 50000)::uuid as contact_id,
        md5('conversation ' || $1 || number)::uuid as id,
        timestamptz '2026-01-01' + number * interval '4 minutes' as at
      from generate_series($2::int, $3::int) as number`
    const values = [integration_id, first, last]
    await pool.query(
      `insert into contact (integration_id, id, kind, name, email)
       select $1::uuid, contact_id, 'lead', initcap(word || ' ' || number % 5000), word || number || '@example.com'
       from (${ids}) as made, lateral (select ($4::text[])[1 + number % ${usual.length}] as word) as named
       on conflict do nothing`,
      [...values, usual],
    )
    await pool.query(
      `insert into conversation (integration_id, id, number, contact_id, subject, status, handler, locale,
         last_seq, last_visitor_seq, last_message_at, last_message_preview, waiting_since, created_at)
       select $1::uuid, id, number, contact_id, 'Conversation ' || number,
         case when number % 50 = 0 then 'open' when number % 50 = 1 then 'waiting' when number % 50 = 2 then 'snoozed'
           when number % 50 = 3 then 'spam' else 'resolved' end,
         case when number % 3 = 0 then 'assistant' else 'team' end,
         case when number % 4 = 0 then 'sk' else 'en' end,
         ${messagesEach}, ${messagesEach}, at, 'Preview ' || number,
         case when number % 50 = 0 then at end, at
       from (${ids}) as made`,
      values,
    )
    await pool.query(
      `insert into message (integration_id, conversation_id, seq, id, visitor_prev, is_visible, author, author_id,
         kind, body, search_vector, sent_at)
       select $1::uuid, made.id, seq, md5('message ' || made.id || seq)::uuid, seq - 1, true,
         case when seq % 2 = 0 then 'member' else 'contact' end, contact_id, 'text', body, to_search_vector($1::uuid, folded(body)), at
       from (${ids}) as made, generate_series(1, ${messagesEach}) as seq, lateral (
         select string_agg(case when chance < 0.6 then ($4::text[])[1 + floor(power(chance / 0.6, 2) * ${usual.length})::int]
           else (array['ba','ko','li','mu','re','sta','ven','zor'])[1 + rare % 8] ||
             (array['dra','fel','gon','hyl','jak','nit','pos','tur'])[1 + rare / 8 % 8] ||
             (array['ma','ne','ro','ta','lu','ci','vo','sa'])[1 + rare / 64 % 8] || translate(substr(md5(rare::text), 1, 3), '0123456789', 'klmnopqrst') end, ' ') as body
         from (select random() as chance, floor(power(random(), 3) * ${rareWords})::int as rare, seq
           from generate_series(1, 12)) as words
       ) as written`,
      [...values, usual],
    )
    await pool.query(
      `insert into search_word (integration_id, word)
       select distinct $1::uuid, substr(lexeme, 7) from (${ids}) as made join message on integration_id = $1::uuid
         and conversation_id = made.id, unnest(search_vector)
       where length(lexeme) between 10 and 30 and substr(lexeme, 7) !~ '[0-9]' on conflict do nothing`,
      values,
    )
  }
  // Autovacuum would run these over the years that this simulates, but not during the measurement.
  for (const table of ['contact', 'conversation', 'message', 'search_word'])
    await pool.query(`vacuum (analyze) ${table}`)
  await pool.query('checkpoint')
}
