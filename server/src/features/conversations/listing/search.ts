import { type Input, searchedHandle, type SearchHit } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Db } from '#platform/context/context.ts'
import { editDistance } from '#platform/edit-distance.ts'
import { cursorOf, readCursor, type TimePosition } from '#platform/http/cursor.ts'
import { findInboxRows } from '../record/inbox-store.ts'
import {
  findConversations,
  type Found,
  knownPrefixes,
  queryOf,
  readMatches,
  similarWords,
  type SearchQuery,
} from './search-store.ts'
import { excerptOf, parseQuery, type QueryTerm } from './search-words.ts'

/** Shorter words aren't corrected: too many other words differ from them by one letter. */
const mistypedFrom_chars = 4
const correctionsMax = 5

/** The alternatives of each word: the word itself or, if it never occurs, similar words. */
async function alternativesOf(
  ctx: Context,
  { integration_id, conversation_access }: MemberActor,
  words: readonly QueryTerm[],
) {
  const known = await knownPrefixes(
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
        known.has(stem) ||
        word.length < mistypedFrom_chars ||
        /\d/.test(word)
      )
        return { typed, word, stem, corrections: [] }
      const similar = await similarWords(ctx.db, integration_id, word)
      const corrections = similar.filter((other) => editDistance(other, word) <= 1)
      return { typed, word, stem, corrections: corrections.slice(0, correctionsMax) }
    }),
  )
}

/** Starts the cursor of a page that ends with a conversation in which a word has another ending. */
const inflectedMark = '~'
type Alternatives = Awaited<ReturnType<typeof alternativesOf>>[number]
const exactOf = ({ word, stem, corrections }: Alternatives) =>
  corrections.length > 0 ? [stem, ...corrections] : [word]

/** Conversations with the words as typed, then those with other endings; each the newest first. */
async function findExactFirst(
  db: Db,
  actor: MemberActor,
  {
    wide,
    exact,
    isPastExact,
    after,
    limit,
  }: {
    wide: SearchQuery
    exact: SearchQuery
    isPastExact: boolean
    after: TimePosition | undefined
    limit: number
  },
): Promise<{ exact: Found[]; inflected: Found[] }> {
  const first = isPastExact ? [] : await findConversations(db, actor, { ...exact, after, limit })
  if (first.length === limit || exact.query === wide.query) return { exact: first, inflected: [] }
  const inflected = await findConversations(db, actor, {
    ...wide,
    after: isPastExact ? after : undefined,
    limit: limit - first.length,
    except: exact,
  })
  return { exact: first, inflected }
}

/** @throws Problem `invalid_input` on `cursor` */
export async function searchConversations(
  ctx: Context,
  actor: MemberActor,
  { search, cursor, limit }: Input<typeof contract.searchConversations>,
) {
  const { integration_id, user_id } = actor
  const isPastExact = cursor?.startsWith(inflectedMark) ?? false
  const after = readCursor(isPastExact ? cursor?.slice(inflectedMark.length) : cursor)
  const words = parseQuery(searchedHandle(search))
  if (words.length === 0) return { items: [], next: null, corrected: [] }
  const alternatives = await alternativesOf(ctx, actor, words)
  const prefixes = alternatives.map(({ stem, corrections }) => [stem, ...corrections])
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const wide = {
    query: queryOf(integration_id, prefixes),
    number: number === undefined ? null : Number(number),
  }
  const exact = { ...wide, query: queryOf(integration_id, alternatives.map(exactOf)) }
  const found = await findExactFirst(ctx.db, actor, { wide, exact, isPastExact, after, limit: limit + 1 })
  const conversations = [...found.exact, ...found.inflected]
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
        excerpt: excerptOf(message?.body ?? conversation.subject, prefixes.flat()),
      },
    ]
  })
  const last = page.at(-1)
  return {
    items,
    next:
      conversations.length > limit && last
        ? `${found.exact.includes(last) ? '' : inflectedMark}${cursorOf({ at: last.last_message_at, id: last.id })}`
        : null,
    corrected: alternatives.flatMap(({ typed, corrections }) =>
      corrections.length > 0 ? [{ word: typed, to: corrections }] : [],
    ),
  }
}
