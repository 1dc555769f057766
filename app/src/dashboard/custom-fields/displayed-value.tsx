import type { Ref } from 'react'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'

export type FieldType = 'text' | 'email' | 'tel' | 'url' | 'date'

/** A value, and a button that edits it. */
export function DisplayedValue({
  type,
  label,
  value,
  displayed,
  source,
  addLabel,
  canEdit,
  buttonRef,
  onEdit,
}: {
  type: FieldType
  label: string
  value: string | null
  displayed: string | null
  source: string | undefined
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
          <span className="flex min-w-0 flex-col">
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
            {source && <Source text={source} />}
          </span>
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
        {value && source && <Source text={source} />}
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

function Source({ text }: { text: string }) {
  return (
    <>
      {' '}
      <span className="block text-xs wrap-anywhere text-muted">{text}</span>
    </>
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
  const toastOnError = useToastOnError()
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
      onClick={() => void toastOnError(copy())}
    />
  )
}
