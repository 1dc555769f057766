import type { Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'

const titleChars = { min: 8, max: 70 }
/** Written answers first, then the headings of pages, at most one from each item. */
const poolSize = 60

/** Numbers of chapters and of lists. */
const NUMBERED = /^[([]?\d+(?:[.)\]]|\s)/

/** Questions that the content answers: those of written answers, and headings that ask. Other headings are no questions. */
export async function suggestQuestions(
  db: Db,
  integration_id: string,
  limit: number,
  locale?: Locale,
): Promise<string[]> {
  const { rows } = await sql<{ title: string; heading: string; is_answer: boolean }>`
    select distinct on (item_id) title, heading, is_answer
    from passage
    where integration_id = ${integration_id} and not is_hidden ${locale ? sql`and locale = ${locale}` : sql``}
    order by item_id, is_answer desc, (heading like '%?') desc, ordinal
    limit ${poolSize}`.execute(db)
  const texts = rows
    .map(({ title, heading, is_answer }) => ({
      text: is_answer ? title : (heading.split(' › ').at(-1) ?? ''),
      is_answer,
    }))
    .filter(({ text, is_answer }) => is_answer || (text.endsWith('?') && !NUMBERED.test(text)))
    .filter(({ text }) => text.length >= titleChars.min && text.length <= titleChars.max)
    .sort((a, b) => Number(b.is_answer) - Number(a.is_answer))
  return [...new Set(texts.map(({ text }) => text))].slice(0, limit)
}
