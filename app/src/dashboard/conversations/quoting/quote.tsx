import { beginningOf, type InboxRow, type Message, plainWords } from '@ozvi/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { useUser } from '#platform/session/session.tsx'
import { Icon } from '#ui/icon.tsx'
import { conversationOf, type Thread, threadOf, useOlderMessages, useThread } from '../data/data.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { customerName } from '../people/names.ts'

const shownChars = 140
/** Author and preview of a message in this conversation, or that it is deleted. */
export function useQuoteWords(conversation_id: string) {
  const t = useT()
  const { id: user_id } = useUser()
  const { integration } = useInbox()
  const { data: row } = useQuery({ ...conversationOf(integration.id, conversation_id), enabled: false })
  return (message: Message) => quoteWords(message, row, user_id, t)
}
function quoteWords(
  { author, author_id, author_name, body, attachments, change }: Message,
  row: InboxRow | undefined,
  user_id: string,
  t: Translate,
): { who: string; words: string } {
  const customer = row ? customerName(row, t) : t('messages.customer')
  const others = author === 'contact' ? customer : (author_name ?? t('conversations.by_assistant'))
  const who = author_id === user_id ? t('conversations.by_me') : others
  if (change?.is_deleted) return { who, words: t('messages.quote_deleted') }
  const words = beginningOf(plainWords(body), shownChars)
  return { who, words: words || attachments.map(({ name }) => name).join(', ') }
}

/** Scrolls to it and highlights it until the next interaction. */
function reveal(seq: number) {
  const place = document.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
  if (!place) return
  place.tabIndex = -1
  place.setAttribute('data-found', '')
  place.scrollIntoView({ block: 'center' })
  place.focus({ preventScroll: true })
  place.addEventListener('blur', () => place.removeAttribute('data-found'), { once: true })
}

/** The message that another one replies to, as a link; earlier messages are loaded first. */
export function Quote({ conversation_id, reply_to }: { conversation_id: string; reply_to: string }) {
  const t = useT()
  const cache = useQueryClient()
  const quoteWords = useQuoteWords(conversation_id)
  const { integration } = useInbox()
  const { data: thread } = useThread(integration.id, conversation_id)
  const { run, isBusy } = useOlderMessages(integration.id, conversation_id)
  const [isAbsent, setAbsent] = useState(false)
  const { queryKey } = threadOf(integration.id, conversation_id)
  const find = (held: Thread | undefined) => held?.messages.find(({ id }) => id === reply_to)
  const original = find(thread)
  const held = () => cache.getQueryData<Thread>(queryKey)
  async function show() {
    while (!find(held()) && held()?.has_older) if (!(await run())) return
    const found = find(held())
    if (!found) return setAbsent(true)
    requestAnimationFrame(() => reveal(found.seq))
  }
  const said = original && quoteWords(original)
  return (
    <button
      type="button"
      aria-busy={isBusy}
      aria-label={t('messages.quote', {
        words: said
          ? `${said.who}: ${said.words}`
          : t(isAbsent ? 'messages.quote_absent' : 'messages.quote_older'),
      })}
      onClick={() => void show()}
      className="flex max-w-full min-w-0 items-center gap-1.5 rounded-control border-l-2 border-strong py-0.5 pr-2 pl-2 text-sm text-muted hover:bg-inset hover:text-ink touch:min-h-11"
    >
      <Icon name="arrow-up" size={14} className="shrink-0" />
      {said ? (
        <span className="min-w-0 truncate">
          <span className="font-medium">{said.who}</span>{' '}
          <span className={original.change?.is_deleted ? 'italic' : undefined}>{said.words}</span>
        </span>
      ) : (
        <span className="min-w-0 truncate italic">
          {t(isAbsent ? 'messages.quote_absent' : 'messages.quote_older')}
        </span>
      )}
    </button>
  )
}
