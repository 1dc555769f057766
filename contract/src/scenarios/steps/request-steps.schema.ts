import * as z from 'zod/mini'
import { text } from '../../fields.schema.ts'
import { hubspotPropertyCharsMax } from '../../hubspot/hubspot.ts'
import {
  httpBodyCharsMax,
  httpHeadersMax,
  httpMappingsMax,
  httpMethods,
  httpTimeoutMax_s,
  hubspotStepPropertiesMax,
  hubspotStepValueCharsMax,
  hubspotSubjectCharsMax,
  stepTextCharsMax,
} from '../flow.ts'
import { Edge, Name, stepBase } from '../flow-values.schema.ts'

const Header = z.object({ name: text(0, 100), value: text(0, 2_000) })
/** `path` leads into the JSON of the response, such as `items.0.price`. */
const Mapping = z.object({ path: text(0, 200), variable: Name })
/** Answers the customer's last message. */
export const AssistantStep = z.object({
  ...stepBase,
  kind: z.literal('assistant'),
  answered: Edge,
  /** Null hands the conversation over. */
  not_found: Edge,
  /** Null hands the conversation over. */
  wants_person: Edge,
})
export const HttpRequestStep = z.object({
  ...stepBase,
  kind: z.literal('http_request'),
  method: z._default(z.enum(httpMethods), 'GET'),
  url: z._default(text(0, 2_000), ''),
  headers: z._default(z.array(Header).check(z.maxLength(httpHeadersMax)), []),
  body: z._default(text(0, httpBodyCharsMax), ''),
  timeout_s: z._default(z.int().check(z.gte(1), z.lte(httpTimeoutMax_s)), 10),
  map: z._default(z.array(Mapping).check(z.maxLength(httpMappingsMax)), []),
  ok: Edge,
  failed: Edge,
})
const HubspotProperty = z.object({
  property: z._default(text(0, hubspotPropertyCharsMax), ''),
  /** `{{name}}` inserts a variable; empty clears the property. */
  value: z._default(text(0, hubspotStepValueCharsMax), ''),
})
/** Creates the customer's contact in HubSpot, or updates it. */
export const HubspotContactStep = z.object({
  ...stepBase,
  kind: z.literal('hubspot_contact'),
  properties: z._default(z.array(HubspotProperty).check(z.maxLength(hubspotStepPropertiesMax)), []),
  ok: Edge,
  failed: Edge,
})
/** Creates a ticket of the customer's contact in HubSpot. */
export const HubspotTicketStep = z.object({
  ...stepBase,
  kind: z.literal('hubspot_ticket'),
  subject: z._default(text(0, hubspotSubjectCharsMax), ''),
  content: z._default(text(0, stepTextCharsMax), ''),
  ok: Edge,
  failed: Edge,
})
