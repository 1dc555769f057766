import { randomUUID } from 'node:crypto'
import {
  type AnswerProgress,
  type AnswerTrace,
  answerProgressed,
  type Citation,
  type HandOverReason,
  type Locale,
  type Message,
  type MessageDetails,
  typingChanged,
} from '@ozvi/contract'
import { expectedReplyText, findHours } from '#features/hours'
import { hasTeam } from '#features/integrations'
import { alertAtLimit, countAnswered } from '#features/plans'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { append } from '../messages/append.ts'
import { type ConversationRow, visitorOf } from '../record/rows.ts'
import { fileNames } from '../messages/file-names.ts'
import * as messageStore from '../messages/message-store.ts'
import * as store from '../record/store.ts'
import { systemEvent } from '../messages/system-event.ts'
import { handOverText, summaryFacts, summaryText } from './texts.ts'

/*
 * What an automatic answerer can do in a conversation. Every action requires that no member has taken over,
 * so a person always wins, even in the middle of an answer.
 */

const isStillAutomatic: store.Condition = { handler: 'assistant' }

export interface Turn {
  conversation_id: string
  visitor_id: string
  locale: Locale
  handler: ConversationRow['handler']
  low_confidence_count: number
  is_test: boolean
  /** Oldest first. */
  history: { role: 'user' | 'assistant'; text: string; seq: number }[]
  has_ai_notice: boolean
  /** Whether the last message is the customer's. */
  is_asked: boolean
  /** Whether the workspace has members to hand over to. */
  has_team: boolean
}
const historyLength = 20

/** Returns the conversation as an answerer needs it, or undefined if it was deleted or is spam. */
export async function readTurn(db: Db, key: store.Key): Promise<Turn | undefined> {
  const row = await store.findConversation(db, key)
  if (!row || row.merged_into_id || row.status === 'spam') return undefined
  const messages = await messageStore.listMessages(db, key, { limit: historyLength, isVisitor: true })
  const history = messages
    .filter(({ kind, author }) => (kind === 'text' && author === 'contact') || kind === 'answer')
    .map(({ author, body, attachments, seq }) => ({
      role: author === 'contact' ? ('user' as const) : ('assistant' as const),
      text: body || fileNames(attachments),
      seq,
    }))
  return {
    conversation_id: row.id,
    visitor_id: visitorOf(row),
    locale: row.locale,
    handler: row.handler,
    low_confidence_count: row.low_confidence_count,
    is_test: row.is_test,
    history,
    has_ai_notice: messages.some(({ kind }) => kind === 'ai_notice') || messages.length >= historyLength,
    is_asked: row.last_message_author === 'contact',
    has_team: await hasTeam(db, key.integration_id),
  }
}

const sideOf = (author: Message['author']) => (author === 'contact' ? 'customer' : 'team')

export interface TranscriptMessage {
  author: 'customer' | 'team' | 'assistant'
  text: string
}
/**
 * Returns the last messages that the customer can see, oldest first; undefined if the conversation doesn't exist.
 */
export async function readTranscript(
  db: Db,
  key: store.Key,
  limit: number,
): Promise<TranscriptMessage[] | undefined> {
  const row = await store.findConversation(db, key)
  if (!row) return undefined
  const messages = await messageStore.listMessages(db, key, { limit, isVisitor: true })
  return messages
    .filter(({ kind, change }) => (kind === 'text' || kind === 'answer') && !change?.is_deleted)
    .map(({ kind, author, body, attachments }) => ({
      author: kind === 'answer' ? 'assistant' : sideOf(author),
      text: body || fileNames(attachments),
    }))
}

/** Shows the visitor and watching members that an answer is being prepared. */
export function emitAnswerProgress(ctx: Context, visitor_id: string, progress: AnswerProgress): void {
  ctx.broadcast(answerProgressed, progress, { visitor_id })
  const typing = {
    conversation_id: progress.conversation_id,
    side: 'assistant' as const,
    name: null,
    author_id: null,
    is_typing: true,
  }
  ctx.broadcast(typingChanged, typing, progress)
}

export interface AutomaticAnswer {
  id: string
  body: string
  citations: Citation[]
  details: MessageDetails
  /** Consecutive low-confidence answers, including this one. */
  low_confidence_count: number
  trace?: AnswerTrace | undefined
  /** Sent once, before the first answer of a conversation. */
  ai_notice?: string | undefined
}
/**
 * Posts an answer. If the customer thanked for an answer with a source, also resolves the conversation.
 *
 * @returns false if a member took over in the meantime; then nothing was posted
 */
