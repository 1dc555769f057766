import { availabilityNow, can, type Member, normalizeText, type Team } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { cn } from '#ui/cn.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { OnlineDot } from '#ui/online-dot.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useOptionList } from '#ui/use-option-list.ts'
import { profileOf } from '#dashboard/contacts/profile'
import { useOnlineMembers, useTeams } from '#dashboard/users'
import { MemberAvatar } from '../people/member-avatar.tsx'
import { useMembers } from '../people/members.ts'

interface Option {
  key: string
  label: string
  member?: Member
  /** Whether the member is the contact's owner. */
  isOwner?: boolean
  icon?: IconName
  isChosen: boolean
  run: () => void
}
interface AssignPickerProps {
  integration_id: string
  /** Undefined if several conversations are assigned. */
  contact_id?: string
  assignee_id?: string | null
  team_id?: string | null
  onAssign: (user_id: string | null, name: string) => void
  onTeam: (team_id: string | null, name: string) => void
}
/** Focuses the field when the panel opens. */
const focus = (field: HTMLInputElement | null) => field?.focus()
const matches = (text: string, search: string) => normalizeText(text).includes(normalizeText(search.trim()))

/**
 * Members with their presence and open conversations, then teams. The contact's owner is suggested. Type to filter,
 * arrows to move, Enter to assign.
 */
export function AssignPicker({
  integration_id,
  contact_id,
  assignee_id,
  team_id,
  onAssign,
  onTeam,
}: AssignPickerProps) {
  const t = useT()
  const user = useUser()
  const onlineIds = useOnlineMembers(integration_id)
  const members = useMembers(integration_id).filter((member) => can(member, 'conversations.answer'))
  const { data: teams = [] } = useTeams(integration_id)
  const [search, setSearch] = useState('')
  const isOnline = (member: Member) => availabilityNow(member, onlineIds.has(member.user_id)) === 'online'
  const { data: contact, isLoading } = useQuery({
    ...profileOf(integration_id, contact_id ?? ''),
    enabled: contact_id !== undefined,
  })
  const rank = (member: Member) => {
    if (member.user_id === user.id) return 0
    if (member.user_id === contact?.owner_id) return 1
    return isOnline(member) ? 2 : 3
  }
  const allPeople: Option[] = [
    ...members
      .toSorted((a, b) => rank(a) - rank(b) || a.open_conversations - b.open_conversations)
      .map((member): Option => ({
        key: member.user_id,
        label: member.user_id === user.id ? t('conversations.assign_me') : member.name || member.email,
        member,
        isOwner: member.user_id === contact?.owner_id,
        isChosen: member.user_id === assignee_id,
        run: () => onAssign(member.user_id, member.user_id === user.id ? '' : member.name || member.email),
      }))
      .filter(({ label, member }) => matches(`${label} ${member?.name} ${member?.email}`, search)),
    nobody(t('conversations.assign_nobody'), assignee_id === null, () => onAssign(null, '')),
  ].filter(({ label, member }) => member !== undefined || matches(label, search))
  const groups =
    teams.length === 0 ? [] : teamOptions(teams, team_id, onTeam, t('conversations.assign_no_team'))
  // A suggestion that arrived later would move the options under the pointer.
  const people = isLoading ? [] : allPeople
  const shownTeams = isLoading ? [] : groups.filter(({ label }) => matches(label, search))
  const options = [...people, ...shownTeams]
  const { active, reset, fieldProps, listProps, optionProps } = useOptionList(options.length, (number) =>
    options[number]?.run(),
  )
  const show = (option: Option, number: number) => (
    <div
      key={option.key}
      {...optionProps(number)}
      aria-selected={option.isChosen}
      className={cn(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2 text-base touch:min-h-11',
        number === active && 'bg-inset forced-colors:outline-2',
      )}
    >
      <OptionContent integration_id={integration_id} option={option} isOnline={isOnline} />
    </div>
  )
  return (
    <div className="flex flex-col">
      <span className="flex p-1">
        <SearchInput
          ref={focus}
          label={t('conversations.assign_search')}
          {...fieldProps}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            reset()
          }}
        />
      </span>
      <div
        {...listProps}
        aria-label={t('conversations.assign')}
        className={cn('max-h-80 overflow-y-auto p-1', isLoading && 'h-40')}
      >
        {people.map(show)}
        {shownTeams.length > 0 && (
          <div
            role="group"
            aria-label={t('conversations.assign_team')}
            className="mt-1 border-t border-line pt-1"
          >
            <p aria-hidden className="px-2 pt-1 pb-0.5 text-xs font-medium text-muted">
              {t('conversations.assign_team')}
            </p>
            {shownTeams.map((option, number) => show(option, people.length + number))}
          </div>
        )}
      </div>
      <p role="status" className="px-3 pb-2 text-base text-muted empty:hidden">
        {!isLoading && options.length === 0 && t('users.no_match')}
      </p>
    </div>
  )
}

const nobody = (label: string, isChosen: boolean, run: () => void): Option => ({
  key: 'nobody',
  label,
  icon: 'x',
  isChosen,
  run,
})
function teamOptions(
  teams: readonly Team[],
  team_id: string | null | undefined,
  onTeam: AssignPickerProps['onTeam'],
  none: string,
): Option[] {
  return [
    ...teams.map(({ id, name }): Option => ({
      key: id,
      label: name,
      icon: 'users',
      isChosen: id === team_id,
      run: () => onTeam(id, name),
    })),
    { ...nobody(none, team_id === null, () => onTeam(null, '')), key: 'no-team' },
  ]
}

interface OptionContentProps {
  integration_id: string
  option: Option
  isOnline: (member: Member) => boolean
}
function OptionContent({
  integration_id,
  option: { label, member, isOwner, icon, isChosen },
  isOnline,
}: OptionContentProps) {
  const t = useT()
  const { number } = useFormats()
  const isFull = member && member.capacity !== null && member.open_conversations >= member.capacity
  return (
    <>
      {member ? (
        <span className="relative shrink-0">
          <MemberAvatar
            integration_id={integration_id}
            user_id={member.user_id}
            name={member.name || member.email}
          />
          {isOnline(member) && <OnlineDot className="border-(--bg-raised)" />}
        </span>
      ) : (
        icon && (
          <span className="flex size-6 shrink-0 items-center justify-center text-muted">
            <Icon name={icon} />
          </span>
        )
      )}
      <span className="min-w-0 flex-1 truncate">
        {label}
        {isOwner && <span className="text-sm text-muted"> · {t('conversations.assign_owner')}</span>}
        {member && isOnline(member) && <span className="sr-only"> {t('conversations.online')}</span>}
      </span>
      {member && (
        <span className={cn('shrink-0 text-sm tabular-nums', isFull ? 'text-warning' : 'text-muted')}>
          {t('conversations.assign_load', { count: member.open_conversations })}
          {member.capacity !== null && ` / ${number(member.capacity)}`}
        </span>
      )}
      {isChosen && <Icon name="check" size={16} className="text-primary" />}
    </>
  )
}
