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
export function TagSelection({ integration_id, rows, title, canCreate, onDone }: Props) {
  const [commonIds] = useState(() =>
    (rows[0]?.tag_ids ?? []).filter((id) => rows.every(({ tag_ids }) => tag_ids.includes(id))),
  )
  const [selected, setSelected] = useState<readonly { id: string; isOn: boolean }[]>([])
  const isMixed = (id: string) => !commonIds.includes(id) && rows.some(({ tag_ids }) => tag_ids.includes(id))
  const idsOf = (isAdded: boolean) => selected.filter(({ isOn }) => isOn === isAdded).map(({ id }) => id)
  return (
    <Suspense fallback={null}>
      <TagPicker
        integration_id={integration_id}
        title={title}
        tag_ids={[...commonIds.filter((id) => !idsOf(false).includes(id)), ...idsOf(true)]}
        canCreate={canCreate}
        onToggle={({ id }, isOn) =>
          setSelected((current) => [
            ...current.filter((each) => each.id !== id),
            ...(isOn === commonIds.includes(id) && !isMixed(id) ? [] : [{ id, isOn }]),
          ])
        }
        onClose={() => onDone(idsOf(true), idsOf(false))}
      />
    </Suspense>
  )
}
