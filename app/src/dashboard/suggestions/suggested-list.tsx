import type { Suggestion } from '@ozvi/contract'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { nameOf } from './names.ts'

interface Props<One extends Suggestion> {
  suggestions: readonly One[]
  /** Renders the content of a suggestion, or its difference to the existing item. */
  show: (suggestion: One) => ReactNode
  /** Accepts it unchanged. */
  onAccept: (suggestion: One) => Promise<unknown>
  /** Edits it first. */
  onEdit: (suggestion: One) => void
  onDecline: (suggestion: One, reason: string) => Promise<unknown>
}
/** Pending suggestions with author and content, to accept or decline. */
export function SuggestedList<One extends Suggestion>({
  suggestions,
  show,
  onAccept,
  onEdit,
  onDecline,
}: Props<One>) {
  const t = useT()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState<string>()
  const [declining, setDeclining] = useState<One>()
  if (suggestions.length === 0 && !declining) return null
  async function accept(suggestion: One) {
    setBusy(suggestion.id)
    try {
      await onAccept(suggestion)
      toast.success(t('suggestions.done_accepted', { name: nameOf(suggestion) }))
      // The focused button is gone, and with the last suggestion the heading.
      const focusTarget = suggestions.length > 1 ? heading.current : document.getElementById('content')
      focusTarget?.focus()
    } catch (error) {
      toastError(error, t)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h2 id={id} ref={heading} tabIndex={-1} className="text-md font-semibold">
          {t('suggestions.waiting', { count: suggestions.length })}
        </h2>
        <p className="mt-1 max-w-[62ch] text-base text-muted">{t('suggestions.waiting_text')}</p>
      </div>
      <Card>
        <ul className="divide-y divide-line">
          {suggestions.map((suggestion) => {
            const name = nameOf(suggestion)
            return (
              <li key={suggestion.id} className="flex flex-col gap-3 p-4">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
                  <Badge tone="primary">
                    {suggestion.target_id ? t('suggestions.change') : t('suggestions.new')}
                  </Badge>
                  <span>{suggestion.by_name}</span>
                  <BaseDate time={suggestion.suggested_at} format="relative" />
                </p>
                {show(suggestion)}
                <div className="flex flex-wrap gap-2">
                  <Button
                    size="sm"
                    variant="primary"
                    icon="check"
                    aria-label={t('suggestions.accept_named', { name })}
                    isBusy={busy === suggestion.id}
                    onClick={() => void accept(suggestion)}
                  >
                    {t('suggestions.accept')}
                  </Button>
                  <Button
                    size="sm"
                    aria-label={t('suggestions.edit_named', { name })}
                    onClick={() => onEdit(suggestion)}
                  >
                    {t('suggestions.edit')}
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={t('suggestions.decline_named', { name })}
                    onClick={() => setDeclining(suggestion)}
                  >
                    {t('suggestions.decline')}
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      </Card>
      {declining && (
        <DeclineDialog
          name={nameOf(declining)}
          by={declining.by_name}
          onDecline={(reason) => onDecline(declining, reason)}
          onClose={() => setDeclining(undefined)}
        />
      )}
    </section>
  )
}
