import {
  type Attachment,
  type Conversation,
  type InboxRow,
  type Macro,
  runMacro,
  undoMacro,
} from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Translate } from '#platform/i18n/translator.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'
import { applyChange } from '../data/row-changes.ts'
import { areFieldsMissing } from '../data/missing-fields.ts'
import { openRequiredFieldsDialog } from '../panel/fields-required.tsx'
import { pickMacro } from './macro-picker.tsx'

interface Start {
  cache: QueryClient
  t: Translate
  row: InboxRow
  /** If absent, the member chooses one. */
  macro: Macro | undefined
  /** Adds text and files to the reply. */
  onText: (text: string, attachments: readonly Attachment[]) => void
}
/** Runs a macro on a conversation; asks for missing required fields, and undoes everything in one step. */
export async function startMacro({ cache, t, row, macro: requestedMacro, onText }: Start): Promise<void> {
  const key = { integration_id: row.integration_id, conversation_id: row.id }
  const show = (conversation: Conversation) => applyChange(cache, conversation)
  try {
    const macro = requestedMacro ?? (await pickMacro(key))
    if (!macro) return
    const request = { ...key, id: crypto.randomUUID(), macro_id: macro.id }
    let text: string | null = null
    let attachments: readonly Attachment[] = []
    const run = async (more = {}) => {
      const done = await call(runMacro, { ...request, ...more })
      text = done.text
      attachments = done.attachments
      return done.conversation
    }
    const conversation = await run().catch((error: unknown) => {
      if (!areFieldsMissing(error)) throw error
      return openRequiredFieldsDialog({ ...key, row, send: (fields) => run({ fields }) })
    })
    if (!conversation) return
    show(conversation)
    if (text !== null) onText(text, attachments)
    toast.success(t('macros.done', { name: macro.name }), {
      label: t('conversations.undo'),
      onClick: () =>
        void call(undoMacro, { ...key, run_id: request.id }).then(show, (error: unknown) =>
          toastError(error, t),
        ),
    })
  } catch (error) {
    toastError(error, t)
  }
}
