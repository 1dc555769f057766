import { type DataSource, sourceSchedules } from '@ozvi/contract'
import { useId } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Select } from '#ui/input.tsx'
import type { SourceActions } from '../data.ts'

/** How often a website is synced, and when next. */
export function ScheduleField({ source, actions }: { source: DataSource; actions: SourceActions }) {
  const t = useT()
  const id = useId()
  const { run, problem } = useAsyncAction(actions.change)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-base font-medium">
        {t('data-sources.schedule')}
      </label>
      <Select
        id={id}
        value={source.schedule}
        onChange={({ target }) => {
          const schedule = sourceSchedules.find((each) => each === target.value)
          if (schedule) void run(source.id, { schedule })
        }}
        className="w-44"
      >
        {sourceSchedules.map((each) => (
          <option key={each} value={each}>
            {t(`data-sources.schedule_${each}`)}
          </option>
        ))}
      </Select>
      {source.next_run_at && (
        <span className="text-sm text-muted">
          {t('data-sources.next_run')} <BaseDate time={source.next_run_at} />
        </span>
      )}
      {problem && <p className="w-full text-sm text-danger">{errorText(problem)}</p>}
    </div>
  )
}
