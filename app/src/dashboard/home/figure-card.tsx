import type { ReactNode } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Popover } from '#ui/popover.tsx'

const cover = 'text-left after:absolute after:inset-0 after:rounded-card'

/**
 * A metric. The whole card links to what it counts: another page, or the list behind it.
 *
 * @param props.means its definition, unless the list starts with it
 */
export function MetricCard({
  label,
  href,
  onOpen,
  means,
  note,
  line,
  isWarning = false,
  children,
}: {
  label: string
  means?: string
  href?: string | undefined
  onOpen?: (() => void) | undefined
  note?: ReactNode
  /** Sparkline. */
  line?: ReactNode
  isWarning?: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <Card className="relative flex flex-col gap-1 p-4 transition-colors duration-120 has-[a:hover]:border-strong has-[button:hover]:border-strong">
      <dt className="text-base text-muted">
        {href && (
          <PageLink to={href} className={cover}>
            {label}
          </PageLink>
        )}
        {onOpen && (
          <button type="button" onClick={onOpen} aria-haspopup="dialog" className={cover}>
            {label}
          </button>
        )}
        {!href && !onOpen && label}
        {means && (
          <Popover
            label={label}
            align="end"
            trigger={
              <IconButton
                icon="info"
                size="sm"
                label={t('home.means', { figure: label })}
                className="absolute top-1.5 right-1.5 z-10"
              />
            }
          >
            <p className="text-base">{means}</p>
          </Popover>
        )}
      </dt>
      <dd
        className={cn(
          '-order-1 text-3xl font-semibold proportional-nums',
          line && 'flex items-center justify-between gap-3',
          isWarning && 'text-warning',
        )}
      >
        {line ? <span className="whitespace-nowrap">{children}</span> : children}
        {line}
      </dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </Card>
  )
}

/** Change to the previous period, or that there is none to compare with. */
export function Change({ now, before }: { now: number | null; before: number | null }) {
  const t = useT()
  const { number } = useFormats()
  if (now === null || before === null || before === 0) return t('home.change_none')
  const percent = Math.round((100 * (now - before)) / before)
  if (percent === 0) return t('home.change_same')
  return (
    <>
      <span aria-hidden="true">{percent > 0 ? '↑' : '↓'} </span>
      {t(percent > 0 ? 'home.change_up' : 'home.change_down', { percent: number(Math.abs(percent)) })}
    </>
  )
}
