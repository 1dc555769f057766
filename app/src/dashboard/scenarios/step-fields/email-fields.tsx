import { emailSubjectCharsMax, type Step, stepTextCharsMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { CheckList } from '#dashboard/users'
import { Choice } from './choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from './labeled.tsx'
import { TemplateInput } from './template-input.tsx'

/** Recipients and text of an email to the team. */
export function EmailFields({
  step,
  onChange,
}: {
  step: Extract<Step, { kind: 'email_team' }>
  onChange: (step: Step) => void
}) {
  const t = useT()
  const { references } = useEditorParts()
  return (
    <>
      <CheckList
        legend={t('scenarios.email_members')}
        options={[...references.members]}
        selected={step.member_ids}
        onChange={(member_ids) => onChange({ ...step, member_ids })}
        className="grid max-h-60 gap-x-4 gap-y-1"
      />
      <Labeled label={t('scenarios.team')} hint={t('scenarios.email_hint')}>
        <Choice
          value={step.team_id ?? ''}
          options={[{ value: '', label: t('scenarios.no_one') }, ...references.teams]}
          onChange={(id) => onChange({ ...step, team_id: id || null })}
        />
      </Labeled>
      <Labeled label={t('scenarios.email_subject')}>
        <TemplateInput
          value={step.subject}
          maxLength={emailSubjectCharsMax}
          onChange={(subject) => onChange({ ...step, subject })}
        />
      </Labeled>
      <Labeled label={t('scenarios.email_body')} hint={t('scenarios.email_body_hint')}>
        <TemplateInput
          isMultiline
          value={step.body}
          maxLength={stepTextCharsMax}
          onChange={(body) => onChange({ ...step, body })}
        />
      </Labeled>
    </>
  )
}
