import { Suspense, useState } from 'react'
import { TagPicker } from '#dashboard/tags'

interface Props {
  integration_id: string
  rows: readonly { tag_ids: readonly string[] }[]
  /** Whose tags they are. */
  title: string
  canCreate: boolean
  onDone: (add: string[], remove: string[]) => void
}
/**
 * A tag is checked if every row has it; one that some rows have is first added to all, then removed from all.
 * Applied when the list is closed.
 */
export function Tagging({ integration_id, rows, title, canCreate, onDone }: Props) {
  const [before] = useState(() =>
    (rows[0]?.tag_ids ?? []).filter((id) => rows.every(({ tag_ids }) => tag_ids.includes(id))),
  )
  const [chosen, setChosen] = useState<readonly { id: string; isOn: boolean }[]>([])
  const isMixed = (id: string) => !before.includes(id) && rows.some(({ tag_ids }) => tag_ids.includes(id))
  const idsOf = (wanted: boolean) => chosen.filter(({ isOn }) => isOn === wanted).map(({ id }) => id)
  return (
    <Suspense fallback={null}>
      <TagPicker
        integration_id={integration_id}
        title={title}
        tag_ids={[...before.filter((id) => !idsOf(false).includes(id)), ...idsOf(true)]}
        canCreate={canCreate}
        onToggle={({ id }, isOn) =>
          setChosen((held) => [
            ...held.filter((each) => each.id !== id),
            ...(isOn === before.includes(id) && !isMixed(id) ? [] : [{ id, isOn }]),
          ])
        }
        onClose={() => onDone(idsOf(true), idsOf(false))}
      />
    </Suspense>
  )
}
