import { Avatar } from '../components.tsx'
import { usePanel, useTheme, useView } from '../panel-context.ts'

/** Overlapping pictures of teammates; decorative, the text next to them says who replies. */
export function TeamFaces() {
  const { team } = usePanel().boot
  const { is_open } = useView()
  const { shows_team } = useTheme().behavior
  // Pictures aren't requested before the panel opens.
  if (!is_open || !shows_team || team.length === 0) return null
  return (
    <span className="team">
      {team.map(({ name, avatar }, index) => (
        <Avatar key={index} name={name} avatar={avatar} />
      ))}
    </span>
  )
}
