import {
  type Input,
  type Locale,
  locales,
  Problem,
  questionCharsMax,
  unansweredChanged,
  unansweredDays,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { fold, words } from '../analysis/fold.ts'
import { stemSet } from '../analysis/terms.ts'
import { findSameQuestion, isReferenceNumber } from './same-question.ts'
import * as store from './unanswered-store.ts'

/** The start of the period whose questions are listed. */
const since = (ctx: Context) => new Date(ctx.now() - unansweredDays * day_ms).toISOString()

/** Returns the same id for the same words in any order and form; undefined for a text without content words. */
export function questionId(text: string, locale: Locale): string | undefined {
  const meant = stemSet(text, locale)
  const terms = meant.size > 0 ? [...meant].filter((word) => !isReferenceNumber(word)) : words(text).map(fold)
  return terms.length > 0 ? derivedId(`question:${terms.toSorted().join(' ')}`) : undefined
}

/**
 * Records a question that the assistant had no answer to. It joins the questions that mean the same. Idempotent.
 */
export async function recordUnanswered(
  ctx: Context,
  {
    text,
    locale,
    ...key
  }: { integration_id: string; conversation_id: string; seq: number; text: string; locale: Locale },
): Promise<void> {
  const wording_id = questionId(text, locale)
  if (!wording_id) return
  const { integration_id } = key
  const asked_at = isoNow(ctx)
  const question = text.slice(0, questionCharsMax)
  // Compared before the transaction, so that it isn't held open for that long.
  const question_id =
    (await store.findGroup(ctx.db, integration_id, wording_id)) ??
    findSameQuestion(question, locale, await store.listGroups(ctx.db, integration_id, since(ctx))) ??
    wording_id
  await ctx.transaction(async (tx) => {
    if (await store.insertQuestion(tx, { ...key, question_id, wording_id, question, asked_at }))
      tx.emit(unansweredChanged, { integration_id })
  })
}

export const listUnansweredQuestions = (ctx: Context, actor: MemberActor) =>
  store.listQuestions(ctx.db, actor, since(ctx))

/** @throws Problem `not_found`: no such question */
export const dismissQuestion = (
  ctx: Context,
  { integration_id }: MemberActor,
  { question_id, is_dismissed }: Input<typeof contract.dismissQuestion>,
) =>
  ctx.transaction(async (tx) => {
    if (!(await store.wasAsked(tx, integration_id, question_id))) throw new Problem('not_found')
    const change = is_dismissed ? store.dismiss : store.restore
    if (await change(tx, integration_id, question_id)) tx.emit(unansweredChanged, { integration_id })
    return null
  })

/**
 * Resolves the unanswered questions that a new answer covers.
 *
 * @param answered the wordings of the answer, and the question it was written for, even if its wording was edited
 */
export async function resolveQuestions(
  tx: Tx,
  integration_id: string,
  answered: { wordings: readonly string[]; question_id?: string | undefined },
): Promise<void> {
  const ids = answered.wordings.flatMap((text) => locales.flatMap((locale) => questionId(text, locale) ?? []))
  const all = [...new Set(answered.question_id ? [...ids, answered.question_id] : ids)]
  if (await store.answerQuestions(tx, integration_id, all)) tx.emit(unansweredChanged, { integration_id })
}
/** An answer was suggested: the question isn't listed until that is decided. */
export async function suggestFor(tx: Tx, integration_id: string, question_id: string, suggestion_id: string) {
  if (await store.suggestFor(tx, integration_id, question_id, suggestion_id))
    tx.emit(unansweredChanged, { integration_id })
}
/** The suggested answer was accepted. */
export async function resolveSuggested(tx: Tx, integration_id: string, suggestion_id: string) {
  if (await store.answerSuggested(tx, integration_id, suggestion_id))
    tx.emit(unansweredChanged, { integration_id })
}
