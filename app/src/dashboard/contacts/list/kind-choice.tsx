import { type ContactKind, contactKinds, type countContacts, type Output } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Select } from '#ui/input.tsx'
import { Segments } from '#ui/segments.tsx'
import type { useListParams } from './use-list-params.ts'

interface Props {
  listState: ReturnType<typeof useListParams>
  counts: Output<typeof countContacts> | undefined
}
const choices = ['all', ...contactKinds] as const

function useKindChoice({ listState, counts }: Props) {
  const t = useT()
  const formats = useFormats()
  const labelOf = (kind: ContactKind | 'all') =>
    counts ? `${t(`contacts.kinds_${kind}`)} ${formats.number(counts[kind])}` : t(`contacts.kinds_${kind}`)
  return {
    label: t('contacts.kind'),
    value: listState.listParams.kind ?? 'all',
    options: choices.map((value) => ({ value, label: labelOf(value) })),
    select: (value: string) => listState.setKind(contactKinds.find((kind) => kind === value) ?? null),
  }
}

/** Types of contacts with their counts. */
export function KindSegments(props: Props) {
  const { select, ...rest } = useKindChoice(props)
  return <Segments {...rest} onChange={select} />
}

/** Types of contacts as a list, on phones. */
export function KindSelect(props: Props) {
  const { label, value, options, select } = useKindChoice(props)
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => select(target.value)}
      className="w-auto shrink-0"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
