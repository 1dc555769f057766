import type { Message } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'

/** Loaded on demand. */
const ExplanationPanel = lazy(async () => ({
  default: (await import('./explanation-panel.tsx')).ExplanationPanel,
}))

/** Opens the explanation of an answer, or of its absence. */
export function ExplanationButton({ message, integration_id }: { message: Message; integration_id: string }) {
  const t = useT()
  const label = message.kind === 'answer' ? t('assistant.why') : t('assistant.why_not')
  return (
    <Popover
      label={label}
      className="w-120 p-0"
      trigger={
        <button
          type="button"
          className="flex h-6 items-center gap-1 rounded-control px-1 text-xs text-muted hover:bg-inset hover:text-ink touch:h-11"
        >
          <Icon name="help-circle" size={14} />
          {label}
        </button>
      }
    >
      <Suspense fallback={<div className="h-40" />}>
        <ExplanationPanel message={message} integration_id={integration_id} label={label} />
      </Suspense>
    </Popover>
  )
}
