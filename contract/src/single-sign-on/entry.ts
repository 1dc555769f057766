import type { Role } from '../users/roles.ts'

/** How a session was started, as far as workspaces ask for it. */
export interface SignInKind {
  has_two_factors: boolean
  /** The workspace whose single sign-on was passed; null if none. */
  sso_integration_id: string | null
  /** Without a password or passkey: such a session opens that workspace and no other. */
  is_sso_only: boolean
}
export interface EntryRules {
  id: string
  role: Role
  needs_two_factor: boolean
  needs_single_sign_on: boolean
}
export type EntryProblem = 'password_required' | 'single_sign_on_required' | 'two_factor_required'

/**
 * Why a session can't enter a workspace; undefined if it can. Single sign-on replaces the second factor, which is the
 * provider's task. Owners can always use their password, so that a broken provider locks no one out.
 */
export function entryProblem(
  { has_two_factors, sso_integration_id, is_sso_only }: SignInKind,
  { id, role, needs_two_factor, needs_single_sign_on }: EntryRules,
): EntryProblem | undefined {
  if (sso_integration_id === id) return undefined
  if (is_sso_only) return 'password_required'
  if (needs_single_sign_on && role !== 'owner') return 'single_sign_on_required'
  return needs_two_factor && !has_two_factors ? 'two_factor_required' : undefined
}
