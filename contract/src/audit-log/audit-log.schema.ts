import * as z from 'zod/mini'
import { queryInt, schemas } from '../api.schema.ts'
import { auditActions, auditAreas, auditDaysMax, auditDaysMin } from './audit-log.ts'
import { Id, Instant, Time } from '../fields.schema.ts'

export const AuditArea = z.enum(auditAreas)
export const AuditAction = z.enum([
  ...auditActions.team,
  ...auditActions.workspace,
  ...auditActions.knowledge,
  ...auditActions.data,
  ...auditActions.sign_in,
])
export type AuditAction = z.infer<typeof AuditAction>

/** An action and who performed it. Names are stored as they were; entries never change. */
export const AuditEntry = z.object({
  id: Id,
  at: Time,
  actor_id: Id,
  actor_name: z.string(),
  action: AuditAction,
  /** Name or email address of the changed item; empty if it is the workspace itself. */
  subject: z.string(),
  /** Details of the action, such as the previous and the new role. */
  details: z.record(z.string(), z.string()),
  /**
   * The shortened IP address: the first three numbers of an IPv4 address, or the /48 prefix of an IPv6
   * address.
   */
  ip_prefix: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
const AuditDays = z.nullable(z.int().check(z.gte(auditDaysMin), z.lte(auditDaysMax)))

export const AuditFilter = z.object({
  area: z.optional(AuditArea),
  actor_id: z.optional(Id),
  /** Entries from this time on. */
  from: z.optional(Instant),
  /** Entries before this time. */
  until: z.optional(Instant),
})
export type AuditFilter = z.infer<typeof AuditFilter>
export const listAuditEntries = schemas({
  input: z.extend(AuditFilter, {
    /** The `next` value of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 50),
  }),
  output: z.object({
    items: z.array(AuditEntry),
    /** Contacts referenced by entries, with their current names. Deleted contacts are left out. */
    contacts: z.array(z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) })),
    next: z.nullable(z.string()),
    keep_days: AuditDays,
  }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
/** A person with entries in the log. */
export const AuditActor = z.object({
  user_id: Id,
  /** Their name at their last entry. */
  name: z.string(),
  /** Whether they are a member now. */
  is_member: z.boolean(),
})
export type AuditActor = z.infer<typeof AuditActor>
export const listAuditActors = schemas({
  output: z.array(AuditActor),
  problems: ['not_found', 'forbidden', 'plan_limit'],
})
export const updateAuditRetention = schemas({
  input: z.object({ keep_days: AuditDays }),
  output: z.object({ keep_days: AuditDays }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity', 'plan_limit'],
})
export const auditRecorded = z.object({ integration_id: Id })
