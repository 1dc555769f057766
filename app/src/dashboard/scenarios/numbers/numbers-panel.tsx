import { locales, type ScenarioNumbers, type ScenarioStats } from '@ozvi/contract'
import { useState } from 'react'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Segments } from '#ui/segments.tsx'
import { languageName } from '#dashboard/users'
import { ArmNumbers } from './arm-numbers.tsx'
import { Choice } from '../step-fields/choice.tsx'
import { useVersions } from '../data.ts'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from '../step-fields/labeled.tsx'
import { NumberButton } from './number-button.tsx'
import { RunList } from './run-list.tsx'
import { stepTitle } from '../editor/step-text.ts'
import { numberDays, type NumbersScope, type RunSlice, useNumbers } from './use-numbers.ts'

const measures = ['started', 'engaged', 'completed', 'goal_reached', 'handed_over'] as const

interface NumbersPanelProps {
  scope: NumbersScope
  onScope: (scope: NumbersScope) => void
}
/** How runs went: in total, by version, language and A/B arm, and where customers stopped. */
export function NumbersPanel({ scope, onScope }: NumbersPanelProps) {
  const t = useT()
  const { integration_id, scenario } = useEditorParts()
  const key = { integration_id, scenario_id: scenario.id }
  const query = useNumbers(key, scope)
  const numbers = query.data
  const [opened, setOpened] = useState<{ slice: RunSlice; title: string }>()
  if (opened) return <RunList of={key} scope={scope} {...opened} onBack={() => setOpened(undefined)} />
  return (
    <div className="flex flex-col gap-6">
      <ScopeFields scope={scope} onScope={onScope} />
      {numbers ? (
        numbers.total.started === 0 ? (
          <p className="text-base text-muted">{t('scenario-numbers.none')}</p>
        ) : (
          <Numbers numbers={numbers} onOpen={(slice, title) => setOpened({ slice, title })} />
        )
      ) : (
        <LoadFallback title={t('scenario-numbers.failed')} query={query} />
      )}
    </div>
  )
}

