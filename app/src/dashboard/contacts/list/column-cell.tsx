import { type CustomField, type FieldValue, isBuiltInColumn, type Member, type Tag } from '@ozvi/contract'
import { languageNames } from '#platform/i18n/languages.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'
import { deviceName } from '#dashboard/contacts/acquisition'
import { useValueText } from '#dashboard/custom-fields'
import { isWeb } from '#dashboard/conversations'
import { TagChips } from '#dashboard/tags'
import type { ColumnName } from './columns.ts'
import type { ListedContact } from './contact-list.ts'
import { kindTones } from '../names.ts'

/** Names by id for cells. */
export interface ColumnContext {
  fields: readonly CustomField[]
  tags: readonly Tag[]
  members: readonly Member[]
}

interface CellProps {
  name: ColumnName
  row: ListedContact
  columnContext: ColumnContext
}
/** The value of one column; on a phone the card shows most of them itself. */
export const ColumnCell = (props: CellProps) => (
  <div role="cell" className={lookOf(props)}>
    <CellContent {...props} />
  </div>
)
function lookOf({ name, row }: CellProps): string {
  if (name === 'conversations')
    return cn('text-right max-md:sr-only', row.conversations === 0 && 'text-muted')
  return name === 'last_seen' ? 'text-muted max-md:sr-only' : 'min-w-0 truncate text-muted max-md:hidden'
}

function Seen({ time, now }: { time: string | null; now: number }) {
  const t = useT()
  return time ? <BaseDate time={time} format="ago" now={now} /> : t('contacts.never')
}

function CellContent({ name, row, columnContext }: CellProps) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const valueText = useValueText()
  if (!isBuiltInColumn(name))
    return (
      <FieldValueCell value={row.fields[name]} field={columnContext.fields.find(({ id }) => id === name)} />
    )
  switch (name) {
    case 'kind':
      return <Badge tone={kindTones[row.kind]}>{t(`contacts.kind_${row.kind}`)}</Badge>
    case 'first_seen':
      return <Seen time={row.first_seen_at} now={now} />
    case 'verified':
      return row.verified_at && <BaseDate time={row.verified_at} format="ago" now={now} />
    case 'tags':
      return <TagChips tag_ids={row.tag_ids} tags={columnContext.tags} />
    case 'owner_id':
      return columnContext.members.find(({ user_id }) => user_id === row.owner_id)?.name
    case 'country':
      return row.country && valueText(row.country, 'country')
    case 'conversations':
      return formats.number(row.conversations)
    case 'locale':
      return row.locale && languageNames[row.locale]
    case 'device':
      return row.device && deviceName(row.device, t)
    case 'consent_opened':
    case 'consent_page':
    case 'consent_ended': {
      const time = row[`${name}_at`]
      return time && <BaseDate time={time} format="ago" now={now} />
    }
    case 'consent_summary':
      return row.consent_summary?.replaceAll('\n', ' · ')
    case 'last_seen':
      return row.is_online ? t('contacts.online') : <Seen time={row.last_seen_at} now={now} />
    default:
      return row[name]
  }
}

function FieldValueCell({ value, field }: { value: FieldValue | undefined; field: CustomField | undefined }) {
  const valueText = useValueText()
  if (value === undefined) return null
  const type = field?.type
  if (type !== 'link' || typeof value !== 'string' || !isWeb(value)) return valueText(value, type)
  return (
    <a
      href={value}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="relative z-1 rounded-[3px] hover:underline"
    >
      {value}
    </a>
  )
}
