import * as z from 'zod/mini'
import { Id } from '../fields.schema.ts'

/** A scenario that set values of a contact or conversation, with its name at that time. It may have been deleted since. */
export const ScenarioSource = z.object({ id: Id, name: z.string() })
export type ScenarioSource = z.infer<typeof ScenarioSource>
