import {
  type AnswerTrace,
  type Citation,
  type HandOverReason,
  type Input,
  type Output,
  Problem,
  type Proposal,
  tracedPassagesMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  answerMessage,
  type AutomaticAnswer,
  handOver,
  postAnswer,
  readTurn,
  tellProgress,
  type Turn,
} from '#features/conversations'
import { findWebsite, type MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import { answer, type Answered } from './answer.ts'
import { intentOf } from './intents.ts'
import type { Library } from './library.ts'
import { hasContent } from './question.ts'
import { plainQuote, shownQuote } from './quote-text.ts'
import { texts } from './texts.ts'
import { noteUnanswered } from './unanswered.ts'

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
      quote: plainQuote(quote.quote),
      url: item.url && library.textFragment(item.url, quote.quote),
      snapshot_url: library.snapshotPath(item.snapshot_id, quote.quote),
      fetched_at: item.fetched_at,
      source_id: item.source_id,
      item_id: item.item_id,
    }))
}

const numbered = (citations: Citation[], quotes: Answered['quotes']) =>
  citations
    .flatMap(({ item_id, number }) => {
      const quote = quotes.find((each) => each.item_id === item_id)
      return quote ? [shownQuote(quote, number)] : []
    })
    .join('\n\n')

type Asker = Pick<Turn, 'locale' | 'has_team'> & { integration_id: string }

/** The words of an answer: quotes as they stand, and around them only what is always true. */
async function compose(
  ctx: Context,
  library: Library,
  { integration_id, locale, has_team }: Asker,
  found: Answered,
): Promise<Composed> {
  const words = texts[locale]
  if (found.kind === 'small_talk') {
    const said = has_team ? words : { ...words, ...words.alone }
    return { band: 'small_talk', body: said[found.small_talk], citations: [], reason: null }
  }
  if (found.kind === 'hand_over') return { band: 'hand_over', body: '', citations: [], reason: found.reason }
  const citations = await cite(ctx, library, integration_id, found.quotes)
  // the item vanished between finding and citing: what cannot be checked is not said
  if (citations.length === 0) return { band: 'hand_over', body: '', citations: [], reason: 'nothing_found' }
  const quoted = numbered(citations, found.quotes)
  const offer = has_team ? [words.offer] : await elsewhere(ctx, library, integration_id, locale)
  const sorry = found.kind === 'another' ? [words.sorry] : []
  const body = found.kind === 'answer' ? quoted : [...sorry, quoted, ...offer].join('\n\n')
  return { band: found.kind === 'another' ? 'may_help' : found.kind, body, citations, reason: null }
}

async function elsewhere(
  ctx: Context,
  library: Library,
  integration_id: string,
  locale: Turn['locale'],
): Promise<string[]> {
  const page = await library.findStartPage(ctx.db, integration_id, locale)
  return page ? [texts[locale].alone.look_there(page.name, page.url)] : []
}

/** What is kept of how an answer came about: with the best passages that were left out, so that it can be judged. */
function kept({ trace }: Answered, band: AnswerTrace['band']): AnswerTrace {
  const { candidates } = trace
  const isSaid = band === 'answer' || band === 'may_help'
  const used = isSaid ? candidates.filter(({ is_used }) => is_used) : []
  const others = candidates.filter((one) => !used.includes(one)).slice(0, tracedPassagesMax - used.length)
  return { ...trace, band, candidates: [...used, ...others.map((one) => ({ ...one, is_used: false }))] }
}

