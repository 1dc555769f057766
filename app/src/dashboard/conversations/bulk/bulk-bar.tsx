import { type BulkChange, bulkMax, type InboxRow, can } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { IconButton } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Menu, MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { type Selection, TagSelection } from '#dashboard/bulk-actions'
import { type CommandOption, useCommands } from '#dashboard/commands'
import { useTeams } from '#dashboard/users'
import { startBulk } from './bulk-data.ts'
import { useCommandOptions } from '../conversation/choices.ts'
import { useCounts } from '../data/data.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { SnoozePicker, TimeItems } from '../snooze/snooze.tsx'
import { isFiltered } from '../list/list-params.ts'

interface Props {
  rows: readonly InboxRow[]
  selection: Selection
  /** Called when a change starts. */
  onDone: (change: BulkChange) => void
}
/** Actions on the selected rows, by button, shortcut and command palette. */
export function BulkBar({ rows, selection, onDone }: Props) {
  const t = useT()
  const cache = useQueryClient()
  const formats = useFormats()
  const { id: me } = useUser()
  const { integration, listParams, listPath, onBulk } = useInbox()
  const { id: opened = '' } = useParams()
  const navigate = useNavigate()
  const { data: teams = [] } = useTeams(integration.id)
  const [isPicking, setPicking] = useState(false)
  const [isTagging, setTagging] = useState(false)
  const counts = useCounts(integration.id, isFiltered(listParams) ? listParams.filter : undefined)
  const inView = Math.max(counts?.[listParams.view] ?? 0, rows.length)
  const count = selection.isAll ? Math.min(inView, bulkMax) : rows.length
  const hasMore = inView > rows.length && !selection.isAll
  /** @param name of the assignee, for the toast */
  function onChange(change: BulkChange, name = '') {
    const list = selection.isAll ? listParams : undefined
    onDone(change)
    onBulk(startBulk(cache, me, integration.id, change, rows, list), change, name)
  }
  const onMacro = () =>
    void import('../macros/macro-picker.tsx').then(async ({ pickMacro }) => {
      const macro = await pickMacro({ integration_id: integration.id })
      if (macro) onChange({ kind: 'macro', macro_id: macro.id }, macro.name)
    })
  const block = () =>
    void import('#dashboard/contacts/blocking').then(({ openBlockManyDialog: askToBlockMany }) =>
      askToBlockMany(t, count, async (to) => onChange({ kind: 'block', ...to })),
    )
  const remove = () =>
    void confirm({
      title: t('bulk-actions.delete_title', { count }),
      description: t('bulk-actions.delete_text'),
      confirmLabel: t('bulk-actions.delete_do', { count }),
      async action() {
        // Navigates away first, so that a deleted conversation isn't requested again.
        if (selection.isAll || selection.ids.includes(opened)) await navigate(listPath)
        onChange({ kind: 'delete' })
      },
    })
  const canDelete = can(integration.role, 'conversations.delete')
  const setStatus = (status: 'open' | 'resolved' | 'spam') => onChange({ kind: 'status', status })
  const snoozeUntil = (until: Date) =>
    onChange({ kind: 'status', status: 'snoozed', snoozed_until: until.toISOString() })
  const assign = (assignee_id: string | null, name = '') => onChange({ kind: 'assignee', assignee_id }, name)
  const { times, members, priorities } = useCommandOptions({
    snooze: snoozeUntil,
    assign: (assignee_id, colleague) => assign(assignee_id, colleague && (colleague.name || colleague.email)),
    setPriority: (priority) => onChange({ kind: 'priority', priority }),
  })
  const toTeams: CommandOption[] =
    teams.length === 0
      ? []
      : [
          ...teams.map(({ id, name }) => ({
            label: t('bulk-actions.teams', { name }),
            run: () => onChange({ kind: 'team', team_id: id }, name),
          })),
          {
            label: t('conversations.assign_no_team'),
            run: () => onChange({ kind: 'team', team_id: null }),
          },
        ]
  const isSpam = listParams.view === 'spam'
  const isDone = listParams.view === 'resolved' || isSpam
  useCommands(
    {
      back: selection.clear,
      resolve: isDone ? undefined : () => setStatus('resolved'),
      spam: isSpam ? undefined : () => setStatus('spam'),
      assign_me: () => assign(me),
      tags: () => setTagging(true),
      macro: onMacro,
      block,
      assign: { options: () => [...members(), ...toTeams] },
      priority: { options: priorities },
      snooze: {
        options: () => [...times(), { label: t('conversations.snooze_custom'), run: () => setPicking(true) }],
      },
    },
    [
      ...(hasMore
        ? [
            {
              group: 'list' as const,
              key: 'select_whole',
              label: t('bulk-actions.all', { count: formats.number(inView) }),
              run: selection.whole,
            },
          ]
        : []),
      ...(canDelete
        ? [{ group: 'conversation' as const, key: 'delete', label: t('bulk-actions.delete'), run: remove }]
        : []),
    ],
    true,
  )
  return (
    <section
      aria-label={t('bulk-actions.bar')}
      className="shrink-0 animate-popover border-t border-line bg-raised px-2.5 pt-1.5 pb-2"
    >
      <div className="flex min-h-8 items-center gap-2 pl-1.5">
        <p role="status" className="text-sm font-medium">
          {!selection.isAll
            ? t('bulk-actions.selected', { count })
            : inView > bulkMax
              ? t('bulk-actions.all_capped', { max: formats.number(bulkMax), count: formats.number(inView) })
              : t('bulk-actions.all_selected', { count })}
        </p>
        {hasMore && (
          <button
            type="button"
            onClick={selection.whole}
            className="h-6 rounded-control px-1 text-sm text-primary hover:underline touch:h-11"
          >
            {t('bulk-actions.all', { count: formats.number(inView) })}
          </button>
        )}
        <IconButton
          icon="x"
          size="sm"
          label={t('bulk-actions.clear')}
          data-command="back"
          className="ml-auto"
          onClick={selection.clear}
        />
      </div>
      <div className="flex items-center justify-between">
        {isDone ? (
          <IconButton
            icon="inbox"
            label={isSpam ? t('conversations.not_spam') : t('conversations.reopen')}
            onClick={() => setStatus('open')}
          />
        ) : (
          <IconButton
            icon="check"
            label={t('conversations.resolve')}
            data-command="resolve"
            onClick={() => setStatus('resolved')}
          />
        )}
        <Menu
          side="top"
          className="w-64"
          trigger={<IconButton icon="user-plus" label={t('conversations.assign')} data-command="assign" />}
        >
          <MenuLabel>{t('conversations.assign')}</MenuLabel>
          <Items choices={members()} />
          {toTeams.length > 0 && <MenuDivider />}
          <Items choices={toTeams} />
        </Menu>
        <Menu
          side="top"
          className="w-72"
          trigger={<IconButton icon="moon" label={t('conversations.snooze')} data-command="snooze" />}
        >
          <TimeItems onTime={snoozeUntil} onPick={() => setPicking(true)} />
        </Menu>
        <IconButton icon="zap" label={t('macros.run')} data-command="macro" onClick={onMacro} />
        <IconButton
          icon="tag"
          label={t('conversations.tags_edit')}
          data-command="tags"
          onClick={() => setTagging(true)}
        />
        <Menu
          side="top"
          align="end"
          trigger={<IconButton icon="flag" label={t('conversations.priority')} data-command="priority" />}
        >
          <MenuLabel>{t('conversations.priority')}</MenuLabel>
          <Items choices={priorities()} />
        </Menu>
        <Menu side="top" align="end" trigger={<IconButton icon="dots" label={t('conversations.more')} />}>
          {!isSpam && (
            <MenuItem icon="ban" tone="danger" onSelect={() => setStatus('spam')}>
              {t('conversations.spam')}
            </MenuItem>
          )}
          <MenuItem icon="stop" tone="danger" onSelect={block}>
            {t('bulk-actions.block')}
          </MenuItem>
          {canDelete && (
            <MenuItem icon="trash" tone="danger" onSelect={remove}>
              {t('bulk-actions.delete')}
            </MenuItem>
          )}
        </Menu>
      </div>
      <SnoozePicker isOpen={isPicking} onOpenChange={setPicking} onPick={snoozeUntil} />
      {isTagging && (
        <Suspense>
          <TagSelection
            integration_id={integration.id}
            rows={rows}
            title={t('bulk-actions.tags', { count })}
            canCreate={can(integration.role, 'tags.manage')}
            onDone={(add, remove) => {
              setTagging(false)
              if (add.length + remove.length > 0) onChange({ kind: 'tags', add, remove })
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

const Items = ({ choices }: { choices: readonly CommandOption[] }) =>
  choices.map(({ label, run }) => (
    <MenuItem key={label} onSelect={() => run?.()}>
      {label}
    </MenuItem>
  ))
