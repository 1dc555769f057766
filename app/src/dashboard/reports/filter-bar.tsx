import { locales, openings, origins, reportDays, day_ms } from '@ozvi/contract'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { type Option, Select } from '#ui/input.tsx'
import { useTags } from '#dashboard/tags'
import { languageName, useTeams, useTeam } from '#dashboard/users'
import { CustomPeriod } from './custom-period.tsx'
import { filterNames, type ReportParams } from './use-report-params.ts'

/** Period and filters of a report. */
export function FilterBar({
  integration_id,
  params,
  canChooseMember,
}: {
  integration_id: string
  params: ReportParams
  canChooseMember: boolean
}) {
  const t = useT()
  const options = useOptions(integration_id)
  const shown = filterNames.filter((name) => name !== 'assignee_id' || canChooseMember)
  return (
    <div className="mt-5 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 *:first:max-sm:col-span-2 sm:grid-cols-3 lg:grid-cols-4">
        <Choice
          label={t('home.period')}
          value={params.custom ? 'custom' : String(params.days)}
          onChange={(value) => {
            if (value === 'custom') params.setCustom(...lastDays(params.days))
            else params.setDays(value)
          }}
          options={[
            ...reportDays.map((n) => ({ value: String(n), label: t('home.days', { n }) })),
            { value: 'custom', label: t('reports.custom') },
          ]}
        />
        {shown.map((name) => (
          <Choice
            key={name}
            label={t(`reports.filter_${name}`)}
            value={params.filter[name] ?? ''}
            onChange={(value) => params.setFilter(name, value)}
            options={[{ value: '', label: t(`reports.all_${name}`) }, ...options[name]]}
          />
        ))}
        {Object.keys(params.filter).length > 0 && (
          <Button variant="quiet" className="self-end justify-self-start" onClick={params.clear}>
            {t('reports.clear')}
          </Button>
        )}
      </div>
      {params.custom && <CustomPeriod custom={params.custom} onChange={params.setCustom} />}
    </div>
  )
}

/** The last days up to today, by the reader's clock. */
function lastDays(days: number): [from: string, until: string] {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return [dayOf(Date.now() - (days - 1) * day_ms), dayOf(Date.now())]
}

function Choice({
  label,
  value,
  onChange,
  options,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
}) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      {label}
      <Select value={value} onChange={({ target }) => onChange(target.value)} className="font-normal">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </label>
  )
}

function useOptions(integration_id: string): Record<(typeof filterNames)[number], Option[]> {
  const t = useT()
  const locale = useLocale()
  const teams = useTeams(integration_id).data ?? []
  const users = useTeam(integration_id).data?.users ?? []
  const tags = useTags(integration_id)
  return {
    team_id: [
      ...teams.map(({ id, name }) => ({ value: id, label: name })),
      { value: 'none', label: t('reports.no_team') },
    ],
    assignee_id: [
      ...users.map(({ user_id, name }) => ({ value: user_id, label: name })),
      { value: 'none', label: t('reports.no_member') },
    ],
    tag_id: [
      ...tags.map(({ id, name }) => ({ value: id, label: name })),
      { value: 'none', label: t('reports.no_tag') },
    ],
    origin: origins.map((value) => ({ value, label: t(`reports.origin_${value}`) })),
    locale: locales.map((value) => ({ value, label: languageName(value, locale) })),
    hours: openings.map((value) => ({ value, label: t(`reports.hours_${value}`) })),
  }
}
