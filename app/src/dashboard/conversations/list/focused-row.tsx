import { type BulkChange, type InboxRow, can } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useConversationActions } from '../data/actions.ts'
import type { Mode } from '../composer/drafts.ts'
import { useConversationCommands } from '../conversation-commands.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { SnoozePicker } from '../snooze/snooze.tsx'
import type { RowCursor } from './row-cursor.ts'
import { openToWrite } from './writing.ts'

const ConversationTags = lazy(async () => ({
  default: (await import('../panel/conversation-tags.tsx')).ConversationTags,
}))

/** Commands of the focused row. If the row leaves the list, the focus moves on. */
export function FocusedRow({
  row,
  cursor,
  open,
}: {
  row: InboxRow
  cursor: RowCursor
  /** Id of the conversation open next to the list. */
  open: string | undefined
}) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { integration, listPath, pathOf, onBulk } = useInbox()
  const actions = useConversationActions(integration.id)
  const [isTagging, setTagging] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const continueWith = () => {
    const next = cursor.after(row.id)
    if (next) cursor.focus(next)
  }
  function write(mode: Mode) {
    openToWrite(row.id, mode)
    void navigate(pathOf(row.id))
  }
  const onMacro = () =>
    void import('../macros/macro-picker.tsx').then(async ({ pickMacro }) => {
      const macro = await pickMacro({ integration_id: integration.id })
      if (!macro) return
      const { startBulk } = await import('../bulk/bulk-data.ts')
      const change: BulkChange = { kind: 'macro', macro_id: macro.id }
      onBulk(startBulk(cache, integration.id, change, [row], undefined), change, macro.name)
    })
  useConversationCommands({
    row,
    actions,
    canAnswer: can(integration, 'conversations.answer') && !row.merged_into_id,
    resolve() {
      continueWith()
      void actions.setStatus(row, 'resolved')
    },
    leave() {
      continueWith()
      if (row.id === open) void navigate(listPath)
    },
    onTag: () => setTagging(true),
    onPick: () => setPicking(true),
    onMacro,
    onReply: () => write('text'),
    onNote: () => write('note'),
    isFirst: true,
  })
  return (
    <>
      {isTagging && (
        <Suspense fallback={null}>
          <ConversationTags row={row} actions={actions} onClose={() => setTagging(false)} />
        </Suspense>
      )}
      <SnoozePicker
        isOpen={isPicking}
        onOpenChange={setPicking}
        onPick={(until) => void actions.snooze(row, until)}
      />
    </>
  )
}
