import { type Citation, type InboxRow, proposeReply } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { SourceChip } from './source-chip.tsx'

/** Delay, so that browsing the list requests nothing. */
const settled_ms = 400
/** Conversations and messages whose suggestion was dismissed or not used. */
const putAway = new Set<string>()

const proposalFor = (integration_id: string, conversation_id: string, seq: number) =>
  queryOptions({
    queryKey: ['proposal', { integration_id, conversation_id, seq }],
    queryFn: () => call(proposeReply, { integration_id, conversation_id }),
    staleTime: Number.POSITIVE_INFINITY,
    // A suggestion that can't be loaded isn't shown.
    retry: false,
  })

/** The quoted text with its source below, editable like any other text. */
function wordsOf({ quote, title, url }: Citation): string {
  // Without the text fragment: the customer sees the URL.
  const page = url?.split('#:~:')[0]
  return page ? `${quote}\n\n${title}: ${page}` : quote
}

export interface ProposedReplyProps {
  row: InboxRow
  /** Empty, and shows the suggestion as placeholder. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Id of the element that describes it to screen readers. */
  hintId: string
  /** Empty if dismissed. */
  onShow: (words: string) => void
  onTake: (words: string) => void
}
export function Proposal({ row, field, hintId, onShow, onTake }: ProposedReplyProps) {
  const t = useT()
  const key = `${row.id} ${row.last_seq}`
  const [isAway, setAway] = useState(() => putAway.has(key))
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settled_ms)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...proposalFor(row.integration_id, row.id, row.last_seq),
    enabled: isSettled && !isAway,
  })
  const citation = isAway ? undefined : data?.citations[0]
  const words = citation ? wordsOf(citation) : ''
  const show = useEffectEvent(onShow)
  useEffect(() => {
    const element = field.current
    show(words)
    return () => {
      show('')
      // Something else was typed, or the suggestion was accepted.
      if (words && element?.value) putAway.add(key)
    }
  }, [words, field, key])
  function dismiss() {
    putAway.add(key)
    setAway(true)
    field.current?.focus()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
    if (!words || !isPlain || (event.key !== 'Tab' && event.key !== 'Escape')) return
    event.preventDefault()
    // The composer closes on the same key.
    event.stopPropagation()
    if (event.key === 'Tab') onTake(words)
    else dismiss()
  })
  useEffect(() => {
    const element = field.current
    const hear = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', hear)
    return () => element?.removeEventListener('keydown', hear)
  }, [field])
  if (!citation) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 pb-2 text-xs text-muted">
      <p id={hintId} className="sr-only">
        {t('assistant.proposal_hint', { text: words })}
      </p>
      {data?.band === 'may_help' && <Badge tone="warning">{t('assistant.band_may_help')}</Badge>}
      <span>{t('assistant.proposal')}</span>
      <SourceChip citation={citation} look="title" />
      <span className="ml-auto flex gap-1">
        <Button size="sm" look="quiet" onClick={() => onTake(words)}>
          {t('assistant.proposal_take')}
          <span className="touch:hidden">
            <Kbd>Tab</Kbd>
          </span>
        </Button>
        <Button size="sm" look="quiet" onClick={dismiss}>
          {t('assistant.proposal_dismiss')}
          <span className="touch:hidden">
            <Kbd>Esc</Kbd>
          </span>
        </Button>
      </span>
    </div>
  )
}
