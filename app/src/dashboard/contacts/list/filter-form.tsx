import { type ContactFilterParams, isContactCondition } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { AddCondition, newCondition, ConditionRows, useConditions } from '#dashboard/filters'
import type { ColumnContext } from './column-cell.tsx'
import { useFilterFields } from './filter-fields.ts'

type FilterRules = Pick<ContactFilterParams, 'rules' | 'match'>
interface Props {
  columnContext: ColumnContext
  listParams: FilterRules
  onApply: (next: FilterRules) => void
}
/** Edits the filter of a contact list. Nothing changes before it is applied. */
export function FilterForm({ columnContext, listParams, onApply }: Props) {
  const t = useT()
  const fields = useFilterFields(columnContext)
  const initial = listParams.rules.length > 0 ? listParams.rules : fields.slice(0, 1).map(newCondition)
  const rules = useConditions(fields, initial, isContactCondition)
  const [match, setMatch] = useState(listParams.match)
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const finished = rules.finish()
        if (finished) onApply({ rules: finished, match })
      }}
    >
      {rules.rows.length > 1 && (
        <Segments
          label={t('segments.match')}
          value={match}
          onChange={setMatch}
          options={(['all', 'any'] as const).map((value) => ({ value, label: t(`segments.match_${value}`) }))}
        />
      )}
      <ConditionRows conditions={rules} />
      <div className="flex flex-wrap items-center gap-2">
        <AddCondition conditions={rules} />
        <span className="ml-auto flex gap-2">
          <Button size="sm" onClick={() => onApply({ rules: [], match: 'all' })}>
            {t('search.clear')}
          </Button>
          <Button size="sm" type="submit" variant="primary">
            {t('search.apply')}
          </Button>
        </span>
      </div>
    </form>
  )
}
