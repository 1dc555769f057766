import type { Citation } from '@ozvi/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../icons.tsx'
import { type MessageListItem, messageListItems } from './message-list-items.ts'
import { MessageRow, OutgoingRow } from './message-row.tsx'
import { usePanel, useView, useChat } from '../panel-context.ts'
import { useScroll, useVisibility } from './scroll.ts'

/**
 * The scrolled log. It stays at the end while the visitor is there; otherwise new entries are announced by a
 * button and nothing moves. Only finished entries are in the live region, so a streamed answer is announced
 * once.
 */
export function MessageList(props: {
  conversation_id: string
  /** Whether the thread has loaded. */
  isSettled: boolean
  onOpen: (citation: Citation) => void
  /** Below the log: typing indicator, forms. */
  children: ReactNode
}) {
  const { conversation_id, onOpen } = props
  const { client, translator } = usePanel()
  const { is_open } = useView()
  const { threads, outgoing, conversations } = useChat()
  const thread = threads[conversation_id]
  const messages = thread?.messages ?? []
  const row = conversations.find(({ id }) => id === conversation_id)
  const ownOutgoing = outgoing.filter((entry) => entry.conversation_id === conversation_id)
  const rows = messageListItems(messages, ownOutgoing)

  const last_seq = messages.at(-1)?.seq ?? 0
  const first_seq = messages[0]?.seq ?? 0
  const isLoading = thread ? !thread.is_loaded : !props.isSettled
  const lastRow = rows.at(-1)
  const {
    scroller,
    list,
    isAtEnd,
    hasNewMessages: hasNews,
    onScroll,
    toEnd,
  } = useScroll({
    first_seq,
    count: rows.length,
    isMineLast: lastRow?.type === 'outgoing',
  })
  const isVisible = useVisibility()
  const isSeen = is_open && isVisible && isAtEnd && !isLoading && row !== undefined
  useEffect(() => {
    if (isSeen) client.markSeen(conversation_id)
  }, [client, conversation_id, isSeen, last_seq])

  const [isGoingBack, setGoingBack] = useState(false)
  async function goBack() {
    setGoingBack(true)
    await client.loadOlder(conversation_id).catch(() => undefined) // the button stays
    requestAnimationFrame(() => setGoingBack(false))
  }
  const lastMine = messages.findLast(({ author }) => author === 'contact')
  const show = (each: MessageListItem) =>
    each.type === 'day' ? (
      <li key={each.key} className="day">
        <time dateTime={each.at}>{translator.day(each.at)}</time>
      </li>
    ) : each.type === 'outgoing' ? (
      <OutgoingRow key={each.key} outgoing={each.outgoing} is_first={each.is_first} />
    ) : (
      <MessageRow
        key={each.key}
        message={each.message}
        is_first={each.is_first}
        is_last={each === lastRow}
        mark={
          each.message !== lastMine ? null : (row?.team_seen_seq ?? 0) >= each.message.seq ? 'seen' : 'sent'
        }
        onOpen={onOpen}
      />
    )
  return (
    <div className="log-frame">
      <div ref={scroller} className="log-scroller" onScroll={onScroll} tabIndex={0}>
        <div className="log-content">
          {thread?.has_older && (
            <button className="text-button older" aria-disabled={isGoingBack} onClick={() => void goBack()}>
              {translator.t('older')}
            </button>
          )}
          {isLoading && (
            <div className="skeleton" role="status">
              <span className="unseen">{translator.t('loading')}</span>
              <i />
              <i />
              <i />
            </div>
          )}
          <div
            role="log"
            aria-label={translator.t('messages')}
            aria-live={isLoading || isGoingBack ? 'off' : 'polite'}
            aria-relevant="additions"
            aria-busy={isLoading || Boolean(thread?.progress)}
          >
            <ol ref={list}>{rows.map(show)}</ol>
          </div>
          {props.children}
        </div>
      </div>
      {hasNews && (
        <button className="news" onClick={toEnd}>
          <Icon name="down" size={16} />
          {translator.t('new_messages')}
        </button>
      )}
    </div>
  )
}
