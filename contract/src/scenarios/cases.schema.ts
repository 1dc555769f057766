import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { MessageFormValues } from '../conversations/message-content.schema.ts'
import { Id, Instant, Locale, text } from '../fields.schema.ts'
import { httpBodyCharsMax } from './flow.ts'
import { pathStepsMax } from './run.ts'
import { caseInputsMax, caseTextCharsMax, scenarioNameCharsMax, scenarioRunStatuses } from './scenarios.ts'

const StepId = z.string().check(z.maxLength(40))
const Said = z.string().check(z.maxLength(caseTextCharsMax))
/** An input of a run, as in `RunInput`; the body of a response is text. */
export const CaseInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), text: Said, wants_person: z._default(z.boolean(), false) }),
  z.object({
    kind: z.literal('message'),
    text: Said,
    wants_person: z._default(z.boolean(), false),
    files: z.optional(z.array(text(1, 200)).check(z.maxLength(10))),
  }),
  z.object({ kind: z.literal('button'), step_id: StepId, button_id: StepId }),
  z.object({ kind: z.literal('form'), step_id: StepId, values: MessageFormValues }),
  z.object({ kind: z.literal('timer') }),
  z.object({
    kind: z.literal('assistant_result'),
    outcome: z.enum(['answered', 'not_found', 'wants_person']),
  }),
  z.object({
    kind: z.literal('http_result'),
    ok: z.boolean(),
    status: z.int().check(z.gte(0), z.lte(999)),
    body: z.string().check(z.maxLength(httpBodyCharsMax)),
  }),
  z.object({ kind: z.literal('member_replied') }),
  z.object({ kind: z.literal('resumed') }),
])
export type CaseInput = z.infer<typeof CaseInput>
export const CaseCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.enum(scenarioRunStatuses) }),
  z.object({ kind: z.literal('path'), step_ids: z.array(StepId).check(z.maxLength(pathStepsMax)) }),
  /** The customer is sent a text that contains this one. */
  z.object({ kind: z.literal('says'), text: text(1, caseTextCharsMax) }),
])
export type CaseCheck = z.infer<typeof CaseCheck>

const CaseFields = z.object({
  name: text(1, scenarioNameCharsMax),
  persona: z.object({
    name: z._default(text(0, 100), ''),
    email: z._default(text(0, 254), ''),
    page: z._default(text(0, 2_000), ''),
    locale: Locale,
    /** Null: follows the opening hours at the time of the test. */
    is_open: z._default(z.nullable(z.boolean()), true),
    now: Instant,
  }),
  inputs: z.array(CaseInput).check(z.minLength(1), z.maxLength(caseInputsMax)),
  checks: z.array(CaseCheck).check(z.minLength(1), z.maxLength(10)),
})
export const ScenarioCase = z.extend(CaseFields, { id: Id })
export type ScenarioCase = z.infer<typeof ScenarioCase>

export const listScenarioCases = schemas({ output: z.array(ScenarioCase), problems: ['not_found'] })
export const saveScenarioCase = schemas({
  input: CaseFields,
  output: ScenarioCase,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteScenarioCase = schemas({ output: Nothing, problems: ['not_found', 'forbidden'] })
