import { applyMessageChanged, deleteMessage, editMessage, type Message, restoreMessage } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'
import { toast } from '#ui/toast.ts'
import { type Thread, threadOf } from '../data/data.ts'
import { setEditing } from '../thread/editing.ts'

/**
 * Actions on a sent message. Each shows immediately and can be undone; on an error it is reverted and the
 * error shown.
 */
export function useMessageActs(integration_id: string) {
  const t = useT()
  const cache = useQueryClient()
  const user = useUser()

  async function act(
    message: Message,
    guess: Pick<Message, 'body' | 'attachments'> & { is_deleted: boolean },
    send: () => Promise<Message>,
  ): Promise<Message | undefined> {
    const { queryKey } = threadOf(integration_id, message.conversation_id)
    const put = (change: (messages: Message[]) => Message[]) =>
      cache.setQueryData<Thread>(queryKey, (held) => held && { ...held, messages: change(held.messages) })
    const { is_deleted, ...said } = guess
    const change = {
      // Half a version: the server's next version is always newer.
      version: (message.change?.version ?? 0) + 0.5,
      is_edited: (message.change?.is_edited ?? false) || (!is_deleted && !message.change?.is_deleted),
      is_deleted,
      at: new Date().toISOString(),
      by_id: user.id,
      by_name: user.name,
    }
    const shown = { ...message, ...said, change }
    put((messages) => applyMessageChanged(messages, shown))
    try {
      const answer = await send()
      put((messages) => applyMessageChanged(messages, answer))
      return answer
    } catch (error) {
      const isGuess = (each: Message) => each.seq === message.seq && each.change?.version === change.version
      put((messages) => messages.map((each) => (isGuess(each) ? message : each)))
      sayFailure(error, t)
      return undefined
    }
  }
  const key = ({ conversation_id, id }: Message) => ({ integration_id, conversation_id, message_id: id })
  const edit = (message: Message, body: string) =>
    act(message, { body, attachments: message.attachments, is_deleted: false }, () =>
      call(editMessage, { ...key(message), body }),
    )
  const remove = (message: Message) =>
    act(message, { body: '', attachments: [], is_deleted: true }, () => call(deleteMessage, key(message)))
  const restore = (message: Message, { body, attachments }: Pick<Message, 'body' | 'attachments'>) =>
    act(message, { body, attachments, is_deleted: false }, () => call(restoreMessage, key(message)))
  return {
    async edit(message: Message, body: string) {
      const edited = await edit(message, body)
      // The typed text isn't lost on an error.
      if (!edited) return setEditing({ id: message.id, body })
      toast.success(t('messages.done_edited'), {
        label: t('conversations.undo'),
        onClick: () => void edit(edited, message.body),
      })
    },
    async remove(message: Message) {
      const removed = await remove(message)
      if (!removed) return
      toast.success(t('messages.done_deleted'), {
        label: t('conversations.undo'),
        onClick: () => void restore(removed, message),
      })
    },
    /** @param said the message before its deletion, if known here */
    async restore(message: Message, said: Pick<Message, 'body' | 'attachments'>) {
      const restored = await restore(message, said)
      if (!restored) return
      toast.success(t('messages.done_restored'), {
        label: t('conversations.undo'),
        onClick: () => void remove(restored),
      })
    },
  }
}
