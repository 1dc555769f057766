import { useT } from '#platform/i18n/provider.tsx'
import { MenuChoice, MenuDivider } from '#ui/menu.tsx'
import { useTeams } from './team-list.ts'

const none = ''
interface TeamChoiceProps {
  integration_id: string
  value: string | null
  /** @param name of the team, empty for none */
  onChange: (team_id: string | null, name: string) => void
}
/** The team of a conversation in a menu; nothing without teams. */
export function TeamChoice({ integration_id, value, onChange }: TeamChoiceProps) {
  const t = useT()
  const { data: teams = [] } = useTeams(integration_id)
  if (teams.length === 0) return null
  return (
    <>
      <MenuDivider />
      <MenuChoice
        label={t('conversations.assign_team')}
        // A deleted team shows as none.
        value={teams.find(({ id }) => id === value)?.id ?? none}
        onChange={(chosen) => onChange(chosen || null, teams.find(({ id }) => id === chosen)?.name ?? '')}
        options={[
          ...teams.map(({ id, name }) => ({ value: id, label: name, icon: 'users' as const })),
          { value: none, label: t('conversations.assign_no_team'), icon: 'x' as const },
        ]}
      />
    </>
  )
}
