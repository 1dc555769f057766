import { truncate, type InboxRow, type Message, toPlainText } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { useUser } from '#platform/session/session.tsx'
import { Icon } from '#ui/icon.tsx'
import { type Thread, threadOf, useOlderMessages, useThread } from '../data/data.ts'
import { useRow } from '../data/rows.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { customerName } from '../people/names.ts'

const shownChars = 140
/** Author and preview of a message in this conversation, or that it is deleted. */
export function useQuoteText(conversation_id: string) {
  const t = useT()
  const { id: user_id } = useUser()
  const row = useRow(conversation_id)
  return (message: Message) => quoteText(message, row, user_id, t)
}
function quoteText(
  { author, author_id, author_name, body, attachments, change }: Message,
  row: InboxRow | undefined,
  user_id: string,
  t: Translate,
): { who: string; text: string } {
  const customer = row ? customerName(row, t) : t('messages.customer')
  const others = author === 'contact' ? customer : (author_name ?? t('conversations.by_assistant'))
  const who = author_id === user_id ? t('conversations.by_me') : others
  if (change?.is_deleted) return { who, text: t('messages.quote_deleted') }
  const text = truncate(toPlainText(body), shownChars)
  return { who, text: text || attachments.map(({ name }) => name).join(', ') }
}

/** Scrolls to it and highlights it until the next interaction. */
function reveal(seq: number) {
  const element = document.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
  if (!element) return
  element.setAttribute('data-found', '')
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  element.addEventListener('blur', () => element.removeAttribute('data-found'), { once: true })
}

/** The message that another one replies to, as a link; earlier messages are loaded first. */
export function Quote({ conversation_id, reply_to }: { conversation_id: string; reply_to: string }) {
  const t = useT()
  const cache = useQueryClient()
  const quoteText = useQuoteText(conversation_id)
  const { integration } = useInbox()
  const { data: thread } = useThread(integration.id, conversation_id)
  const { run, isBusy } = useOlderMessages(integration.id, conversation_id)
  const [isAbsent, setAbsent] = useState(false)
  const { queryKey } = threadOf(integration.id, conversation_id)
  const find = (cached: Thread | undefined) => cached?.messages.find(({ id }) => id === reply_to)
  const original = find(thread)
  const cached = () => cache.getQueryData<Thread>(queryKey)
  async function show() {
    while (!find(cached()) && cached()?.has_older) if (!(await run())) return
    const match = find(cached())
    if (!match) return setAbsent(true)
    requestAnimationFrame(() => reveal(match.seq))
  }
  const text = original && quoteText(original)
  return (
    <button
      type="button"
      aria-busy={isBusy}
      aria-label={t('messages.quote', {
        words: text
          ? `${text.who}: ${text.text}`
          : t(isAbsent ? 'messages.quote_absent' : 'messages.quote_older'),
      })}
      onClick={() => void show()}
      className="flex max-w-full min-w-0 items-center gap-1.5 rounded-control border-l-2 border-strong py-0.5 pr-2 pl-2 text-sm text-muted hover:bg-inset hover:text-ink touch:min-h-11"
    >
      <Icon name="arrow-up" size={14} className="shrink-0" />
      {text ? (
        <span className="min-w-0 truncate">
          <span className="font-medium">{text.who}</span>{' '}
          <span className={original.change?.is_deleted ? 'italic' : undefined}>{text.text}</span>
        </span>
      ) : (
        <span className="min-w-0 truncate italic">
          {t(isAbsent ? 'messages.quote_absent' : 'messages.quote_older')}
        </span>
      )}
    </button>
  )
}
