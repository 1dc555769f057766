import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'

/** The frame around the field and its buttons, also the place to drop files. */
export function WritingArea({
  isNote,
  isCollapsed,
  isDropping,
  children,
}: {
  isNote: boolean
  isCollapsed: boolean
  isDropping: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <div
      data-collapsed={isCollapsed ? '' : undefined}
      className={cn(
        'group/composer relative rounded-card border border-strong short:flex short:flex-wrap short:*:basis-full transition-colors duration-120 focus-within:border-primary focus-within:outline focus-within:outline-primary',
        isNote
          ? 'border-dashed border-note-border bg-note focus-within:border-note-border focus-within:outline-note-border'
          : 'bg-raised',
      )}
    >
      {children}
      {isDropping && (
        <p className="pointer-events-none absolute inset-0 z-10 flex items-center justify-center gap-2 rounded-card border-2 border-dashed border-primary bg-primary-subtle font-medium text-primary">
          <Icon name="upload" />
          {t('conversations.drop_files')}
        </p>
      )}
    </div>
  )
}
