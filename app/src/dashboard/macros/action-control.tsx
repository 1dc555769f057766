import { type MacroAction, priorities, replyBodyCharsMax } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { Select, Textarea } from '#ui/input.tsx'
import { useTags } from '#dashboard/tags'
import { usersQuery, useTeams } from '#dashboard/users'
import { snoozeText } from './action-text.ts'
import { TagList } from './tag-list.tsx'

/** Snooze times in hours. */
const snoozes_h = [1, 3, 6, 24, 48, 72, 168, 336] as const
const nobody = 'nobody'
const statuses = ['open', 'resolved', 'spam'] as const

interface Props {
  integration_id: string
  action: MacroAction
  /** Accessible label of the control. */
  label: string
  onChange: (action: MacroAction) => void
}
/** The parameters of an action. */
export function ActionControl({ integration_id, action, label, onChange }: Props) {
  const t = useT()
  const tags = useTags(integration_id)
  const { data: teams = [] } = useTeams(integration_id)
  const members = useQuery(usersQuery(integration_id)).data?.users ?? []
  switch (action.kind) {
    case 'reply':
    case 'note':
      return <TextControl action={action} label={label} onChange={onChange} />
    case 'assignee':
      return (
        <Select
          aria-label={label}
          value={action.assignee_id ?? nobody}
          onChange={({ target: { value } }) =>
            onChange({ kind: 'assignee', assignee_id: value === nobody ? null : value })
          }
        >
          <option value="me">{t('macro-settings.assignee_runner')}</option>
          <option value={nobody}>{t('conversations.assign_nobody')}</option>
          {members.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </Select>
      )
    case 'team':
      return (
        <Select
          aria-label={label}
          value={action.team_id ?? nobody}
          onChange={({ target: { value } }) =>
            onChange({ kind: 'team', team_id: value === nobody ? null : value })
          }
        >
          <option value={nobody}>{t('conversations.assign_no_team')}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )
    case 'tags':
      return (
        <div className="flex flex-col gap-3">
          <TagList
            label={t('macro-settings.tags_add')}
            tags={tags}
            selected={action.add}
            excluded={action.remove}
            onChange={(add) => onChange({ ...action, add })}
          />
          <TagList
            label={t('macro-settings.tags_remove')}
            tags={tags}
            selected={action.remove}
            excluded={action.add}
            onChange={(remove) => onChange({ ...action, remove })}
          />
        </div>
      )
    case 'priority':
      return (
        <Select
          aria-label={label}
          value={action.priority}
          onChange={({ target: { value } }) =>
            onChange({
              kind: 'priority',
              priority: priorities.find((priority) => priority === value) ?? 'none',
            })
          }
        >
          {priorities.toReversed().map((priority) => (
            <option key={priority} value={priority}>
              {t(`conversations.priority_${priority}`)}
            </option>
          ))}
        </Select>
      )
    case 'status':
      return (
        <Select
          aria-label={label}
          value={action.status}
          onChange={({ target: { value } }) =>
            onChange({ kind: 'status', status: statuses.find((status) => status === value) ?? 'resolved' })
          }
        >
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`macros.does_${status}`)}
            </option>
          ))}
        </Select>
      )
    default:
      return (
        <Select
          aria-label={label}
          value={action.hours}
          onChange={({ target }) => onChange({ kind: 'snooze', hours: Number(target.value) })}
        >
          {[...new Set([...snoozes_h, action.hours])].map((hours) => (
            <option key={hours} value={hours}>
              {snoozeText(hours, t)}
            </option>
          ))}
        </Select>
      )
  }
}

type TextAction = Extract<MacroAction, { kind: 'reply' | 'note' }>

function TextControl({
  action,
  label,
  onChange,
}: Pick<Props, 'label' | 'onChange'> & { action: TextAction }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        aria-label={label}
        rows={4}
        maxLength={replyBodyCharsMax}
        value={action.body}
        onChange={({ target }) => onChange({ ...action, body: target.value })}
      />
      {action.kind === 'reply' && (
        <Select
          aria-label={t('macro-settings.reply_how')}
          value={action.is_sent ? 'send' : 'insert'}
          onChange={({ target }) => onChange({ ...action, is_sent: target.value === 'send' })}
        >
          <option value="insert">{t('macro-settings.reply_insert')}</option>
          <option value="send">{t('macro-settings.reply_send')}</option>
        </Select>
      )}
    </div>
  )
}
