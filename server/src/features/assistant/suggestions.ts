import type { Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import { headingsIn } from './retrieval/prepare-text.ts'

const titleChars = { min: 8, max: 70 }
/**
 * Written answers, and passages below or with a heading that ends with a question mark: the condition of the index
 * `passage_question`, so that other passages aren't read.
 */
const asks = sql`not is_hidden and (is_answer or heading like '%?' or text ~ '(^|\\n)#{1,6} [^\\n]*[?] *(\\n|$)')`

/** Written answers first, then the headings of pages: the first of each item, the second of each, and so on. */
const poolSize = 60

/** Numbers of chapters and of lists. */
const NUMBERED = /^[([]?\d+(?:[.)\]]|\s)/

const isQuestion = (heading: string) => heading.endsWith('?') && !NUMBERED.test(heading)

/** Questions that the content answers: those of written answers, and headings that ask. Other headings are no questions. */
export async function suggestQuestions(
  db: Db,
  integration_id: string,
  limit: number,
  locale?: Locale,
): Promise<string[]> {
  const { rows } = await sql<{ title: string; heading: string; text: string; is_answer: boolean }>`
    select title, heading, text, is_answer
    from passage
    where integration_id = ${integration_id} and ${asks}
      ${locale ? sql`and locale = ${locale}` : sql``}
    order by is_answer desc, row_number() over (partition by item_id, is_answer order by ordinal), item_id
    limit ${poolSize}`.execute(db)
  const questions = rows
    .flatMap(({ title, heading, text, is_answer }) =>
      is_answer ? [title] : [heading.split(' › ').at(-1) ?? '', ...headingsIn(text)].filter(isQuestion),
    )
    .filter(({ length }) => length >= titleChars.min && length <= titleChars.max)
  return [...new Set(questions)].slice(0, limit)
}
