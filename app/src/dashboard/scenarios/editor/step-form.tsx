import { type Step, stepTextCharsMax, stepTitleCharsMax, stepWaitMax_min } from '@ozvi/contract'
import { priorities } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Input } from '#ui/input.tsx'
import { CheckList } from '#dashboard/users'
import { BranchFields, SplitFields } from '../step-fields/branch-fields.tsx'
import { CardsFields } from '../step-fields/cards-fields.tsx'
import { Choice } from '../step-fields/choice.tsx'
import { EmailFields } from '../step-fields/email-fields.tsx'
import { EdgeFields } from '../step-fields/edge-fields.tsx'
import { useEditorParts } from './editor-context.ts'
import { FlowTextFields } from '../step-fields/flow-text-fields.tsx'
import { FormFields } from '../step-fields/form-fields.tsx'
import { HttpFields } from '../step-fields/http-fields.tsx'
import { ImageField } from '../step-fields/image-field.tsx'
import { HubspotFields } from '../step-fields/hubspot-fields.tsx'
import { LabelFields } from '../step-fields/label-fields.tsx'
import { Labeled } from '../step-fields/labeled.tsx'
import { newButton } from './new-step.ts'
import { NumberInput } from '../step-fields/number-input.tsx'
import { QuestionFields } from '../step-fields/question-fields.tsx'
import { TemplateInput } from '../step-fields/template-input.tsx'

/** Everything about one step; every change is saved as a draft. */
export function StepForm({ step }: { step: Step }) {
  const t = useT()
  const { dispatch, isReadOnly } = useEditorParts()
  const onChange = (next: Step) => dispatch({ type: 'change_step', step: next })
  return (
    <fieldset disabled={isReadOnly} className="flex flex-col gap-4">
      <legend className="sr-only">{t('scenarios.step')}</legend>
      <Labeled label={t('scenarios.step_name')} hint={t('scenarios.step_name_hint')}>
        <Input
          value={step.title}
          maxLength={stepTitleCharsMax}
          placeholder={t(`scenarios.step_${step.kind}`)}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...step, title: target.value })}
        />
      </Labeled>
      <StepFields step={step} onChange={onChange} />
      <EdgeFields step={step} />
    </fieldset>
  )
}

function StepFields({ step, onChange }: { step: Step; onChange: (step: Step) => void }) {
  switch (step.kind) {
    case 'message':
    case 'buttons':
    case 'question':
    case 'form':
    case 'rate':
      return <CustomerFields step={step} onChange={onChange} />
    case 'cards':
      return <CardsFields step={step} onChange={onChange} />
    case 'branch':
      return <BranchFields step={step} onChange={onChange} />
    case 'split':
      return <SplitFields step={step} onChange={onChange} />
    case 'email_team':
      return <EmailFields step={step} onChange={onChange} />
    case 'http_request':
      return <HttpFields step={step} onChange={onChange} />
    case 'hubspot_contact':
    case 'hubspot_ticket':
      return <HubspotFields step={step} onChange={onChange} />
    case 'assistant':
    case 'go_to':
      return null
    default:
      return <TeamFields step={step} onChange={onChange} />
  }
}

type CustomerStep = Extract<Step, { kind: 'message' | 'buttons' | 'question' | 'form' | 'rate' }>
/** Fields of steps that send something to the customer. */
function CustomerFields({ step, onChange }: { step: CustomerStep; onChange: (step: Step) => void }) {
  const t = useT()
  const { flow } = useEditorParts()
  return (
    <>
      <FlowTextFields
        label={t('scenarios.text_label')}
        locales={flow.locales}
        text={step.text}
        maxLength={stepTextCharsMax}
        isMultiline
        onChange={(text) => onChange({ ...step, text })}
      />
      <p className="text-sm text-muted">{t('scenarios.text_hint')}</p>
      {step.kind === 'buttons' && (
        <LabelFields
          name="button"
          labels={step.buttons}
          create={newButton}
          onChange={(buttons) => onChange({ ...step, buttons })}
        />
      )}
      {step.kind === 'message' && (
        <ImageField image={step.image ?? null} onChange={(image) => onChange({ ...step, image })} />
      )}
      {step.kind === 'form' && <FormFields step={step} onChange={onChange} />}
      {step.kind === 'question' && <QuestionFields step={step} onChange={onChange} />}
    </>
  )
}

type TeamStep = Extract<
  Step,
  {
    kind:
      | 'wait'
      | 'set_field'
      | 'add_tags'
      | 'set_priority'
      | 'assign'
      | 'note'
      | 'hand_over'
      | 'run_scenario'
      | 'end'
  }
