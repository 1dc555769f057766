/** Ownership is transferred separately. */
export const assignableRoles = ['admin', 'editor', 'agent', 'viewer'] as const
