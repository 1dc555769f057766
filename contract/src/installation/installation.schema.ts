import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

/** A host on which the widget was loaded. */
export const WidgetInstallation = z.object({
  integration_id: Id,
  /** Including the port, if there is one. */
  host: z.string(),
  first_seen_at: Time,
  /** Accurate to half a minute. */
  last_seen_at: Time,
})
export type WidgetInstallation = z.infer<typeof WidgetInstallation>
export const listInstallations = schemas({
  output: z.array(WidgetInstallation),
  problems: ['not_found'],
})
export const widgetLoaded = WidgetInstallation
