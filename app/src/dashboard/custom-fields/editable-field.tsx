import { useLayoutEffect, useRef, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Input, Select } from '#ui/input.tsx'
import { DisplayedValue, type FieldType } from './displayed-value.tsx'

/**
 * A value that becomes a field when clicked. Enter saves, Esc cancels. Until edited it follows changes of
 * others; afterwards it shows a notice, and saves only the edit.
 */
export function EditableField({
  name,
  type = 'text',
  inputMode,
  label,
  value,
  displayed = value,
  source,
  options,
  addLabel,
  canEdit,
  onSave,
}: {
  /** The field's name in errors. */
  name: string
  type?: FieldType
  inputMode?: 'decimal'
  label: string
  value: string | null
  /** The display value; the raw value by default. */
  displayed?: string | null
  /** Where the value comes from, shown below it. */
  source?: string | undefined
  /** Choices instead of text. */
  options?: readonly { value: string; label: string }[]
  addLabel: string
  canEdit: boolean
  onSave: (value: string | null) => Promise<void>
}) {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  /** The edited text; null until then. */
  const [typed, setTyped] = useState<string | null>(null)
  /** The value when editing started. */
  const [startedWith, setBegan] = useState(value)
  const displayButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const { run, isBusy, problem, clear } = useAsyncAction(onSave)
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) displayButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const text = typed ?? value ?? ''
  function write(next: string) {
    if (typed === null) setBegan(value)
    setTyped(next)
  }
  if (!isEditing) {
    return (
      <DisplayedValue
        {...{ type, label, value, displayed, source, addLabel, canEdit }}
        buttonRef={displayButton}
        onEdit={() => {
          clear()
          setTyped(null)
          setEditing(true)
        }}
      />
    )
  }
  const sentences = problem ? (problem.errors?.[name] ?? [problem.message]) : []
  const isOvertaken = typed !== null && value !== startedWith && (value ?? '') !== typed.trim()
  const control = {
    'aria-invalid': sentences.length > 0 || undefined,
    'aria-describedby': sentences.length > 0 ? `contact-${name}-error` : undefined,
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any of its fields
    <form
      noValidate
      className="flex flex-col gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed === null) setEditing(false)
        else void run(text.trim() || null).then((isSaved) => isSaved && setEditing(false))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setEditing(false)
      }}
    >
      <label className="flex flex-col gap-1 text-sm font-medium">
        {label}
        {options ? (
          <Select {...control} autoFocus value={text} onChange={({ target }) => write(target.value)}>
            <option value="">–</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...control}
            type={type}
            inputMode={inputMode}
            value={text}
            onChange={({ target }) => write(target.value)}
            autoFocus
            autoComplete="off"
          />
        )}
      </label>
      {sentences.length > 0 && (
        <p id={`contact-${name}-error`} role="alert" className="text-sm text-danger">
          {sentences.join(' ')}
        </p>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isOvertaken &&
          (value === null
            ? t('contacts.emptied_meanwhile')
            : t('contacts.changed_meanwhile', { value: displayed ?? value }))}
      </p>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" isBusy={isBusy}>
          {t('conversations.save')}
        </Button>
        <Button size="sm" onClick={() => setEditing(false)}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}