export const postAnswer = (ctx: Context, key: store.Key, answer: AutomaticAnswer): Promise<boolean> =>
  ctx.transaction((tx) => postAnswerWithTx(ctx, tx, key, answer, isStillAutomatic))

/**
 * Posts nothing if a sourced answer would exceed the plan's conversations of the month; then the team gets the
 * conversation.
 *
 * @param condition of the conversation; otherwise nothing is posted
 */
export async function postAnswerWithTx(
  ctx: Context,
  tx: Tx,
  key: store.Key,
  answer: AutomaticAnswer,
  condition: store.Condition,
): Promise<boolean> {
  const { id, body, citations, details, low_confidence_count, trace, ai_notice } = answer
  if (citations.length > 0 && !(await countAnswer(ctx, tx, key, condition))) {
    await handOverWithTx(ctx, tx, key, { reason: 'plan_limit', trace })
    return false
  }
  if (ai_notice) {
    const notice = {
      id: randomUUID(),
      kind: 'ai_notice',
      author: 'system',
      body: ai_notice,
      is_visible: true,
    } as const
    const { kind } = await append(ctx, tx, key, notice, { condition })
    if (kind !== 'appended') return false
  }
  const entry = {
    id,
    kind: 'answer',
    author: 'assistant',
    body,
    citations,
    details,
    trace,
    is_visible: true,
  } as const
  const posted = await append(ctx, tx, key, entry, { changes: { low_confidence_count }, condition })
  if (posted.kind !== 'appended') return false
  if (details.is_confirmed && posted.conversation.answers > 0) await resolveConfirmed(ctx, tx, key)
  return true
}

/**
 * Counts the conversation toward the plan's monthly limit, unless nothing will be posted.
 *
 * @returns false at the plan's limit
 */
async function countAnswer(
  ctx: Context,
  tx: Tx,
  key: store.Key,
  condition: store.Condition,
): Promise<boolean> {
  const row = (await store.lockConversation(tx, key)) && (await store.findConversation(tx, key))
  const isOpen = row && !row.is_test && !row.merged_into_id && row.status !== 'spam'
  if (!isOpen || (condition.handler && row.handler !== condition.handler)) return true
  return countAnswered(ctx, tx, key.integration_id, key.conversation_id)
}

/** Resolves the conversation after the customer thanked for a quoted answer. */
const resolveConfirmed = (ctx: Context, tx: Tx, key: store.Key) =>
  append(ctx, tx, key, systemEvent({ event: 'confirmed', status: 'resolved' }, true), {
    changes: (at) => ({ status: 'resolved', resolved_at: at }),
    condition: isStillAutomatic,
  })

/**
 * Hands the conversation over to the team with a reason and a summary, and tells the customer in the same
 * transaction.
 *
 * @returns the conversation; undefined if a member already has it, the condition isn't met, the workspace has no team,
 * or it is spam
 */
export function handOver(
  ctx: Context,
  key: store.Key,
  passed: HandedOver,
): Promise<ConversationRow | undefined> {
  return ctx.transaction((tx) => handOverWithTx(ctx, tx, key, passed))
}

interface HandedOver {
  reason: HandOverReason
  note?: string
  /** The search that found nothing. */
  trace?: AnswerTrace | undefined
  /** Of the conversation; otherwise it isn't handed over. */
  condition?: store.Condition
}
export async function handOverWithTx(
  ctx: Context,
  tx: Tx,
  key: store.Key,
  { reason, note, trace, condition = {} }: HandedOver,
) {
  const now = isoNow(ctx)
  const row = await store.findConversation(tx, key)
  if (!row || row.merged_into_id || row.handler === 'team' || row.status === 'spam') return undefined
  if (!(await hasTeam(tx, key.integration_id))) return undefined
  const messages = await messageStore.listMessages(tx, key, { limit: historyLength })
  const facts = summaryFacts(row, messages)
  const hours = await findHours(tx, key.integration_id)
  const promise = expectedReplyText(hours, ctx.now(), row.locale, row.contact_time_zone)
  const entry = {
    id: randomUUID(),
    kind: 'hand_over',
    author: 'system',
    body: note ?? handOverText(row.locale, reason, promise),
    details: { reason, summary: summaryText(row.locale, facts), summary_facts: facts },
    trace,
    is_visible: true,
  } as const
  const changes = {
    handler: 'team',
    status: 'open',
    snoozed_until: null,
    resolved_at: null,
    hand_over_at: now,
    hand_over_reason: reason,
    waiting_since: now,
  } as const
  const outcome = await append(ctx, tx, key, entry, { changes, condition })
  if (outcome.kind !== 'appended') return undefined
  if (reason === 'plan_limit') await alertAtLimit(tx, key.integration_id)
  return outcome.conversation
}
