import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import type { Mode } from './drafts.ts'

const modes = ['text', 'note'] as const

/** Switches between reply and note. The composer's color follows. */
export function ModeTabs({
  mode,
  onChange,
  onPress,
  controls,
}: {
  mode: Mode
  onChange: (mode: Mode) => void
  /** Chosen with a pointer. Arrow keys pass both tabs and leave the focus. */
  onPress: () => void
  /** Id of the controlled field. */
  controls: string
}) {
  const t = useT()
  return (
    <fieldset className="flex gap-1 px-2 pt-1.5 collapsed:hidden short:order-1 short:basis-auto! short:items-center short:pt-0">
      <legend className="sr-only">{t('conversations.mode')}</legend>
      {modes.map((each) => (
        <label
          key={each}
          className={cn(
            'flex h-7 cursor-pointer items-center gap-1.5 rounded-control px-2 text-sm text-muted hover:text-ink touch:h-11',
            'has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus',
            each === 'note' ? 'has-checked:text-warning' : 'has-checked:text-primary',
            'has-checked:underline has-checked:decoration-2 has-checked:underline-offset-6',
          )}
        >
          <input
            type="radio"
            name="composer-mode"
            value={each}
            checked={each === mode}
            onChange={() => onChange(each)}
            onClick={({ currentTarget }) =>
              // The browser moves the focus here first.
              requestAnimationFrame(() => currentTarget.matches(':focus-visible') || onPress())
            }
            aria-controls={controls}
            className="sr-only"
          />
          {each === 'note' && <Icon name="note" size={14} />}
          {each === 'note' ? t('conversations.note') : t('conversations.reply')}
        </label>
      ))}
    </fieldset>
  )
}
