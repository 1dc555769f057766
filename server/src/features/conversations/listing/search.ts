import { type Input, searchedHandle, type SearchHit } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { findInboxRows } from '../record/inbox-store.ts'
import { cursorOf, positionOf } from './listing.ts'
import { findConversations, knownPrefixes, queryOf, readMatches, similarWords } from './search-store.ts'
import { excerptOf, isOneTypoAway, parseQuery, type QueryTerm } from './search-words.ts'

/** Shorter words aren't corrected: too many other words differ from them by one letter. */
const mistypedFrom_chars = 4
const meantMax = 5

/** The alternatives of each word: the word itself or, if it never occurs, similar words. */
async function alternativesOf(
  ctx: Context,
  { integration_id, conversation_access }: MemberActor,
  words: readonly QueryTerm[],
) {
  const prefixes = await knownPrefixes(
    ctx.db,
    integration_id,
    words.map(({ stem }) => stem),
  )
  return Promise.all(
    words.map(async ({ typed, word, stem }) => {
      // Members with limited visibility get no corrections, which would reveal words of conversations they
      // can't see.
      if (
        conversation_access !== 'all' ||
        prefixes.has(stem) ||
        word.length < mistypedFrom_chars ||
        /\d/.test(word)
      )
        return { typed, stem, meant: [] }
      const likes = await similarWords(ctx.db, integration_id, word)
      return { typed, stem, meant: likes.filter((like) => isOneTypoAway(like, word)).slice(0, meantMax) }
    }),
  )
}

/** @throws Problem `invalid_input` on `cursor` */
export async function searchConversations(
  ctx: Context,
  actor: MemberActor,
  { search, cursor, limit }: Input<typeof contract.searchConversations>,
) {
  const { integration_id, user_id } = actor
  const after = positionOf(cursor)
  const words = parseQuery(searchedHandle(search))
  if (words.length === 0) return { items: [], next: null, corrected: [] }
  const alternatives = await alternativesOf(ctx, actor, words)
  const beginnings = alternatives.map(({ stem, meant }) => [stem, ...meant])
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const conversations = await findConversations(ctx.db, actor, {
    query: queryOf(integration_id, beginnings),
    number: number === undefined ? null : Number(number),
    after,
    limit: limit + 1,
  })
  const page = conversations.slice(0, limit)
  const [rows, messages] = await Promise.all([
    findInboxRows(
      ctx.db,
      integration_id,
      page.map(({ id }) => id),
      user_id,
    ),
    readMatches(ctx.db, integration_id, page),
  ])
  const items = page.flatMap(({ id, seq }): SearchHit[] => {
    const conversation = rows.find((row) => row.id === id)
    if (!conversation) return []
    const message = messages.find((each) => each.conversation_id === id && each.seq === seq)
    return [
      {
        conversation,
        message: message
          ? {
              seq: message.seq,
              // The conversation already names the customer.
              author_name: message.author === 'contact' ? null : message.author_name,
              is_note: message.kind === 'note',
              sent_at: message.sent_at,
            }
          : null,
        excerpt: excerptOf(message?.body ?? conversation.subject, beginnings.flat()),
      },
    ]
  })
  const last = page.at(-1)
  return {
    items,
    next: conversations.length > limit && last ? cursorOf(last) : null,
    corrected: alternatives.flatMap(({ typed, meant }) =>
      meant.length > 0 ? [{ word: typed, to: meant }] : [],
    ),
  }
}
