import * as z from 'zod/mini'
import { queryInt, schemas } from '../api.schema.ts'
import { Day, Id, Locale, TimeZone } from '../fields.schema.ts'
import { conditionTextCharsMax } from '../filters/condition-values.ts'
import { areConditions, isCustomFieldCondition } from '../filters/field-conditions.ts'
import { ConversationStatus, Handler, InboxRow, Priority, ResolvedBy } from './conversations.schema.ts'
import { inboxViews, waitMax_min } from './filter.ts'

export const InboxView = z.enum(inboxViews)
export type InboxView = z.infer<typeof InboxView>
/** Several values of a schema in one URL parameter: `open,waiting`. */
const several = <T extends string>(choice: z.ZodMiniType<T, string>) =>
  z.pipe(
    z.string().check(
      z.maxLength(1_000),
      z.refine((text) => text.split(',').every((each) => z.safeParse(choice, each).success), {
        error: 'choice_invalid',
      }),
    ),
    z.transform((text) => [
      ...new Set(
        text.split(',').flatMap((each) => {
          const parsed = z.safeParse(choice, each)
          return parsed.success ? [parsed.data] : []
        }),
      ),
    ]),
  )

/**
 * Which conversations to list. Absent fields don't restrict; values of one field are alternatives. Addresses,
 * saved views and requests use the same texts.
 */
export const ConversationFilter = z.object({
  status: z.optional(several(ConversationStatus)),
  handler: z.optional(several(Handler)),
  /** Only resolved conversations have a value, so without a status filter only those are found. */
  resolved_by: z.optional(several(ResolvedBy)),
  /** Member ids; `me` is the caller, `none` is unassigned. */
  assignee: z.optional(several(z.union([z.enum(['me', 'none']), Id]))),
  locale: z.optional(several(Locale)),
  priority: z.optional(several(Priority)),
  /** Conversations with a note that mentions the caller. */
  mentioned: z.optional(several(z.enum(['me']))),
  /** Conversations assigned to any of these teams; `none` is no team. */
  team: z.optional(several(z.union([z.literal('none'), Id]))),
  /** Conversations with any of these tags. */
  tag: z.optional(several(Id)),
  /** Conversations whose customer has been waiting for the team for at least this many minutes. */
  waiting_min: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(waitMax_min))),
  /** Conversations whose reply is overdue. */
  overdue: z.optional(several(z.enum(['yes']))),
  /** First and last day of creation, in the caller's time zone. */
  created_from: z.optional(Day),
  created_to: z.optional(Day),
  /** First and last day of the newest message, in the caller's time zone. */
  active_from: z.optional(Day),
  active_to: z.optional(Day),
  /** Conversations of this contact. */
  contact_id: z.optional(Id),
  /** Conditions on custom fields, separated by `;`: `{id}.contains.kettle;{id}.greater.5`. */
  fields: z.optional(
    z.string().check(
      z.maxLength(conditionTextCharsMax),
      z.refine((text) => areConditions(text, isCustomFieldCondition), { error: 'rules_invalid' }),
    ),
  ),
})
export type ConversationFilter = z.infer<typeof ConversationFilter>
export const listConversations = schemas({
  input: z.extend(ConversationFilter, {
    view: z._default(InboxView, 'all'),
    time_zone: TimeZone,
    /** The `next` value of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 50),
  }),
  output: z.object({ items: z.array(InboxRow), next: z.nullable(z.string()) }),
  problems: ['not_found', 'invalid_input'],
})
export const countConversations = schemas({
  input: z.extend(ConversationFilter, { time_zone: TimeZone }),
  output: z.record(InboxView, z.int()),
  problems: ['not_found', 'invalid_input'],
})
export const countTeamConversations = schemas({
  output: z.record(Id, z.int()),
  problems: ['not_found'],
})