>
/** Fields of steps that the customer doesn’t see. */
function TeamFields({ step, onChange }: { step: TeamStep; onChange: (step: Step) => void }) {
  const t = useT()
  const { references } = useEditorParts()
  const none = { value: '', label: t('scenarios.no_one') }
  switch (step.kind) {
    case 'wait':
      return (
        <Labeled label={t('scenarios.wait_minutes')}>
          <NumberInput
            min={1}
            max={stepWaitMax_min}
            value={step.minutes}
            onChange={(minutes) => onChange({ ...step, minutes })}
          />
        </Labeled>
      )
    case 'set_field':
      return <SetFieldFields step={step} onChange={onChange} />
    case 'add_tags':
      return references.tags.length === 0 ? (
        <p className="text-base text-muted">{t('scenarios.tags_none')}</p>
      ) : (
        <CheckList
          legend={t('scenarios.step_add_tags')}
          options={[...references.tags]}
          selected={step.tag_ids}
          onChange={(tag_ids) => onChange({ ...step, tag_ids })}
          className="grid max-h-60 gap-x-4 gap-y-1"
        />
      )
    case 'set_priority':
      return (
        <Labeled label={t('scenarios.priority')}>
          <Choice
            value={step.priority}
            options={priorities.map((value) => ({ value, label: t(`conversations.priority_${value}`) }))}
            onChange={(chosen) =>
              onChange({ ...step, priority: priorities.find((each) => each === chosen) ?? 'none' })
            }
          />
        </Labeled>
      )
    case 'assign':
      return (
        <>
          <Labeled label={t('scenarios.member')}>
            <Choice
              value={step.member_id ?? ''}
              options={[none, ...references.members]}
              onChange={(id) => onChange({ ...step, member_id: id || null })}
            />
          </Labeled>
          <Labeled label={t('scenarios.team')} hint={t('scenarios.assign_team_hint')}>
            <Choice
              value={step.team_id ?? ''}
              options={[none, ...references.teams]}
              onChange={(id) => onChange({ ...step, team_id: id || null })}
            />
          </Labeled>
        </>
      )
    case 'note':
      return (
        <Labeled label={t('scenarios.note')} hint={t('scenarios.note_hint')}>
          <TemplateInput
            isMultiline
            value={step.body}
            maxLength={stepTextCharsMax}
            onChange={(body) => onChange({ ...step, body })}
          />
        </Labeled>
      )
    case 'hand_over':
      return (
        <Labeled label={t('scenarios.reason')} hint={t('scenarios.reason_hint')}>
          <TemplateInput
            value={step.reason}
            maxLength={300}
            onChange={(reason) => onChange({ ...step, reason })}
          />
        </Labeled>
      )
    case 'run_scenario':
      return (
        <Labeled label={t('scenarios.other_scenario')}>
          <Choice
            value={step.scenario_id ?? ''}
            options={references.scenarios}
            onChange={(id) => onChange({ ...step, scenario_id: id || null })}
          />
        </Labeled>
      )
    case 'end':
      return (
        <Checkbox
          label={t('scenarios.resolve')}
          checked={step.resolve}
          onChange={({ target }) => onChange({ ...step, resolve: target.checked })}
        />
      )
  }
}

const targets = ['variable', 'contact', 'conversation'] as const
function SetFieldFields({
  step,
  onChange,
}: {
  step: Extract<Step, { kind: 'set_field' }>
  onChange: (step: Step) => void
}) {
  const t = useT()
  const { flow, references } = useEditorParts()
  const settable = references.conversationFields.filter(
    ({ value }) => !['priority', 'tag', 'team'].includes(value),
  )
  const names = {
    variable: flow.variables.map(({ name }) => ({ value: name, label: name })),
    contact: references.contactFields,
    conversation: settable,
  }
  return (
    <>
      <Labeled label={t('scenarios.target')}>
        <Choice
          value={step.target}
          options={targets.map((value) => ({ value, label: t(`scenarios.subject_${value}`) }))}
          onChange={(chosen) =>
            onChange({ ...step, target: targets.find((each) => each === chosen) ?? step.target, name: '' })
          }
        />
      </Labeled>
      <Labeled
        label={t('scenarios.field')}
        hint={names[step.target].length === 0 ? t(`scenarios.none_of_${step.target}`) : undefined}
      >
        <Choice
          value={step.name}
          options={names[step.target]}
          onChange={(name) => onChange({ ...step, name })}
        />
      </Labeled>
      <Labeled label={t('scenarios.value')} hint={t('scenarios.value_hint')}>
        <TemplateInput
          value={step.value}
          maxLength={500}
          onChange={(value) => onChange({ ...step, value })}
        />
      </Labeled>
    </>
  )
}
