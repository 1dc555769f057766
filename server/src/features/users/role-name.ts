import type { Role } from '@ozvi/contract'

/** In the audit log, where the names of built-in roles are translated. */
export const roleName = ({ role, custom_role }: { role: Role; custom_role: { name: string } | null }) =>
  custom_role?.name ?? role
