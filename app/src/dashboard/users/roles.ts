/** Ownership is transferred separately. */
export const givenRoles = ['admin', 'editor', 'agent', 'viewer'] as const
