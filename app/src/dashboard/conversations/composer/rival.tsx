import type { Message } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { threadOf } from '../data.ts'
import { useInbox } from '../inbox-context.ts'

/**
 * Holds a reply back when a colleague has replied since it was begun: the customer should not get two
 * answers, and the writer decides.
 */
export function useRival(conversation_id: string) {
  const cache = useQueryClient()
  const { integration } = useInbox()
  const { id: user_id } = useUser()
  const begun_seq = useRef<number | null>(null)
  const [names, setNames] = useState('')
  const messages = (): readonly Message[] =>
    cache.getQueryData(threadOf(integration.id, conversation_id).queryKey)?.messages ?? []
  const last = () => messages().at(-1)?.seq ?? 0
  return {
    names,
    messages,
    began() {
      begun_seq.current ??= last()
    },
    ended() {
      begun_seq.current = null
      setNames('')
    },
    /** From here on what is there has been seen. */
    allow() {
      begun_seq.current = last()
      setNames('')
    },
    holds() {
      const since = begun_seq.current ?? last()
      const replies = messages().filter(
        ({ seq, author, kind, author_id }) =>
          seq > since && author === 'member' && kind === 'text' && author_id !== user_id,
      )
      setNames([...new Set(replies.map(({ author_name }) => author_name ?? ''))].join(', '))
      return replies.length > 0
    },
  }
}

/** Says who has replied meanwhile, and lets the writer send after all or go on writing. */
export function RivalAlert({
  rival: { names, allow },
  onSend,
  onEdit,
}: {
  rival: Pick<ReturnType<typeof useRival>, 'names' | 'allow'>
  onSend: () => void
  onEdit: () => void
}) {
  const t = useT()
  if (!names) return null
  const then = (act: () => void) => () => {
    allow()
    act()
  }
  return (
    <Alert tone="warning" title={t('conversations.rival', { name: names })} className="mb-2">
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" look="primary" onClick={then(onSend)}>
          {t('conversations.rival_send')}
        </Button>
        <Button size="sm" onClick={then(onEdit)}>
          {t('conversations.rival_edit')}
        </Button>
      </div>
    </Alert>
  )
}
