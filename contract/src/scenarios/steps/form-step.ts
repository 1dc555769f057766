import type { MessageFormField } from '../../conversations/messages.ts'
import type { FlowText, FormField, StepOf } from '../flow.ts'
import { consentGiven } from '../form-fields.ts'
import { readForm } from '../forms.ts'
import { askAndReturn } from './ask-and-return.ts'
import { edge, savedReferences, type StepType } from './step-type.ts'

type Form = StepOf<'form'>

/** The fields as the customer sees them. */
export const shownFields = ({ fields }: Form, textOf: (text: FlowText) => string): MessageFormField[] =>
  fields.map(({ id, kind, text, is_required, choices, shown_if }) => ({
    id,
    kind,
    text: textOf(text),
    is_required,
    choices: kind === 'choice' ? choices.map((choice) => ({ id: choice.id, text: textOf(choice.text) })) : [],
    shown_if,
  }))

/** The values of a field that `shown_if` of later fields can refer to. */
function decisiveValues({ kind, choices }: FormField): string[] {
  if (kind === 'consent') return [consentGiven]
  return kind === 'choice' ? choices.map(({ id }) => id) : []
}
const hasCondition = ({ shown_if }: FormField, earlier: readonly FormField[]) =>
  shown_if === null ||
  earlier.some((field) => field.id === shown_if.field_id && decisiveValues(field).includes(shown_if.value))

export const form: StepType<Form> = {
  waits: () => true,
  edges: ({ next }) => [edge('next', next)],
  texts: ({ text, fields }) => [
    { path: 'text', text },
    ...fields.flatMap((field, position) => [
      { path: `fields.${position}.text`, text: field.text },
      ...(field.kind === 'choice' ? field.choices : []).map((choice, index) => ({
        path: `fields.${position}.choices.${index}.text`,
        text: choice.text,
      })),
    ]),
  ],
  references: ({ fields }) =>
    fields.flatMap(({ save_as }, index) => savedReferences(save_as, `fields.${index}.save_as`)),
  missing: ({ fields }) => [
    ...(fields.length === 0 ? ['fields'] : []),
    ...fields.flatMap((field, index) => [
      ...(field.kind === 'choice' && field.choices.length === 0 ? [`fields.${index}.choices`] : []),
      ...(hasCondition(field, fields.slice(0, index)) ? [] : [`fields.${index}.shown_if`]),
    ]),
  ],
  enter(step, turn) {
    // The customer couldn't fill in anything.
    if (step.fields.length === 0) return { to: null }
    turn.addEffect({
      kind: 'send',
      step_id: step.id,
      text: turn.textOf(step.text),
      buttons: [],
      form: shownFields(step, (text) => turn.textOf(text)),
    })
    return turn.wait('form')
  },
  receive(step, turn) {
    const { input } = turn
    if (input.kind !== 'form') return askAndReturn(step, turn)
    if (input.step_id !== step.id) return 'stay'
    const shown = shownFields(step, (text) => turn.textOf(text))
    const { answers, errors } = readForm(shown, input.values, turn.locale)
    // The server rejects such values, but a saved test can have them after the form was changed.
    if (errors.size > 0) return { to: step.id }
    const saveAs = new Map(step.fields.map(({ id, save_as }) => [id, save_as]))
    for (const { field, value } of answers) {
      const to = saveAs.get(field.id)
      if (to) turn.save(to, value)
    }
    return { to: step.next }
  },
}
