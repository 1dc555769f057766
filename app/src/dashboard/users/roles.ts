/** Ownership is handed over by itself. */
export const givenRoles = ['admin', 'editor', 'agent', 'viewer'] as const
