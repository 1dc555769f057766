import type { WithholdableRight } from '@ozvi/contract'

/** The rights in the order of the dialog. */
export const rightGroups = [
  {
    name: 'conversations',
    rights: [
      'conversations.answer',
      'conversations.delete',
      'messages.moderate',
      'tags.manage',
      'views.manage',
      'conversations.fields',
    ],
  },
  { name: 'contacts', rights: ['contacts.manage', 'contacts.export', 'contacts.erase'] },
  { name: 'assistant', rights: ['knowledge.suggest', 'knowledge.manage', 'rules.manage'] },
  { name: 'reports', rights: ['reports.see', 'audit.see'] },
  { name: 'workspace', rights: ['settings.manage', 'team.manage', 'billing.manage'] },
  { name: 'owner', rights: ['members.reset', 'audit.keep', 'conversations.keep', 'workspace.delete'] },
] as const satisfies { name: string; rights: WithholdableRight[] }[]

type ListedRight = (typeof rightGroups)[number]['rights'][number]
/** A right in a message key. Doesn't compile if a group lacks a right. */
export const rightKey = (right: WithholdableRight) => {
  const listed: ListedRight = right
  return listed.replace('.', '_') as Underscored<ListedRight>
}
type Underscored<Name extends string> = Name extends `${infer Area}.${infer Act}` ? `${Area}_${Act}` : never
