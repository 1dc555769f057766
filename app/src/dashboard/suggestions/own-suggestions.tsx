import type { Suggestion, SuggestionState } from '@ozvi/contract'
import { type ReactNode, useId } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError, useToastOnError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { nameOf } from './names.ts'

const tones = { suggested: 'primary', accepted: 'success', declined: 'neutral' } as const satisfies Record<
  SuggestionState,
  string
>
interface Props<One extends Suggestion> {
  suggestions: readonly One[]
  /** Renders the content of a suggestion on one line. */
  show: (suggestion: One) => ReactNode
  /** Edits a pending suggestion; a declined one is submitted again. */
  onEdit: (suggestion: One) => void
  onWithdraw: (suggestion: One) => Promise<unknown>
  /** Restores a withdrawn suggestion. */
  onUndo: (suggestion: One) => Promise<unknown>
}
/** The member's own suggestions and their decisions. */
export function OwnSuggestions<One extends Suggestion>({
  suggestions,
  show,
  onEdit,
  onWithdraw,
  onUndo,
}: Props<One>) {
  const t = useT()
  const toastOnError = useToastOnError()
  const id = useId()
  if (suggestions.length === 0) return null
  async function withdraw(suggestion: One) {
    const name = nameOf(suggestion)
    try {
      await onWithdraw(suggestion)
      if (suggestion.state !== 'suggested') return
      toast.success(t('suggestions.withdrawn', { name }), {
        label: t('suggestions.undo'),
        onClick: () => void toastOnError(onUndo(suggestion)),
      })
    } catch (error) {
      toastError(error, t)
    }
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-md font-semibold">
        {t('suggestions.own')}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {suggestions.map((suggestion) => {
            const { state, reason, decided_at, decided_by_name } = suggestion
            const name = nameOf(suggestion)
            return (
              <li key={suggestion.id} className="flex items-start gap-1 py-2 pr-2 pl-4">
                <div className="min-w-0 flex-1 py-1">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="min-w-0 truncate text-base font-medium">{name}</span>
                    <Badge tone={tones[state]}>{t(`suggestions.state_${state}`)}</Badge>
                  </p>
                  <div className="truncate text-sm text-muted">{show(suggestion)}</div>
                  <p className="mt-1 text-sm">
                    {decided_at ? (
                      <>
                        {t('suggestions.by', { name: decided_by_name ?? '' })}{' '}
                        <BaseDate time={decided_at} format="relative" className="text-muted" />
                      </>
                    ) : (
                      <span className="text-muted">{t('suggestions.waits')}</span>
                    )}
                  </p>
                  {reason && (
                    <blockquote className="mt-1 border-l-2 border-strong pl-3 text-sm break-words whitespace-pre-line">
                      {reason}
                    </blockquote>
                  )}
                </div>
                {state !== 'accepted' && (
                  <IconButton
                    icon={state === 'declined' ? 'refresh' : 'pencil'}
                    size="sm"
                    label={
                      state === 'declined'
                        ? t('suggestions.again_named', { name })
                        : t('suggestions.mend_named', { name })
                    }
                    onClick={() => onEdit(suggestion)}
                  />
                )}
                <IconButton
                  icon={state === 'suggested' ? 'trash' : 'x'}
                  size="sm"
                  label={
                    state === 'suggested'
                      ? t('suggestions.withdraw_named', { name })
                      : t('suggestions.clear_named', { name })
                  }
                  onClick={() => void withdraw(suggestion)}
                />
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
