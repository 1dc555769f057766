import * as z from 'zod/mini'
import { Id, text } from '../../fields.schema.ts'
import {
  answerKinds,
  cardActions,
  cardButtonsMax,
  cardTextCharsMax,
  cardTitleCharsMax,
  cardUrlCharsMax,
  formFieldKinds,
  formFieldsMax,
  formLabelCharsMax,
  imageAltCharsMax,
  stepButtonsMax,
  stepCardsMax,
  stepRetriesMax,
} from '../flow.ts'
import { FlowId, Edge, areUnique, flowText, FlowText, Label, stepBase } from '../flow-values.schema.ts'
import { scenarioImagePx } from '../images.ts'

const Button = z.object({ id: FlowId, text: Label, next: Edge })
const Choice = z.object({ id: FlowId, text: Label })

/** An uploaded image of the workspace, with its size in pixels and its alternative text. */
export const FlowImage = z.object({
  id: Id,
  width: z.int().check(z.gte(1), z.lte(scenarioImagePx)),
  height: z.int().check(z.gte(1), z.lte(scenarioImagePx)),
  alt: flowText(imageAltCharsMax),
})
export type FlowImage = z.infer<typeof FlowImage>

export const MessageStep = z.object({
  ...stepBase,
  kind: z.literal('message'),
  text: FlowText,
  /** Shown below the text. */
  image: z.optional(z.nullable(FlowImage)),
  next: Edge,
})
/** Other text goes to the assistant; then the buttons are shown again. */
export const ButtonsStep = z.object({
  ...stepBase,
  kind: z.literal('buttons'),
  text: FlowText,
  buttons: z._default(z.array(Button).check(z.maxLength(stepButtonsMax)), []),
})
/** Continues at `next`, or opens `url`. */
const CardButton = z.object({
  id: FlowId,
  text: Label,
  action: z._default(z.enum(cardActions), 'next'),
  /** For `link`: https. `{{name}}` inserts a value, but not into the host. */
  url: z._default(text(0, cardUrlCharsMax), ''),
  next: Edge,
})
export type CardButton = z.infer<typeof CardButton>
const Card = z.object({
  id: FlowId,
  image: z._default(z.nullable(FlowImage), null),
  title: flowText(cardTitleCharsMax),
  text: flowText(cardTextCharsMax),
  buttons: z._default(z.array(CardButton).check(z.maxLength(cardButtonsMax)), []),
})
export type FlowCard = z.infer<typeof Card>
/**
 * One card, or several side by side. Waits for one of the buttons with the action `next`; without any, the run continues
 * at `next`. Other text goes to the assistant; then the cards are shown again.
 */
export const CardsStep = z.object({
  ...stepBase,
  kind: z.literal('cards'),
  cards: z._default(
    z.array(Card).check(
      z.maxLength(stepCardsMax),
      z.refine((cards) => areUnique(cards.map(({ id }) => id)), 'id_reused'),
      z.refine(
        (cards) => areUnique(cards.flatMap(({ buttons }) => buttons.map(({ id }) => id))),
        'id_reused',
      ),
    ),
    [],
  ),
  next: Edge,
})
/** Where an answer is saved; null if it isn't. */
const SaveAs = z._default(
  z.object({
    variable: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
    contact_field: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
  }),
  { variable: null, contact_field: null },
)
export type SaveAs = z.infer<typeof SaveAs>
const Limit = z._default(text(0, 20), '')
export const QuestionStep = z.object({
  ...stepBase,
  kind: z.literal('question'),
  text: FlowText,
  answer: z._default(z.enum(answerKinds), 'text'),
  /** For `choice`. */
  choices: z._default(z.array(Choice).check(z.maxLength(stepButtonsMax)), []),
  /**
   * For `text`, `number` and `date`: the fewest and the most characters, the range of the number, or days such as
   * `2026-12-24`. Empty: no limit.
   */
  limits: z.optional(z.nullable(z.object({ min: Limit, max: Limit }))),
  max_retries: z._default(z.int().check(z.gte(1), z.lte(stepRetriesMax)), 3),
  save_as: SaveAs,
  next: Edge,
  /** The next step after `max_retries` invalid answers; null hands the conversation over. */
  fallback: Edge,
})
const FormField = z.object({
  id: FlowId,
  kind: z._default(z.enum(formFieldKinds), 'text'),
  /** The label; for `consent`, the sentence that the customer agrees to. */
  text: flowText(formLabelCharsMax),
  is_required: z._default(z.boolean(), true),
  /** For `choice`. */
  choices: z._default(z.array(Choice).check(z.maxLength(stepButtonsMax)), []),
  /**
   * Shows the field only if an earlier one has this value: the id of a choice, or `yes` for a consent. Null always shows
   * it. A field that isn't shown is neither required nor saved.
   */
  shown_if: z._default(z.nullable(z.object({ field_id: FlowId, value: z._default(text(0, 40), '') })), null),
  save_as: SaveAs,
})
export type FormField = z.infer<typeof FormField>
/** Asks for several fields at once. The assistant answers any other text, then the form is shown again. */
export const FormStep = z.object({
  ...stepBase,
  kind: z.literal('form'),
  text: FlowText,
  fields: z._default(
    z.array(FormField).check(
      z.maxLength(formFieldsMax),
      z.refine((fields) => areUnique(fields.map(({ id }) => id)), 'id_reused'),
    ),
    [],
  ),
  next: Edge,
})
/** Asks for the conversation’s rating from 1 to 5. */
export const RateStep = z.object({
  ...stepBase,
  kind: z.literal('rate'),
  text: FlowText,
  next: Edge,
  /** The next step if the customer writes something else; null continues at `next`. */
  skipped: Edge,
})
