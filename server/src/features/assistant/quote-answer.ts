import type { Band, Citation, Locale } from '@ozvi/contract'
import { findAssistantSettings } from '#features/assistant-settings'
import type { Models } from '#features/language-model'
import type { Context } from '#platform/context/context.ts'
import { answer } from './answer.ts'
import { cite, embedderOf } from './compose.ts'
import type { Library } from './library.ts'

/**
 * Answers a question as for a customer, but without a language model: the citations and the confidence. Stores nothing.
 */
export async function quoteAnswer(
  ctx: Context,
  { library, models }: { library: Library; models: Models },
  { integration_id, text, locale }: { integration_id: string; text: string; locale: Locale },
): Promise<{ band: Band; confidence: number; citations: Citation[] }> {
  const settings = await findAssistantSettings(ctx.db, integration_id)
  const { kind, quotes, confidence } = await answer(
    ctx.db,
    integration_id,
    { text, locale, history: [], embed: embedderOf(ctx, models, integration_id) },
    settings,
  )
  if (kind === 'small_talk') return { band: kind, confidence, citations: [] }
  const citations = await cite(ctx, library, integration_id, quotes)
  const isAnswer = kind === 'answer' || kind === 'may_help'
  return isAnswer && citations.length
    ? { band: kind, confidence, citations }
    : { band: 'hand_over', confidence, citations: [] }
}
