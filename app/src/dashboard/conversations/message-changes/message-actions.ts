import { applyMessageChanged, deleteMessage, editMessage, type Message, restoreMessage } from '@ozvi/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { toast } from '#ui/toast.ts'
import { threadOf } from '../data/data.ts'
import { setEditing } from '../thread/editing.ts'

interface Change {
  message: Message
  /** What the thread shows until the server has answered. */
  guess: Pick<Message, 'body' | 'attachments'> & { is_deleted: boolean }
  send: () => Promise<Message>
}

/**
 * Actions on a sent message. Each shows immediately and can be undone; on an error it is reverted and the
 * error shown.
 */
export function useMessageActions(integration_id: string) {
  const t = useT()
  const cache = useQueryClient()
  const user = useUser()

  const update = ({ conversation_id }: Message, change: (messages: Message[]) => Message[]) =>
    changeData(cache, threadOf(integration_id, conversation_id), (cached) => ({
      ...cached,
      messages: change(cached.messages),
    }))
  const { mutateAsync } = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onMutate({ message, guess: { is_deleted, ...content } }) {
      const change = {
        // Half a version: the server's next version is always newer.
        version: (message.change?.version ?? 0) + 0.5,
        is_edited: (message.change?.is_edited ?? false) || (!is_deleted && !message.change?.is_deleted),
        is_deleted,
        at: new Date().toISOString(),
        by_id: user.id,
        by_name: user.name,
      }
      update(message, (messages) => applyMessageChanged(messages, { ...message, ...content, change }))
      return change.version
    },
    onSuccess: (answer) => update(answer, (messages) => applyMessageChanged(messages, answer)),
    onError(error, { message }, version) {
      const isOptimistic = (each: Message) => each.seq === message.seq && each.change?.version === version
      update(message, (messages) => messages.map((each) => (isOptimistic(each) ? message : each)))
      toastError(error, t)
    },
  })
  /** @returns undefined on an error, which is shown */
  const perform = (message: Message, guess: Change['guess'], send: Change['send']) =>
    mutateAsync({ message, guess, send }).catch(() => undefined)
  const key = ({ conversation_id, id }: Message) => ({ integration_id, conversation_id, message_id: id })
  const edit = (message: Message, body: string) =>
    perform(message, { body, attachments: message.attachments, is_deleted: false }, () =>
      call(editMessage, { ...key(message), body }),
    )
  const remove = (message: Message) =>
    perform(message, { body: '', attachments: [], is_deleted: true }, () => call(deleteMessage, key(message)))
  const restore = (message: Message, { body, attachments }: Pick<Message, 'body' | 'attachments'>) =>
    perform(message, { body, attachments, is_deleted: false }, () => call(restoreMessage, key(message)))
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
    /** @param content the message before its deletion, if known here */
    async restore(message: Message, content: Pick<Message, 'body' | 'attachments'>) {
      const restored = await restore(message, content)
      if (!restored) return
      toast.success(t('messages.done_restored'), {
        label: t('conversations.undo'),
        onClick: () => void remove(restored),
      })
    },
  }
}
