import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { InBothModes, Specimen } from './specimen.tsx'

const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const
/** Only the names of the steps: this page shows the scale. */
const roles = [
  'bg',
  'bg-subtle',
  'bg-raised',
  'bg-inset',
  'text',
  'text-muted',
  'text-on-primary',
  'border',
  'border-strong',
  'primary',
  'primary-hover',
  'primary-subtle',
  'focus',
  'danger',
  'danger-subtle',
  'success',
  'success-subtle',
  'warning',
  'warning-subtle',
  'note-bg',
  'note-border',
  'bot',
  'bot-subtle',
] as const

function Scale({ name, label }: { name: 'primary' | 'neutral'; label: string }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <ol className="mt-1 grid grid-cols-11 overflow-hidden rounded-control border border-line">
        {steps.map((step) => (
          <li key={step} className="flex flex-col items-center">
            <span className="h-10 w-full" style={{ background: `var(--${name}-${step})` }} />
            <span className="py-0.5 text-xs text-muted max-sm:text-[0.5625rem]">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** S9.09: the scales, and the roles that components name. */
export function Colors() {
  const t = useT()
  return (
    <Specimen id="colors" title={t('demo.colors')} text={t('demo.colors_text')}>
      <InBothModes>
        {() => (
          <>
            <Scale name="primary" label={t('demo.scale_primary')} />
            <Scale name="neutral" label={t('demo.scale_neutral')} />
            <div>
              <p className="text-sm text-muted">{t('demo.roles')}</p>
              <ul className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
                {roles.map((role) => (
                  <li key={role} className="flex min-w-0 items-center gap-2">
                    <span
                      className="size-6 shrink-0 rounded-control border border-line"
                      style={{ background: `var(--${role})` }}
                    />
                    <code className="truncate font-mono text-xs">{role}</code>
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
      </InBothModes>
    </Specimen>
  )
}

const sizes = [
  { name: '5xl', size: '56/60', look: 'text-5xl font-semibold tracking-tight' },
  { name: '4xl', size: '44/50', look: 'text-4xl font-semibold tracking-tight' },
  { name: '3xl', size: '32/40', look: 'text-3xl font-semibold tracking-tight' },
  { name: '2xl', size: '24/32', look: 'text-2xl font-semibold tracking-tight' },
  { name: 'xl', size: '20/28', look: 'text-xl font-semibold' },
  { name: 'lg', size: '18/26', look: 'text-lg font-medium' },
  { name: 'md', size: '16/24', look: 'text-md' },
  { name: 'base', size: '14/20', look: 'text-base' },
  { name: 'sm', size: '13/20', look: 'text-sm' },
  { name: 'xs', size: '12/16', look: 'text-xs' },
] as const

export function Typography() {
  const t = useT()
  return (
    <Specimen id="type" title={t('demo.type')} text={t('demo.type_text')}>
      <ul className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 sm:p-6">
        {sizes.map(({ name, size, look }) => (
          <li key={name} className="flex flex-col gap-x-6 sm:flex-row sm:items-baseline">
            <span className="w-28 shrink-0 font-mono text-xs text-muted">
              {name} · {size}
            </span>
            <span className={cn('min-w-0', look)}>{t('demo.type_sample')} 0123456789</span>
          </li>
        ))}
        <li className="flex flex-col gap-x-6 sm:flex-row sm:items-baseline">
          <span className="w-28 shrink-0 font-mono text-xs text-muted">mono</span>
          <span className="font-mono text-base">pk_HAsVxnaZ4l337RpxYxzeLEZ2</span>
        </li>
      </ul>
    </Specimen>
  )
}

const spaces = [4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 96] as const
const corners = [
  { name: '6', look: 'rounded-control' },
  { name: '10', look: 'rounded-card' },
  { name: '16', look: 'rounded-panel' },
  { name: '∞', look: 'rounded-full' },
] as const
const depths = ['border border-line', 'border border-line shadow-popover', 'border border-line shadow-dialog']

export function Space() {
  const t = useT()
  return (
    <Specimen id="space" title={t('demo.space')} text={t('demo.space_text')}>
      <InBothModes>
        {() => (
          <>
            <ul className="flex flex-wrap items-end gap-3">
              {spaces.map((px) => (
                <li key={px} className="flex flex-col items-center gap-1 text-xs text-muted">
                  <span className="bg-primary" style={{ width: px / 2, height: px }} />
                  {px}
                </li>
              ))}
            </ul>
            <ul className="flex flex-wrap gap-4">
              {corners.map(({ name, look }) => (
                <li
                  key={name}
                  className={cn(
                    'flex size-16 items-center justify-center border border-strong text-sm',
                    look,
                  )}
                >
                  {name}
                </li>
              ))}
            </ul>
            <ul className="flex flex-wrap gap-6">
              {depths.map((look, level) => (
                <li
                  key={look}
                  className={cn(
                    'flex size-16 items-center justify-center rounded-card bg-raised text-sm',
                    look,
                  )}
                >
                  {level}
                </li>
              ))}
            </ul>
          </>
        )}
      </InBothModes>
    </Specimen>
  )
}
