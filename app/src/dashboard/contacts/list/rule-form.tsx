import { type ContactsWanted, isContactRule } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { AddRule, begin, RuleRows, useRules } from '#dashboard/filters'
import type { Known } from './column-cell.tsx'
import { useRuleFields } from './rule-fields.ts'

type Ruled = Pick<ContactsWanted, 'rules' | 'match'>
interface Props {
  known: Known
  wanted: Ruled
  onApply: (next: Ruled) => void
}
/** Edits the filter of a contact list. Nothing changes before it is applied. */
export function RuleForm({ known, wanted, onApply }: Props) {
  const t = useT()
  const fields = useRuleFields(known)
  const held = wanted.rules.length > 0 ? wanted.rules : fields.slice(0, 1).map(begin)
  const rules = useRules(fields, held, isContactRule)
  const [match, setMatch] = useState(wanted.match)
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const asked = rules.finish()
        if (asked) onApply({ rules: asked, match })
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
      <RuleRows rules={rules} />
      <div className="flex flex-wrap items-center gap-2">
        <AddRule rules={rules} />
        <span className="ml-auto flex gap-2">
          <Button size="sm" onClick={() => onApply({ rules: [], match: 'all' })}>
            {t('finding.clear')}
          </Button>
          <Button size="sm" type="submit" look="primary">
            {t('finding.apply')}
          </Button>
        </span>
      </div>
    </form>
  )
}
