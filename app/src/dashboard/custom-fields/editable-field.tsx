import { type Ref, useLayoutEffect, useRef, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-action.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input, Select } from '#ui/input.tsx'
import { linkStyle } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'

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
        {...{ type, label, value, displayed, addLabel, canEdit }}
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

type FieldType = 'text' | 'email' | 'tel' | 'url' | 'date'

function DisplayedValue({
  type,
  label,
  value,
  displayed,
  addLabel,
  canEdit,
  buttonRef,
  onEdit,
}: {
  type: FieldType
  label: string
  value: string | null
  displayed: string | null
  addLabel: string
  canEdit: boolean
  buttonRef: Ref<HTMLButtonElement>
  onEdit: () => void
}) {
  const t = useT()
  if (!canEdit) {
    return (
      value && (
        <p className="flex min-h-8 items-center gap-4 text-sm">
          <span className="line-clamp-2 w-24 shrink-0 text-sm/5 wrap-anywhere text-muted">{label}</span>
          {type === 'url' ? (
            <a
              href={value}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={linkStyle('min-w-0 truncate text-base')}
            >
              {value}
            </a>
          ) : (
            <span className="min-w-0 truncate text-base">{displayed}</span>
          )}
        </p>
      )
    )
  }
  const edit = (
    <button
      type="button"
      ref={buttonRef}
      onClick={onEdit}
      className="group -mx-2 flex min-h-8 min-w-0 flex-1 items-center gap-3 rounded-control px-2 text-left text-base hover:bg-inset touch:min-h-11"
    >
      <span className="line-clamp-2 w-24 shrink-0 text-sm/5 wrap-anywhere text-muted">{label}</span>{' '}
      <span className={value ? 'min-w-0 py-1 wrap-anywhere' : 'text-muted'}>
        {type === 'email' && value ? <EmailText address={value} /> : (displayed ?? addLabel)}
      </span>{' '}
      {value && <span className="sr-only">{t('conversations.edit')}</span>}
      {(type !== 'email' || !value) && (
        <Icon
          name="pencil"
          size={14}
          className="ml-auto text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 touch:opacity-100"
        />
      )}
    </button>
  )
  if (type === 'email' && value)
    return (
      <div className="flex items-center gap-1">
        {edit}
        <CopyValue label={label} value={value} />
      </div>
    )
  if (type !== 'url' || !value) return <div className="flex">{edit}</div>
  return (
    <div className="flex items-center gap-3">
      {edit}
      <a
        href={value}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={t('contacts.open_link', { label })}
        className="-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:bg-inset hover:text-ink touch:size-11"
      >
        <Icon name="external-link" size={14} />
      </a>
    </div>
  )
}

/** Breaks after the `@` rather than anywhere. */
function EmailText({ address }: { address: string }) {
  const at = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
function CopyValue({ label, value }: { label: string; value: string }) {
  const t = useT()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    toast.success(t('ui.copied'))
  }
  return (
    <IconButton
      icon="copy"
      size="sm"
      label={t('contacts.copy', { label })}
      className="-mr-2 shrink-0"
      onClick={() => void copy().catch((error: unknown) => toastError(error, t))}
    />
  )
}
