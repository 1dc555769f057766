import { createHash } from 'node:crypto'
import type { Citation, HandOverReason, Input, Output } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  answerMessage,
  handOver,
  postAnswer,
  readTurn,
  tellProgress,
  type Turn,
} from '#features/conversations'
import { findWebsite, type MemberActor } from '#features/integrations'
import type { Context } from '#platform/context.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import { answer, type Answered } from './answer.ts'
import type { Library } from './library.ts'
import { texts } from './texts.ts'

interface Composed {
  band: Output<typeof contract.tryAssistant>['band']
  body: string
  citations: Citation[]
  reason: HandOverReason | null
}

/** Quotes into citations: numbered as they stand in the text, each with its page and our stored copy. */
async function cite(
  ctx: Context,
  library: Library,
  integration_id: string,
  quotes: Answered['quotes'],
): Promise<Citation[]> {
  const items = await library.listCitableItems(ctx.db, integration_id, [
    ...new Set(quotes.map(({ item_id }) => item_id)),
  ])
  const byId = new Map(items.map((item) => [item.item_id, item]))
  return quotes
    .flatMap((quote) => {
      const item = byId.get(quote.item_id)
      return item ? [{ quote, item }] : []
    })
    .map(({ quote, item }, index) => ({
      number: index + 1,
      title: item.title,
      heading: quote.heading,
      quote: quote.quote,
      url: item.url && library.textFragment(item.url, quote.quote),
      snapshot_url: library.snapshotPath(item.snapshot_id, quote.quote),
      fetched_at: item.fetched_at,
      source_id: item.source_id,
      item_id: item.item_id,
    }))
}

const numbered = (citations: Citation[]) =>
  citations.map(({ quote, number }) => `${quote} [${number}]`).join('\n\n')

/** The words of an answer: quotes as they stand, and around them only what is always true. */
async function compose(
  ctx: Context,
  library: Library,
  integration_id: string,
  found: Answered,
  locale: Turn['locale'],
): Promise<Composed> {
  const words = texts[locale]
  if (found.kind === 'small_talk')
    return { band: 'small_talk', body: words[found.small_talk], citations: [], reason: null }
  if (found.kind === 'hand_over') return { band: 'hand_over', body: '', citations: [], reason: found.reason }
  const citations = await cite(ctx, library, integration_id, found.quotes)
  // the item vanished between finding and citing: what cannot be checked is not said
  if (citations.length === 0) return { band: 'hand_over', body: '', citations: [], reason: 'nothing_found' }
  const quoted = numbered(citations)
  const body = found.kind === 'answer' ? quoted : `${words.may_help}\n\n${quoted}\n\n${words.offer}`
  return { band: found.kind, body, citations, reason: null }
}

/** The same id for the same question, so that a repeated job posts nothing new. */
function answerId(conversation_id: string, seq: number): string {
  const hash = createHash('sha256').update(`${conversation_id}:${seq}`).digest('hex')
  // a version 8 uuid: the bits are ours (RFC 9562)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

interface Asked {
  integration_id: string
  conversation_id: string
  seq: number
}

async function reply(
  ctx: Context,
  library: Library,
  { integration_id, conversation_id, seq }: Asked,
): Promise<void> {
  const key = { integration_id, conversation_id }
  const turn = await readTurn(ctx.db, key)
  const last = turn?.history.at(-1)
  // answered already, taken over, or superseded by a newer question that has a job of its own
  if (!turn || !last || last.seq !== seq || turn.handler !== 'assistant') return
  const id = answerId(conversation_id, seq)
  const progress = { conversation_id, message_id: id }
  tellProgress(ctx, turn.contact_id, { ...progress, stage: 'searching', body: '' })

  const history = turn.history.slice(0, -1).map(({ role, text }) => ({ role, text }))
  const found = await answer(ctx.db, integration_id, { text: last.text, history, locale: turn.locale })
  const { band, body, citations, reason } = await compose(ctx, library, integration_id, found, turn.locale)
  if (reason) return void (await handOver(ctx, key, { reason }))
  const low_confidence_count = band === 'may_help' ? turn.low_confidence_count + 1 : 0
  if (low_confidence_count >= 2) return void (await handOver(ctx, key, { reason: 'low_confidence_twice' }))

  tellProgress(ctx, turn.contact_id, { ...progress, stage: 'writing', body })
  const site = turn.has_ai_notice ? undefined : await findWebsite(ctx.db, integration_id)
  await postAnswer(ctx, key, {
    id,
    body,
    citations,
    details: band === 'answer' || band === 'may_help' ? { band, confidence: found.confidence } : {},
    low_confidence_count,
    ai_notice: site && texts[turn.locale].ai_notice(site.name),
  })
}

const attemptsBeforePeople = 3

/** Answers customers' messages; when that keeps failing, a person is asked instead of silence. */
export function assistantJobs(library: Library) {
  return (jobs: Jobs, ctx: Context): void => {
    jobs.register(answerMessage, async (asked, { attempt }) => {
      try {
        await reply(ctx, library, asked)
      } catch (error) {
        if (attempt < attemptsBeforePeople) throw error
        ctx.log.error({ err: error, conversation_id: asked.conversation_id }, 'no answer could be made')
        await handOver(ctx, asked, { reason: 'error' })
      }
    })
  }
}

/** One question without a conversation, with the way the answer came about. */
export const tryAssistant =
  (library: Library) =>
  async (
    ctx: Context,
    { integration_id }: MemberActor,
    { text, locale, history }: Input<typeof contract.tryAssistant>,
  ) => {
    const started = performance.now()
    const found = await answer(ctx.db, integration_id, { text, history, locale })
    const composed = await compose(ctx, library, integration_id, found, locale)
    return { ...composed, trace: { ...found.trace, took_ms: performance.now() - started } }
  }