function ScopeFields({ scope, onScope }: NumbersPanelProps) {
  const t = useT()
  const locale = useLocale()
  const { integration_id, scenario } = useEditorParts()
  const { data: versions } = useVersions(integration_id, scenario.id)
  const all = { value: '', label: t('scenario-numbers.all') }
  return (
    <div className="flex flex-col gap-3">
      <div className="w-fit">
        <Segments
          label={t('scenario-numbers.period')}
          value={String(scope.days)}
          onChange={(value) =>
            onScope({ ...scope, days: numberDays.find((days) => String(days) === value) ?? 30 })
          }
          options={numberDays.map((n) => ({ value: String(n), label: t('scenario-numbers.days', { n }) }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Labeled label={t('scenario-numbers.version')}>
          <Choice
            value={scope.version === undefined ? '' : String(scope.version)}
            options={[
              all,
              ...(versions ?? []).map(({ version }) => ({
                value: String(version),
                label: t('scenarios.version', { version }),
              })),
            ]}
            onChange={(value) => onScope({ ...scope, version: value ? Number(value) : undefined })}
          />
        </Labeled>
        <Labeled label={t('scenario-numbers.language')}>
          <Choice
            value={scope.locale ?? ''}
            options={[all, ...locales.map((value) => ({ value, label: languageName(value, locale) }))]}
            onChange={(value) => onScope({ ...scope, locale: locales.find((each) => each === value) })}
          />
        </Labeled>
      </div>
    </div>
  )
}

function Numbers({
  numbers,
  onOpen,
}: {
  numbers: ScenarioNumbers
  onOpen: (slice: RunSlice, title: string) => void
}) {
  const t = useT()
  const locale = useLocale()
  const { flow } = useEditorParts()
  return (
    <>
      <dl className="grid grid-cols-2 gap-2">
        {measures.map((measure) => (
          <div key={measure} className="rounded-card border border-line px-3 py-2 last:odd:col-span-2">
            <dt className="text-sm text-muted">{t(`scenario-numbers.${measure}`)}</dt>
            <dd className="flex items-baseline gap-2">
              <NumberButton
                label={t(`scenario-numbers.${measure}`)}
                count={numbers.total[measure]}
                onOpen={(title) => onOpen({ measure }, title)}
                className="-ml-1 text-xl font-semibold"
              />
              {measure !== 'started' && <Share count={numbers.total[measure]} of={numbers.total.started} />}
            </dd>
            {measure === 'goal_reached' && !flow.goal_step_id && (
              <p className="text-sm text-muted">{t('scenario-numbers.no_goal')}</p>
            )}
          </div>
        ))}
      </dl>
      <ArmNumbers arms={numbers.by_arm} onOpen={onOpen} />
      <StatsTable
        title={t('scenario-numbers.by_version')}
        rows={numbers.by_version.map((row) => ({
          name: t('scenarios.version', { version: row.version }),
          stats: row,
          slice: { version: row.version },
        }))}
        onOpen={onOpen}
      />
      <StatsTable
        title={t('scenario-numbers.by_language')}
        rows={numbers.by_locale.map((row) => ({
          name: languageName(row.locale, locale),
          stats: row,
          slice: { locale: row.locale },
        }))}
        onOpen={onOpen}
      />
      <StepNumbers steps={numbers.steps} onOpen={onOpen} />
    </>
  )
}

function Share({ count, of }: { count: number; of: number }) {
  const { percent } = useFormats()
  return <span className="text-sm text-muted">{percent(count / Math.max(of, 1))}</span>
}

interface StatsRow {
  name: string
  stats: ScenarioStats
  slice: Omit<RunSlice, 'measure'>
}
function StatsTable({
  title,
  rows,
  onOpen,
}: {
  title: string
  rows: readonly StatsRow[]
  onOpen: (slice: RunSlice, title: string) => void
}) {
  const t = useT()
  return (
    <section className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="pb-1 text-left text-base font-medium">{title}</caption>
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-1 font-normal">
              <span className="sr-only">{title}</span>
            </th>
            {measures.map((measure) => (
              <th
                key={measure}
                scope="col"
                className="py-1 pl-2 text-right align-bottom text-xs font-normal max-sm:pl-1.5"
              >
                {t(`scenario-numbers.short_${measure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ name, stats, slice }) => (
            <tr key={name}>
              <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {measures.map((measure) => (
                <td key={measure} className="py-1 pl-2 text-right">
                  <NumberButton
                    label={`${name}, ${t(`scenario-numbers.${measure}`)}`}
                    count={stats[measure]}
                    onOpen={(title) => onOpen({ ...slice, measure }, title)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Steps of the draft that were reached; those of older versions that it no longer has are left out. */
function StepNumbers({
  steps,
  onOpen,
}: {
  steps: ScenarioNumbers['steps']
  onOpen: (slice: RunSlice, title: string) => void
}) {
  const t = useT()
  const { flow } = useEditorParts()
  const byId = new Map(steps.map((each) => [each.step_id, each]))
  const rows = flow.steps.flatMap((step, index) => {
    const figures = byId.get(step.id)
    return figures ? [{ ...figures, name: `${index + 1}. ${stepTitle(step, t)}` }] : []
  })
  if (rows.length === 0) return null
  return (
    <section>
      <table className="w-full text-sm">
        <caption className="pb-1 text-left text-base font-medium">{t('scenario-numbers.by_step')}</caption>
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-1 font-normal">
              {t('scenarios.step')}
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-normal">
              {t('scenario-numbers.reached')}
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-normal">
              {t('scenario-numbers.dropped_off')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ step_id, name, reached, dropped_off }) => (
            <tr key={step_id}>
              <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
                {name}
              </th>
              <td className="py-1 pl-2 text-right">
                <NumberButton
                  label={`${name}, ${t('scenario-numbers.reached')}`}
                  count={reached}
                  onOpen={(title) => onOpen({ measure: 'reached', step_id }, title)}
                />
              </td>
              <td className="py-1 pl-2 text-right">
                <NumberButton
                  label={`${name}, ${t('scenario-numbers.dropped_off')}`}
                  count={dropped_off}
                  onOpen={(title) => onOpen({ measure: 'dropped_off', step_id }, title)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-sm text-muted">{t('scenario-numbers.dropped_off_hint')}</p>
    </section>
  )
}
