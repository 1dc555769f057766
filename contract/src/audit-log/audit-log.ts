import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './audit-log.schema.ts'

export type { AuditAction, AuditEntry, AuditFilter, AuditActor } from './audit-log.schema.ts'

/** The actor of automatic actions, such as deletions by age. */
export const productActor = { user_id: '00000000-0000-0000-0000-000000000000', name: 'Ozvi' } as const

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
    'custom_role_created',
    'custom_role_changed',
    'custom_role_deleted',
    'owner_changed',
    'invitation_sent',
    'invitation_renewed',
    'invitation_revoked',
  ],
  workspace: [
    'workspace_created',
    'workspace_changed',
    'plan_changed',
    'billing_changed',
    'workspace_closed',
    'workspace_restored',
    'two_factor_needed',
    'two_factor_optional',
    'sso_changed',
    'sso_domain_added',
    'sso_domain_verified',
    'sso_domain_removed',
    'onboarding_completed',
    'client_changed',
    'identity_changed',
    'identity_secret_renewed',
    'identity_secret_ended',
    'assistant_changed',
    'language_model_changed',
    'api_key_created',
    'api_key_revoked',
    'hubspot_connected',
    'hubspot_disconnected',
    'webhook_created',
    'webhook_changed',
    'webhook_deleted',
    'webhook_secret_renewed',
    'hubspot_changed',
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
    'scenario_created',
    'scenario_changed',
    'scenario_deleted',
    'scenario_published',
    'scenario_rolled_back',
    'scenario_paused',
    'scenario_resumed',
    'scenario_archived',
    'scenarios_ordered',
    'scenario_secret_saved',
    'scenario_secret_deleted',
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
    'push_key_created',
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
    'conversations_removed',
    'contacts_imported',
    'import_undone',
    'audit_exported',
    'audit_days_changed',
    'audit_entries_deleted',
    'conversation_days_changed',
  ],
  sign_in: [
    'signed_in',
    'sso_linked',
    'sso_unlinked',
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
export const auditAreas = ['team', 'workspace', 'knowledge', 'data', 'sign_in'] as const

/** Retention of entries, in days; null keeps them as long as the workspace exists. */
export const auditDaysMin = 30
export const auditDaysMax = 3650
/** Lists the entries of the audit log, newest first. */
export const listAuditEntries = defineRoute<typeof schema.listAuditEntries>()(
  'GET',
  '/api/integration/:integration_id/audit-log',
)
/**
 * Lists everyone with entries in the audit log, including former members. Current members come first, then by
 * name.
 */
export const listAuditActors = defineRoute<typeof schema.listAuditActors>()(
  'GET',
  '/api/integration/:integration_id/audit-log/actors',
)
/**
 * Sets how long entries are kept. Older entries are deleted the following night; newer ones can't be deleted.
 */
export const updateAuditRetention = defineRoute<typeof schema.updateAuditRetention>()(
  'PUT',
  '/api/integration/:integration_id/audit-log',
)
/**
 * An entry was added. Clients reload the log; the event has no content, because only owners and admins can read
 * it.
 */
export const auditRecorded = defineEvent<typeof schema.auditRecorded>()('AuditRecorded', workspaceChannel)
