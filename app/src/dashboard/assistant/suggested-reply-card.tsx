import { type Citation, type InboxRow, suggestReply } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { useDelayed } from '#ui/use-delayed.ts'
import { SourceChip } from './source-chip.tsx'

/** Delay, so that browsing the list requests nothing. */
const dwell_ms = 400
/** Conversations and messages whose suggestion was dismissed or not used. */
const dismissed = new Set<string>()

const suggestedReplyQuery = (integration_id: string, conversation_id: string, seq: number) =>
  queryOptions({
    queryKey: ['suggested-reply', { integration_id, conversation_id, seq }],
    queryFn: () => call(suggestReply, { integration_id, conversation_id }),
    staleTime: Number.POSITIVE_INFINITY,
    // A suggestion that can't be loaded isn't shown.
    retry: false,
  })

/** The quoted text with its source below, editable like any other text. */
function quoteText({ quote, title, url }: Citation): string {
  // Without the text fragment: the customer sees the URL.
  const page = url?.split('#:~:')[0]
  return page ? `${quote}\n\n${title}: ${page}` : quote
}

export interface SuggestedReplyProps {
  row: InboxRow
  /** The empty composer, which shows the suggestion as its placeholder. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Id of the element that describes it to screen readers. */
  hintId: string
  /** Called with the suggestion, or with an empty text when it is dismissed. */
  onShow: (text: string) => void
  onInsert: (text: string) => void
}
export function SuggestedReplyCard({ row, field, hintId, onShow, onInsert }: SuggestedReplyProps) {
  const t = useT()
  const key = `${row.id} ${row.last_seq}`
  const [isDismissed, setDismissed] = useState(() => dismissed.has(key))
  const hasDwelt = useDelayed(true, dwell_ms)
  const { data } = useQuery({
    ...suggestedReplyQuery(row.integration_id, row.id, row.last_seq),
    enabled: hasDwelt && !isDismissed,
  })
  const citation = isDismissed ? undefined : data?.citations[0]
  const text = citation ? quoteText(citation) : ''
  const show = useEffectEvent(onShow)
  useEffect(() => {
    const element = field.current
    show(text)
    return () => {
      show('')
      // Something else was typed, or the suggestion was accepted.
      if (text && element?.value) dismissed.add(key)
    }
  }, [text, field, key])
  function dismiss() {
    dismissed.add(key)
    setDismissed(true)
    field.current?.focus()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
    if (!text || !isPlain || (event.key !== 'Tab' && event.key !== 'Escape')) return
    event.preventDefault()
    // The composer closes on the same key.
    event.stopPropagation()
    if (event.key === 'Tab') onInsert(text)
    else dismiss()
  })
  useEffect(() => {
    const element = field.current
    const onKeyDown = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [field])
  if (!citation) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 pb-2 text-xs text-muted">
      <p id={hintId} className="sr-only">
        {t('assistant.suggested_reply_hint', { text })}
      </p>
      {data?.band === 'may_help' && <Badge tone="warning">{t('assistant.band_may_help')}</Badge>}
      <span>{t('assistant.suggested_reply')}</span>
      <SourceChip citation={citation} variant="title" />
      <span className="ml-auto flex gap-1">
        <Button size="sm" variant="quiet" onClick={() => onInsert(text)}>
          {t('assistant.suggested_reply_use')}
          <span className="touch:hidden">
            <Kbd>Tab</Kbd>
          </span>
        </Button>
        <Button size="sm" variant="quiet" onClick={dismiss}>
          {t('assistant.suggested_reply_dismiss')}
          <span className="touch:hidden">
            <Kbd>Esc</Kbd>
          </span>
        </Button>
      </span>
    </div>
  )
}