/** The same id for the same question, so that a repeated job posts nothing new. */
const answerId = (conversation_id: string, seq: number) => derivedId(`${conversation_id}:${seq}`)

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
  tellProgress(ctx, turn.visitor_id, { ...progress, stage: 'searching', body: '' })

  const history = turn.history.slice(0, -1).map(({ role, text }) => ({ role, text }))
  const found = await answer(ctx.db, integration_id, { text: last.text, history, locale: turn.locale })
  const { band, body, citations, reason } = await compose(ctx, library, { ...turn, integration_id }, found)
  const low_confidence_count = band === 'may_help' ? turn.low_confidence_count + 1 : 0
  const isUnsureAgain = low_confidence_count >= 2
  if (reason === 'nothing_found' || isUnsureAgain) {
    const questions = turn.history.filter(
      ({ role, text }) => role === 'user' && intentOf(text) !== 'unhelpful' && hasContent(text, turn.locale),
    )
    const text = questions.at(-1)?.text ?? last.text
    await noteUnanswered(ctx, { ...key, seq, text, locale: found.trace.locale })
  }
  if (reason) return passOn(ctx, library, turn, { ...key, seq }, reason, kept(found, 'hand_over'))
  if (isUnsureAgain && turn.has_team)
    return void (await handOver(ctx, key, {
      reason: 'low_confidence_twice',
      trace: kept(found, 'hand_over'),
    }))

  tellProgress(ctx, turn.visitor_id, { ...progress, stage: 'writing', body })
  const before = history.findLast(({ role }) => role === 'user')
  // Thanks after an answer that did not help are politeness.
  const wasHelped = before === undefined || intentOf(before.text) !== 'unhelpful'
  const isThanked = found.kind === 'small_talk' && found.small_talk === 'thanks' && wasHelped
  const details =
    band === 'answer' || band === 'may_help'
      ? { band, confidence: found.confidence }
      : isThanked
        ? { is_thanked: true }
        : {}
  const trace = kept(found, band)
  await post(ctx, turn, { ...key, seq }, { body, citations, details, low_confidence_count, trace })
}

async function post(
  ctx: Context,
  turn: Turn,
  { integration_id, conversation_id, seq }: Asked,
  said: Pick<AutomaticAnswer, 'body' | 'citations' | 'details' | 'low_confidence_count' | 'trace'>,
): Promise<void> {
  const site = turn.has_ai_notice ? undefined : await findWebsite(ctx.db, integration_id)
  const words = turn.has_team ? texts[turn.locale] : texts[turn.locale].alone
  await postAnswer(
    ctx,
    { integration_id, conversation_id },
    { ...said, id: answerId(conversation_id, seq), ai_notice: site && words.ai_notice(site.name) },
  )
}

/** To the team; where there is none, that is said, and where to look instead. Nothing is promised. */
async function passOn(
  ctx: Context,
  library: Library,
  turn: Turn,
  asked: Asked,
  reason: HandOverReason,
  trace?: AnswerTrace,
): Promise<void> {
  if (turn.has_team) return void (await handOver(ctx, asked, { reason, trace }))
  const { reasons } = texts[turn.locale].alone
  const why = reasons[reason] ?? reasons.nothing_found
  const body = [why, ...(await elsewhere(ctx, library, asked.integration_id, turn.locale))].join('\n\n')
  await post(ctx, turn, asked, { body, citations: [], details: {}, low_confidence_count: 0, trace })
}

/**
 * What the team could answer a customer who waits for them, in the words of the content; nothing is stored.
 *
 * @throws Problem `not_found`: absent, another workspace's, merged into another one, or spam
 */
export const proposeReply =
  (library: Library) =>
  async (
    ctx: Context,
    { integration_id }: MemberActor,
    { conversation_id }: Input<typeof contract.proposeReply>,
  ): Promise<Proposal | null> => {
    const turn = await readTurn(ctx.db, { integration_id, conversation_id })
    if (!turn) throw new Problem('not_found')
    const last = turn.history.at(-1)
    if (!turn.is_asked || turn.handler !== 'team' || last?.role !== 'user') return null
    const history = turn.history.slice(0, -1).map(({ role, text }) => ({ role, text }))
    const found = await answer(ctx.db, integration_id, { text: last.text, history, locale: turn.locale })
    if (found.kind !== 'answer' && found.kind !== 'may_help') return null
    const citations = await cite(ctx, library, integration_id, found.quotes)
    return citations.length > 0 ? { band: found.kind, citations } : null
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
        const turn = await readTurn(ctx.db, asked)
        if (turn) await passOn(ctx, library, turn, asked, 'error')
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
    const composed = await compose(ctx, library, { integration_id, locale, has_team: true }, found)
    return { ...composed, trace: { ...found.trace, took_ms: performance.now() - started } }
  }
