import type { InputOf, Locale, VisitorConversation, VisitorMessage } from '@ozvi/contract'
import { openReplyLink, sendLinkReply } from '@ozvi/contract/reply-mails'
import {
  listVisitorConversations,
  rateConversation,
  requestPerson,
  sendTranscript,
  sendVisitorMessage,
  setVisitorTyping,
} from '@ozvi/contract/visitors'
import type { Call } from '../calls.ts'
import { newId } from '../ids.ts'

interface Options {
  call: Call
  locale: Locale
  hasConversation: (id: string) => boolean
  onRows: (rows: readonly VisitorConversation[]) => void
  onMessage: (message: VisitorMessage) => void
}
/**
 * What a visitor can do in a conversation besides writing. Fails immediately if the server can't be reached.
 */
export const createConversationActions = ({ call, locale, hasConversation, onRows, onMessage }: Options) => ({
  /** Fills in the form of a message. @throws ApiError with the fields that have to be corrected */
  async fillIn(
    { id: reply_to, conversation_id }: VisitorMessage,
    id: string,
    form_values: Record<string, string | boolean>,
  ) {
    onMessage(
      await call(sendVisitorMessage, { id, conversation_id, reply_to, form_values, body: '', locale }),
    )
  },
  async requestHuman(conversation_id: string) {
    onRows([await call(requestPerson, { conversation_id })])
  },
  async rate(conversation_id: string, score: number, comment: string) {
    onMessage(await call(rateConversation, { conversation_id, id: newId(), score, comment }))
    onRows(await call(listVisitorConversations, {}))
  },
  sendTranscript: (conversation_id: string, email: string) =>
    call(sendTranscript, { conversation_id, email, locale }),
  sendTyping(conversation_id: string, is_typing: boolean) {
    if (hasConversation(conversation_id))
      void call(setVisitorTyping, { conversation_id, is_typing }).catch(() => undefined)
  },
  openLink: (token: string) => call(openReplyLink, { token }),
  answerLink: (input: Omit<InputOf<typeof sendLinkReply>, 'locale'>) =>
    call(sendLinkReply, { ...input, locale }),
})
