import { hasVisibleText, noteCharsMax } from '@ozvi/contract'
import { useId, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useSessionDraft } from '#platform/storage/session-draft.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/input.tsx'
import { useNoteActions } from './data.ts'

/** A field for a note. After an error it can be resent, and is stored only once. */
export function NoteWriter({
  integration_id,
  contact_id,
  isFocused = false,
}: {
  integration_id: string
  contact_id: string
  /** Opened on purpose, so it takes the focus. */
  isFocused?: boolean
}) {
  const t = useT()
  const hint = useId()
  const { write } = useNoteActions(integration_id, contact_id)
  const [text, setText, clearDraft] = useSessionDraft(`note.${contact_id}`, '')
  const [id, setId] = useState(() => crypto.randomUUID())
  const { run, isBusy, problem } = useAsyncAction(async (body: string) => {
    await write(id, body)
    clearDraft()
    setId(crypto.randomUUID())
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- sends from the field in it
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (hasVisibleText(text)) void run(text.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit()
      }}
      className="mt-3 flex flex-col gap-2"
    >
      <Textarea
        aria-label={t('contacts.note_write')}
        aria-describedby={hint}
        placeholder={t('contacts.note_write')}
        rows={2}
        autoFocus={isFocused}
        maxLength={noteCharsMax}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="min-h-16"
      />
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {errorText(problem)}
        </p>
      )}
      <div className="flex items-center justify-between gap-3">
        <p id={hint} className="text-sm text-muted">
          {t('contacts.note_hint')}
        </p>
        <Button type="submit" size="sm" isBusy={isBusy} disabled={!hasVisibleText(text)}>
          {t('contacts.note_save')}
        </Button>
      </div>
    </form>
  )
}
