import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id, Instant, Time } from './fields.ts'
import { event, queryInt, route } from './api.ts'

/** The recorded actions by subject. */
export const auditActions = {
  team: [
    'member_joined',
    'member_left',
    'member_removed',
    'role_changed',
    'reach_changed',
    'member_changed',
    'two_factor_reset',
    'team_created',
    'team_changed',
    'team_deleted',
    'owner_changed',
    'invitation_sent',
    'invitation_renewed',
    'invitation_revoked',
  ],
  workspace: [
    'workspace_created',
    'workspace_changed',
    'workspace_closed',
    'workspace_restored',
    'two_factor_needed',
    'two_factor_optional',
    'onboarding_completed',
    'client_changed',
    'identity_changed',
    'identity_secret_renewed',
    'identity_secret_ended',
    'assistant_changed',
    'hours_changed',
    'targets_changed',
    'tag_created',
    'tag_changed',
    'tag_deleted',
    'tag_restored',
    'tag_merged',
    'rule_created',
    'rule_changed',
    'rule_deleted',
    'rules_ordered',
    'macro_created',
    'macro_changed',
    'macro_deleted',
    'view_created',
    'view_changed',
    'view_deleted',
    'views_ordered',
    'segment_created',
    'segment_changed',
    'segment_deleted',
    'segments_ordered',
    'contact_field_created',
    'contact_field_changed',
    'contact_field_deleted',
    'conversation_field_created',
    'conversation_field_changed',
    'conversation_field_deleted',
  ],
  knowledge: [
    'source_added',
    'source_changed',
    'source_deleted',
    'suggestion_accepted',
    'canned_reply_created',
    'canned_reply_changed',
    'canned_reply_deleted',
  ],
  data: [
    'contacts_exported',
    'contact_exported',
    'file_downloaded',
    'contact_erased',
    'contact_merged',
    'contact_unmerged',
    'contact_blocked',
    'contact_unblocked',
    'conversation_deleted',
    'contacts_imported',
    'import_undone',
    'audit_exported',
    'audit_days_changed',
  ],
  sign_in: [
    'signed_in',
    'sign_in_ended',
    'other_sign_ins_ended',
    'passkey_added',
    'passkey_removed',
    'two_factor_on',
    'two_factor_off',
    'recovery_codes_renewed',
    'password_changed',
    'password_reset',
    'email_changed',
    'email_change_undone',
  ],
} as const
export type AuditArea = keyof typeof auditActions
export const AuditArea = z.enum(['team', 'workspace', 'knowledge', 'data', 'sign_in'])
export const AuditAction = z.enum([
  ...auditActions.team,
  ...auditActions.workspace,
  ...auditActions.knowledge,
  ...auditActions.data,
  ...auditActions.sign_in,
])
export type AuditAction = z.infer<typeof AuditAction>

/** Who did what to what. Names are those of then; nothing of it changes later. */
export const AuditEntry = z.object({
  id: Id,
  at: Time,
  actor_id: Id,
  actor_name: z.string(),
  act: AuditAction,
  /** What it was done to, by its name or address; empty where that is the workspace itself. */
  subject: z.string(),
  /** More about the action, such as the previous and the new role. */
  details: z.record(z.string(), z.string()),
  /** Where it was done from, shortened: the first three numbers of an IPv4 address, the first /48 of an IPv6 one. */
  network: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Retention of entries, in days; null keeps them as long as the workspace exists. */
export const auditDaysMin = 30
export const auditDaysMax = 3650
const AuditDays = z.nullable(z.int().check(z.gte(auditDaysMin), z.lte(auditDaysMax)))

export const AuditFilter = z.object({
  area: z.optional(AuditArea),
  actor_id: z.optional(Id),
  /** From this time on. */
  from: z.optional(Instant),
  /** Before this time. */
  until: z.optional(Instant),
})
export type AuditFilter = z.infer<typeof AuditFilter>
/** Newest first. */
export const listAuditEntries = route({
  method: 'GET',
  path: '/api/integration/:integration_id/audit-log',
  input: z.extend(AuditFilter, {
    /** From the page before; opaque. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 50),
  }),
  output: z.object({
    items: z.array(AuditEntry),
    /** Contacts referenced by entries, with their current names. Deleted ones are missing. */
    contacts: z.array(z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) })),
    next: z.nullable(z.string()),
    keep_days: AuditDays,
  }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** A person with entries in the log. */
export const AuditActor = z.object({
  user_id: Id,
  /** As they were called when they did it last. */
  name: z.string(),
  /** Whether they are on the team now. */
  is_member: z.boolean(),
})
export type AuditActor = z.infer<typeof AuditActor>
/** Everyone with entries in the log, including people who have left: members first, then by name. */
export const listAuditActors = route({
  method: 'GET',
  path: '/api/integration/:integration_id/audit-log/actors',
  output: z.array(AuditActor),
  problems: ['not_found', 'forbidden'],
})
/** Older entries are deleted in the following night; younger ones can't be removed. */
export const updateAuditRetention = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/audit-log',
  input: z.object({ keep_days: AuditDays }),
  output: z.object({ keep_days: AuditDays }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
/** Something was written down: read again. What, is for owners and admins alone. */
export const auditRecorded = event('AuditRecorded', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})
