import { type ContactNote, hasVisibleText, noteCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useSessionDraft } from '#platform/storage/session-draft.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Textarea } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useNoteActions } from './data.ts'
import { Entry } from './entry.tsx'

/** A note; its author can edit and delete it. */
export function NoteItem({
  note,
  integration_id,
  contact_id,
}: {
  note: ContactNote
  integration_id: string
  contact_id: string
}) {
  const t = useT()
  const me = useUser()
  const actions = useNoteActions(integration_id, contact_id)
  const [isEditing, setEditing] = useState(false)
  const failed = (error: unknown) => toastError(error, t)
  async function remove() {
    try {
      await actions.remove(note.id, note.version)
      toast.success(t('contacts.note_deleted'), {
        label: t('contacts.undo'),
        onClick: () => void actions.restore(note.id).catch(failed),
      })
    } catch (error) {
      failed(error)
    }
  }
  return (
    <Entry
      icon="note"
      at={note.at}
      title={
        <>
          {t('contacts.note_by', { name: note.actor?.name ?? '' })}
          {note.edited_at && <span className="text-sm text-muted"> · {t('contacts.note_edited')}</span>}
        </>
      }
    >
      {isEditing ? (
        <NoteEditor
          id={note.id}
          body={note.body}
          onSave={(body) => actions.edit(note.id, body)}
          onClose={() => setEditing(false)}
        />
      ) : (
        <div className="mt-1 flex items-start gap-2 rounded-card bg-note px-3 py-2">
          <p className="min-w-0 flex-1 text-base break-words whitespace-pre-wrap">{note.body}</p>
          {note.actor?.id === me.id && (
            <span className="-my-1 -mr-2 flex shrink-0">
              <IconButton
                size="sm"
                icon="pencil"
                label={t('contacts.note_edit')}
                onClick={() => setEditing(true)}
              />
              <IconButton
                size="sm"
                icon="trash"
                label={t('contacts.note_delete')}
                onClick={() => void remove()}
              />
            </span>
          )}
        </div>
      )}
    </Entry>
  )
}

function NoteEditor({
  id,
  body,
  onSave,
  onClose,
}: {
  id: string
  body: string
  onSave: (body: string) => Promise<void>
  onClose: () => void
}) {
  const t = useT()
  const [text, setText, clearDraft] = useSessionDraft(`note.${id}`, body)
  const { run, isBusy, problem } = useAsyncAction(onSave)
  function close() {
    clearDraft()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any of its fields
    <form
      noValidate
      className="mt-1 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (hasVisibleText(text)) void run(text.trim()).then((isSaved) => isSaved && close())
      }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Textarea
        aria-label={t('contacts.note_body')}
        maxLength={noteCharsMax}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoFocus
      />
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {errorText(problem)}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" isBusy={isBusy} disabled={!hasVisibleText(text)}>
          {t('contacts.own_field_save')}
        </Button>
        <Button size="sm" onClick={close}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}
