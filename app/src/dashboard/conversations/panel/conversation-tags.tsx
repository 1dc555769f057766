import { type InboxRow, can, type Tag } from '@ozvi/contract'
import { useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { TagPicker } from '#dashboard/tags'
import type { ConversationActions } from '../data/actions.ts'
import { useInbox } from '../layout/inbox-context.ts'

interface Props {
  row: InboxRow
  actions: ConversationActions
  onClose: () => void
}
/** Each change shows immediately; all of them can be undone together when the list is closed. */
export function ConversationTags({ row, actions, onClose }: Props) {
  const t = useT()
  const { integration } = useInbox()
  const [before] = useState(row.tag_ids)
  // Shown until the row is updated.
  const pendingChanges = useRef(new Map<string, { tag: Tag; isOn: boolean }>())
  function close() {
    const done = [...pendingChanges.current.values()].filter(
      ({ tag, isOn }) => isOn !== before.includes(tag.id),
    )
    const idsOf = (isAdded: boolean) => done.filter(({ isOn }) => isOn === isAdded).map(({ tag }) => tag.id)
    if (done.length > 0) {
      const name = done.length === 1 ? done[0]?.tag.name : undefined
      actions.toastTagged(row, { add: idsOf(true), remove: idsOf(false) }, name)
    }
    onClose()
  }
  return (
    <TagPicker
      integration_id={integration.id}
      title={t('conversations.tags_edit')}
      tag_ids={row.tag_ids}
      canCreate={can(integration, 'tags.manage')}
      onToggle={(tag, isOn) => {
        pendingChanges.current.set(tag.id, { tag, isOn })
        void actions.tag(row, isOn ? { add: [tag.id] } : { remove: [tag.id] })
      }}
      onClose={close}
    />
  )
}
