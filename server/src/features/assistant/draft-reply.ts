import { type Citation, type DraftedReply, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { findAssistantSettings } from '#features/assistant-settings'
import { readTurn } from '#features/conversations'
import type { MemberActor } from '#features/integrations'
import type { Models } from '#features/language-model'
import type { Context } from '#platform/context/context.ts'
import { respond } from './compose.ts'
import type { Library } from './library.ts'

/** Marks of citations, such as ` [1]`: a teammate's reply has links instead. */
const withoutMarks = (body: string) => body.replace(/ ?\[\d{1,2}\]/g, '')

/** The pages behind a text, without the fragment that marks the quote. */
const linksOf = (citations: readonly Citation[]) => [
  ...new Set(
    citations.flatMap(({ title, url }) => {
      const page = url?.split('#:~:')[0]
      return page ? [`${title}: ${page}`] : []
    }),
  ),
]

/**
 * Drafts a reply to the customer's last question, in any conversation.
 *
 * @throws Problem `not_found`: absent, another workspace's, merged into another one, or spam
 */
export const draftReply =
  (library: Library, models: Models) =>
  async (
    ctx: Context,
    { integration_id }: MemberActor,
    { conversation_id }: Input<typeof contract.draftReply>,
  ): Promise<DraftedReply | null> => {
    const turn = await readTurn(ctx.db, { integration_id, conversation_id })
    if (!turn) throw new Problem('not_found')
    const questionIndex = turn.history.findLastIndex(({ role }) => role === 'user')
    const text = turn.history[questionIndex]?.text
    if (text === undefined) return null
    const history = turn.history
      .slice(0, questionIndex)
      .map(({ role, text: words }) => ({ role, text: words }))
    const settings = await findAssistantSettings(ctx.db, integration_id)
    const asker = { integration_id, locale: turn.locale, has_team: true }
    const question = { text, history, locale: turn.locale }
    const { answered, composed } = await respond(ctx, { library, models }, asker, { question, settings })
    const { citations } = composed
    if (citations.length === 0) return null
    const outcome = answered.trace.model?.outcome ?? 'off'
    const isWritten = outcome === 'written'
    const words = isWritten ? withoutMarks(composed.body) : citations.map(({ quote }) => quote).join('\n\n')
    const links = linksOf(citations)
    return {
      text: [words, ...(links.length > 0 ? [links.join('\n')] : [])].join('\n\n'),
      citations,
      failure: isWritten ? null : outcome,
    }
  }
