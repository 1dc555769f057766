import * as z from 'zod/mini'
import { formFieldKinds, formFieldsMax } from '../scenarios/flow.ts'
import { buttonIdCharsMax, formValueCharsMax } from './messages.ts'

/** Id of a button, unique within its message. */
export const ButtonId = z.string().check(z.minLength(1), z.maxLength(buttonIdCharsMax))
/** A reply the customer can choose instead of typing. */
export const MessageButton = z.object({ id: ButtonId, text: z.string() })
export type MessageButton = z.infer<typeof MessageButton>

/** A field of a form that the customer is asked to fill in. */
export const MessageFormField = z.object({
  id: ButtonId,
  kind: z.enum(formFieldKinds),
  text: z.string(),
  is_required: z.boolean(),
  /** For `choice`. */
  choices: z.array(MessageButton),
  /** Shown only if an earlier field has this value: the id of a choice, or `yes` for a consent. */
  shown_if: z.nullable(z.object({ field_id: ButtonId, value: z.string() })),
})
export type MessageFormField = z.infer<typeof MessageFormField>
/** Answers by the id of the field: a text, the id of a choice, or whether consent is given. */
export const MessageFormValues = z
  .record(ButtonId, z.union([z.string().check(z.maxLength(formValueCharsMax)), z.boolean()]))
  .check(z.refine((values) => Object.keys(values).length <= formFieldsMax, 'choice_invalid'))

export type MessageFormValues = z.infer<typeof MessageFormValues>

/** An image of a scenario. */
export const MessageImage = z.object({
  /** The path on this installation where anyone can read it. */
  path: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  /** What it shows, for those who don't see it. */
  alt: z.string(),
})
export type MessageImage = z.infer<typeof MessageImage>
/** A card of a scenario. Without `url`, a button is a reply to choose. */
export const MessageCard = z.object({
  id: ButtonId,
  image: z.nullable(MessageImage),
  title: z.string(),
  text: z.string(),
  buttons: z.array(z.object({ id: ButtonId, text: z.string(), url: z.nullable(z.string()) })),
})
export type MessageCard = z.infer<typeof MessageCard>
