import type { CopilotFailure, Input, TranslatedMessage } from '@ozvi/contract'
import { Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { addsFacts, draftReply as draft, type Library } from '#features/assistant'
import { readTranscript } from '#features/conversations'
import type { MemberActor } from '#features/integrations'
import { type ChatMessage, ModelError, type Models, redactReversibly } from '#features/language-model'
import type { Context } from '#platform/context/context.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import { messageTag, rewritePrompt, summaryPrompt, translationPrompt } from './prompts.ts'

type Written = { text: string; failure: null } | { text: null; failure: CopilotFailure }

/** Requests of a member, apart from the workspace's limit of the month. */
const memberLimit: Limit = { name: 'copilot', points: 30, per_s: 60, is_shared: true }
const SUMMARY_TOKENS_MAX = 500
/** Messages that are summarized: the last ones, and of each as much. */
const MESSAGES_MAX = 60
const MESSAGE_CHARS_MAX = 1_500
/** Messages that are translated: the last ones, and together as much. */
const TRANSLATED_MAX = 30
const TRANSLATED_CHARS_MAX = 5_000

/** A translation may be longer than its original; three characters are at least one token. */
const tokensFor = (text: string) => Math.ceil(text.length / 2) + 200

interface ModelRequest {
  original: string
  promptOf: (redacted: string) => ChatMessage[]
  tokens_max: number
}
/** Asks the workspace's language model about a text, without its personal data. */
async function ask(
  ctx: Context,
  models: Models,
  { integration_id, user_id }: MemberActor,
  { original, promptOf, tokens_max }: ModelRequest,
): Promise<Written> {
  await ctx.rates.take(memberLimit, user_id, '')
  const redacted = redactReversibly(original)
  const chat = await models.open(ctx, integration_id, promptOf(redacted.text), tokens_max)
  if (typeof chat === 'string') return { text: null, failure: chat }
  let reply = ''
  try {
    for await (const piece of chat.text) reply += piece
  } catch (error) {
    if (error instanceof ModelError) return { text: null, failure: error.failure }
    throw error
  }
  const text = redacted.restore(reply).trim()
  return text === '' ? { text: null, failure: 'unreadable' } : { text, failure: null }
}

/** Like `ask`, but rejects a text with facts that the original doesn't have. */
async function askForText(
  ctx: Context,
  models: Models,
  actor: MemberActor,
  request: ModelRequest,
): Promise<Written> {
  const written = await ask(ctx, models, actor, request)
  return written.text !== null && addsFacts(request.original, written.text)
    ? { text: null, failure: 'altered' }
    : written
}

export const rewriteReply =
  (models: Models) =>
  (
    ctx: Context,
    actor: MemberActor,
    { text, kind, locale }: Input<typeof contract.rewriteReply>,
  ): Promise<Written> =>
    askForText(ctx, models, actor, {
      original: text,
      promptOf: (redacted) => rewritePrompt(redacted, kind, locale),
      tokens_max: tokensFor(text),
    })

/** Separates messages while they are redacted as one text. */
const SEPARATOR = '\n\u0000\n'

/** @throws Problem `not_found`: absent, or another workspace's */
export const summarizeConversation =
  (models: Models) =>
  async (
    ctx: Context,
    actor: MemberActor,
    { conversation_id, locale }: Input<typeof contract.summarizeConversation>,
  ): Promise<Written> => {
    const { integration_id } = actor
    const lines = await readTranscript(ctx.db, { integration_id, conversation_id }, MESSAGES_MAX)
    if (!lines) throw new Problem('not_found')
    const original = lines.map(({ text }) => text.slice(0, MESSAGE_CHARS_MAX)).join(SEPARATOR)
    const promptOf = (redacted: string) => {
      const texts = redacted.split(SEPARATOR)
      return summaryPrompt(
        lines.map(({ author }, index) => ({ author, text: texts[index] ?? '' })),
        locale,
      )
    }
    return askForText(ctx, models, actor, { original, promptOf, tokens_max: SUMMARY_TOKENS_MAX })
  }

/** The last messages that fit into one request. */
function lastWithin<Line extends { text: string }>(lines: readonly Line[], chars_max: number): Line[] {
  let chars = 0
  const first = lines.findLastIndex(({ text }) => (chars += text.length) > chars_max)
  return lines.slice(first + 1)
}

/** @throws Problem `not_found`: absent, or another workspace's */
export const translateConversation =
  (models: Models) =>
  async (
    ctx: Context,
    actor: MemberActor,
    { conversation_id, locale }: Input<typeof contract.translateConversation>,
  ): Promise<{ messages: TranslatedMessage[]; failure: CopilotFailure | null }> => {
    const { integration_id } = actor
    const lines = await readTranscript(ctx.db, { integration_id, conversation_id }, TRANSLATED_MAX)
    if (!lines) throw new Problem('not_found')
    const shortened = lines.map((line) => ({ ...line, text: line.text.slice(0, MESSAGE_CHARS_MAX) }))
    const messages = lastWithin(shortened, TRANSLATED_CHARS_MAX)
    if (!messages.length) return { messages: [], failure: null }
    const original = messages.map(({ text }) => text).join(SEPARATOR)
    const { text: reply, failure } = await ask(ctx, models, actor, {
      original,
      promptOf: (redacted) => translationPrompt(redacted.split(SEPARATOR), locale),
      tokens_max: tokensFor(original),
    })
    if (reply === null) return { messages: [], failure }
    const translated = messages.map(({ author, text: source }, index) => {
      const text = textInTag(reply, messageTag(index))
      return { author, original: source, text: text && !addsFacts(source, text) ? text : null }
    })
    const isReadable = translated.some(({ text }) => text !== null)
    return isReadable ? { messages: translated, failure: null } : { messages: [], failure: 'unreadable' }
  }

/** The text between a tag's start and end, without a parser: what a model writes is seldom well-formed. */
function textInTag(reply: string, tag: string): string | null {
  const start = reply.indexOf(`<${tag}>`)
  const end = reply.indexOf(`</${tag}>`, start)
  return start < 0 || end < 0 ? null : reply.slice(start + tag.length + 2, end).trim() || null
}

export const draftReply = (library: Library, models: Models) => {
  const writeDraft = draft(library, models)
  return async (ctx: Context, actor: MemberActor, input: Input<typeof contract.draftReply>) => {
    await ctx.rates.take(memberLimit, actor.user_id, '')
    return writeDraft(ctx, actor, input)
  }
}
