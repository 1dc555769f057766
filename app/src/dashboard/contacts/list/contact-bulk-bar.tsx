import {
  contactBulkMax,
  type ContactBulkChange,
  contactsNamedMax,
  exportedIdsMax,
  type Integration,
  can,
  type Member,
  startContactBulkAction,
  serializeContactFilter,
} from '@ozvi/contract'
import { Suspense, useState } from 'react'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Menu, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { type StartBulk, type Selection, TagSelection } from '#dashboard/bulk-actions'
import { useCommands } from '#dashboard/commands'
import type { ListedContact } from './contact-list.ts'
import { ExportLink } from './export-link.tsx'
import type { useListParams } from './use-list-params.ts'

interface Props {
  integration: Integration
  members: readonly Member[]
  rows: readonly ListedContact[]
  /** Number of contacts in the list, loaded or not. */
  foundCount: number | undefined
  listState: ReturnType<typeof useListParams>
  columns: readonly string[]
  selection: Selection
  onBulk: StartBulk
}
/** Actions on selected contacts. */
export function ContactBulkBar({
  integration,
  members,
  rows,
  foundCount,
  listState,
  columns,
  selection,
  onBulk,
}: Props) {
  const t = useT()
  const formats = useFormats()
  const [isTagging, setTagging] = useState(false)
  const integration_id = integration.id
  const canExport = can(integration, 'contacts.export')
  const inList = Math.max(foundCount ?? 0, rows.length)
  const count = selection.isAll ? Math.min(inList, contactBulkMax) : rows.length
  const isTooMany = !selection.isAll && rows.length > contactsNamedMax
  const filter = serializeContactFilter(listState.listParams)
  /** @param name of the new owner, for the toast */
  function change(what: ContactBulkChange, name = '') {
    const scope = selection.isAll
      ? { list: { ...filter, ...browserTimeZone() } }
      : { contact_ids: rows.map(({ id }) => id) }
    if (what.kind === 'erase') selection.clear()
    onBulk(
      call(startContactBulkAction, { integration_id, id: crypto.randomUUID(), change: what, ...scope }),
      what,
      name,
    )
  }
  useCommands(
    { back: selection.clear, tags: count > 0 && !isTooMany ? () => setTagging(true) : undefined },
    [],
    true,
  )
  const isIdle = count === 0 || isTooMany
  function countText() {
    const { number } = formats
    if (isTooMany) return t('segments.many_too_many', { max: number(contactsNamedMax) })
    if (!selection.isAll) return t('bulk-actions.selected', { count })
    if (inList <= contactBulkMax) return t('bulk-actions.all_selected', { count })
    return t('bulk-actions.all_capped', { max: number(contactBulkMax), count: number(inList) })
  }
  return (
    <section
      aria-label={t('segments.many_bar')}
      className="relative flex shrink-0 animate-popover flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-raised px-4 py-2.5 max-md:pr-14 md:px-6"
    >
      <p role="status" className="text-sm font-medium">
        {countText()}
      </p>
      {inList > rows.length && !selection.isAll && (
        <button
          type="button"
          onClick={selection.whole}
          className="h-6 rounded-control px-1 text-sm text-primary hover:underline touch:h-11"
        >
          {t('bulk-actions.all', { count: formats.number(inList) })}
        </button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button size="sm" icon="tag" disabled={isIdle} onClick={() => setTagging(true)}>
          {t('contacts.column_tags')}
        </Button>
        <OwnerMenu
          members={members}
          isDisabled={isIdle}
          onChoose={(owner_id, name) => change({ kind: 'owner', owner_id }, name)}
        />
        {canExport && count > 0 && (selection.isAll || rows.length <= exportedIdsMax) && (
          <ExportLink
            integration_id={integration_id}
            of={selection.isAll ? filter : { ids: rows.map(({ id }) => id).join(',') }}
            columns={columns}
          />
        )}
        {can(integration, 'contacts.erase') && (
          <Button
            size="sm"
            icon="trash"
            disabled={isIdle}
            onClick={() =>
              void confirm({
                title: t('segments.many_erase_title', { count }),
                description: t('contacts.erase_text'),
                confirmLabel: t('contacts.erase_confirm'),
                typed: { expected: String(count), label: t('contacts.erase_typed', { name: String(count) }) },
                action: async () => change({ kind: 'erase' }),
              })
            }
          >
            {t('segments.many_erase')}
          </Button>
        )}
        <IconButton
          icon="x"
          size="sm"
          label={t('bulk-actions.clear')}
          onClick={selection.clear}
          className="max-md:absolute max-md:top-2.5 max-md:right-2"
        />
      </div>
      {isTagging && (
        <Suspense>
          <TagSelection
            {...{ integration_id, rows }}
            title={t('segments.many_tags', { count })}
            canCreate={can(integration, 'tags.manage')}
            onDone={(add, remove) => {
              setTagging(false)
              if (add.length + remove.length > 0) change({ kind: 'contact_tags', add, remove })
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function OwnerMenu({
  members,
  isDisabled,
  onChoose,
}: {
  members: readonly Member[]
  isDisabled: boolean
  /** @param name for the toast */
  onChoose: (owner_id: string | null, name?: string) => void
}) {
  const t = useT()
  const { id: me, name: myName } = useUser()
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" icon="user-plus" disabled={isDisabled}>
          {t('contacts.column_owner_id')}
        </Button>
      }
    >
      <MenuLabel>{t('contacts.column_owner_id')}</MenuLabel>
      <MenuItem onSelect={() => onChoose(me, myName)}>{t('segments.me')}</MenuItem>
      {members
        .filter(({ user_id }) => user_id !== me)
        .map(({ user_id, name, email }) => (
          <MenuItem key={user_id} onSelect={() => onChoose(user_id, name || email)}>
            {name || email}
          </MenuItem>
        ))}
      <MenuItem onSelect={() => onChoose(null)}>{t('segments.many_nobody')}</MenuItem>
    </Menu>
  )
}
