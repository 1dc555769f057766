import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './integrations.schema.ts'

export type { Integration } from './integrations.schema.ts'

/** Public path of a logo, protected only by its unguessable id. */
export const logoPath = (integration_id: string, logo_id: string) =>
  `/api/integration/${integration_id}/logo/${logo_id}`

export const listIntegrations = defineRoute<typeof schema.listIntegrations>()('GET', '/api/integrations')
export const createIntegration = defineRoute<typeof schema.createIntegration>()('PUT', '/api/integration')
/** Where a user's picture is read. Its id is known to members only and cannot be guessed. */
export const avatarPath = (avatar_id: string) => `/api/avatar/${avatar_id}`
export const getIntegration = defineRoute<typeof schema.getIntegration>()(
  'GET',
  '/api/integration/:integration_id',
)
/**
 * Updates the given fields only.
 * @throws Problem `invalid_input` on `locales`: empty; on `locale`: not one of the offered ones
 */
export const updateIntegration = defineRoute<typeof schema.updateIntegration>()(
  'PUT',
  '/api/integration/:integration_id',
)
/** Settings of the workspace that every member sees have changed. Clients reload them. */
export const integrationChanged = defineEvent<typeof schema.integrationChanged>()(
  'IntegrationChanged',
  workspaceChannel,
)
/** Days between closing a workspace and its erasure. */
export const deletionGraceDays = 30
/** Closes a workspace to members and visitors. It is erased with all its data after `deletionGraceDays` days. */
export const deleteIntegration = defineRoute<typeof schema.deleteIntegration>()(
  'DELETE',
  '/api/integration/:integration_id',
)
/** Reopens a closed workspace unchanged. Does nothing if it is open. */
export const restoreIntegration = defineRoute<typeof schema.restoreIntegration>()(
  'POST',
  '/api/integration/:integration_id/restore',
)
/**
 * Makes a workspace the active one of the session. This GET changes only the session and is rejected unless
 * one of our own pages requests JSON.
 */
export const activateIntegration = defineRoute<typeof schema.activateIntegration>()(
  'GET',
  '/api/user-integration/activate/:integration_id',
)
export const completeOnboarding = defineRoute<typeof schema.completeOnboarding>()(
  'POST',
  '/api/integration/:integration_id/onboarding',
)
/** Dismisses the setup checklist for everyone in the workspace. */
export const dismissSetup = defineRoute<typeof schema.dismissSetup>()(
  'POST',
  '/api/integration/:integration_id/dismiss-setup',
)
