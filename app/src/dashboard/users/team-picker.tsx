import { useT } from '#platform/i18n/provider.tsx'
import { MenuRadioItem, MenuDivider } from '#ui/menu.tsx'
import { useTeams } from './team-list.ts'

const none = ''
interface TeamPickerProps {
  integration_id: string
  value: string | null
  /** @param name of the team, empty for none */
  onChange: (team_id: string | null, name: string) => void
}
/** The team of a conversation in a menu; nothing without teams. */
export function TeamPicker({ integration_id, value, onChange }: TeamPickerProps) {
  const t = useT()
  const { data: teams = [] } = useTeams(integration_id)
  if (teams.length === 0) return null
  return (
    <>
      <MenuDivider />
      <MenuRadioItem
        label={t('conversations.assign_team')}
        // A deleted team shows as none.
        value={teams.find(({ id }) => id === value)?.id ?? none}
        onChange={(team_id) => onChange(team_id || null, teams.find(({ id }) => id === team_id)?.name ?? '')}
        options={[
          ...teams.map(({ id, name }) => ({ value: id, label: name, icon: 'users' as const })),
          { value: none, label: t('conversations.assign_no_team'), icon: 'x' as const },
        ]}
      />
    </>
  )
}
