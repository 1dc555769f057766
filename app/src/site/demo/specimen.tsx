import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'

export type Mode = 'light' | 'dark'
const modes: readonly Mode[] = ['light', 'dark']

/** A part of a demo page under its heading. */
export function Specimen({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="text-xl font-semibold tracking-tight">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-[68ch] text-base text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}

/** The same in light and dark mode: colors follow the closest `data-theme`. */
export function InBothModes({ children }: { children: (mode: Mode) => ReactNode }) {
  const t = useT()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {modes.map((mode) => (
        <div
          key={mode}
          data-theme={mode}
          className="flex min-w-0 flex-col gap-5 rounded-card border border-line bg-page p-4 text-base text-ink sm:p-6"
        >
          <p className="text-xs font-medium text-muted">{t(`demo.${mode}`)}</p>
          {children(mode)}
        </div>
      ))}
    </div>
  )
}

/** Variants of a component, side by side. */
export function Row({
  label,
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {label && <p className="text-sm text-muted">{label}</p>}
      <div className={cn('flex min-w-0 flex-wrap items-center gap-3', className)}>{children}</div>
    </div>
  )
}
