import type { Role } from './roles.schema.ts'

export type { CustomRoleOfMember, Role } from './roles.schema.ts'

export const roles = ['owner', 'admin', 'editor', 'agent', 'viewer'] as const
/** Roles that can be given; owners are made by transfer only. */
export const memberRoles = roles.filter((role): role is Exclude<Role, 'owner'> => role !== 'owner')

/** The rights of members, with the roles that have each of them. */
export const rights = {
  'workspace.delete': ['owner'],
  'billing.manage': ['owner', 'admin'],
  'team.manage': ['owner', 'admin'],
  'settings.manage': ['owner', 'admin'],
  'knowledge.manage': ['owner', 'admin', 'editor'],
  /** Words for the team, which those who keep its knowledge accept or decline. */
  'knowledge.suggest': ['owner', 'admin', 'editor', 'agent'],
  'tags.manage': ['owner', 'admin', 'editor'],
  /** Conversation fields, and which of them are required. */
  'conversations.fields': ['owner', 'admin', 'editor'],
  /** Shared views of the inbox; members manage their own anyway. */
  'views.manage': ['owner', 'admin', 'editor'],
  'rules.manage': ['owner', 'admin', 'editor'],
  'conversations.see': ['owner', 'admin', 'editor', 'agent', 'viewer'],
  'conversations.answer': ['owner', 'admin', 'editor', 'agent'],
  'conversations.delete': ['owner', 'admin'],
  /** A colleague's message, too. */
  'messages.moderate': ['owner', 'admin'],
  'contacts.manage': ['owner', 'admin', 'editor'],
  'contacts.export': ['owner', 'admin'],
  'contacts.erase': ['owner', 'admin'],
  'audit.see': ['owner', 'admin'],
  'audit.keep': ['owner'],
  /** How long closed conversations are kept. */
  'conversations.keep': ['owner'],
  'members.reset': ['owner'],
  /** An agent sees figures of their own conversations only. */
  'reports.see': ['owner', 'admin', 'editor', 'agent', 'viewer'],
  'workspace.see': ['owner', 'admin', 'editor', 'agent', 'viewer'],
} as const satisfies Record<string, readonly Role[]>
export type Right = keyof typeof rights

/** Which of the roles that can read reports see those of the whole team; others see their own. */
export const canSeeAllStats = (role: Role): boolean => role !== 'agent'

export const roleHas = (role: Role, right: Right): boolean =>
  (rights[right] as readonly Role[]).includes(role)

/** A member as far as their rights are concerned. */
export interface RightsHolder {
  role: Role
  /** Takes rights away from `role`. */
  custom_role: { withheld: readonly Right[] } | null
}
/** Whether a member has a right. Every check of a right asks here, or `hasRight` in the database. */
export const can = ({ role, custom_role }: RightsHolder, right: Right): boolean =>
  roleHas(role, right) && !custom_role?.withheld.includes(right)

// `keyof` of an object literal names all its keys.
const allRights = Object.keys(rights) as Right[]
/** Whether someone has every right of another. Members can only give rights that they have. */
export const canAllOf = (holder: RightsHolder, other: RightsHolder): boolean =>
  allRights.every((right) => !can(other, right) || can(holder, right))

/** Every member has these: without them there is no workspace to work in. */
export const basicRights = ['workspace.see', 'conversations.see'] as const satisfies Right[]
export type WithholdableRight = Exclude<Right, (typeof basicRights)[number]>
/** The rights that a custom role can withhold. */
export const withholdableRights = allRights.filter(
  (right): right is WithholdableRight => !(basicRights as readonly Right[]).includes(right),
)
