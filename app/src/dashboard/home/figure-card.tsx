import type { ReactNode } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Popover } from '#ui/popover.tsx'
import type { Better } from './trend-metrics.ts'

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
  definition,
  note,
  isWarning = false,
  children,
}: {
  label: string
  definition?: string
  href?: string | undefined
  onOpen?: (() => void) | undefined
  note?: ReactNode
  isWarning?: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <Card className="relative flex flex-col gap-1 p-4 transition-colors last:odd:max-sm:col-span-2 duration-120 has-[a:hover]:border-strong has-[button:hover]:border-strong">
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
        {definition && (
          <Popover
            label={label}
            align="end"
            trigger={
              <IconButton
                icon="info"
                size="sm"
                label={t('home.definition', { figure: label })}
                className="absolute top-1.5 right-1.5 z-10"
              />
            }
          >
            <p className="text-base">{definition}</p>
          </Popover>
        )}
      </dt>
      <dd className={cn('-order-1 text-3xl font-semibold proportional-nums', isWarning && 'text-warning')}>
        {children}
      </dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </Card>
  )
}

/**
 * Change to the previous period, or that there is none to compare with. Colored by whether it is good.
 *
 * @param props.better the direction that is; neutral by default
 */
export function Change({
  now,
  before,
  better,
}: {
  now: number | null
  before: number | null
  better?: Better
}) {
  const t = useT()
  const { percent } = useFormats()
  if (now === null || before === null || before === 0) return t('home.change_none')
  const share = Math.round((100 * (now - before)) / before) / 100
  if (share === 0) return t('home.change_same')
  const direction = share > 0 ? 'up' : 'down'
  return (
    <span
      className={cn(
        better && 'font-medium',
        better && (direction === better ? 'text-success' : 'text-danger'),
      )}
    >
      <span aria-hidden="true">
        {share > 0 ? '↑' : '↓'} {percent(Math.abs(share))}
      </span>
      <span className="sr-only">{t(`home.change_${direction}`, { percent: percent(Math.abs(share)) })}</span>
    </span>
  )
}
