import { type ComponentProps, type ReactNode, useContext, useState } from 'react'
import { useControl } from './control.ts'
import { FormContext } from './form-context.ts'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'

interface ParsedInputProps extends Pick<
  ComponentProps<'input'>,
  'placeholder' | 'inputMode' | 'disabled' | 'aria-label'
> {
  /** Empty or in ISO format, such as `2026-11-14` or `09:30`. Text that can't be parsed is displayed unchanged. */
  value: string
  onChange: (value: string) => void
  /**
   * Whether `onChange` also receives text that can't be parsed, when the field is left or submitted with Enter, so that
   * the server rejects it. Otherwise the field keeps the text and submits it with its form.
   */
  acceptsUnclearText?: boolean | undefined
  /** The value as people type it. */
  format: (value: string) => string
  /** @returns null for text that isn't a value */
  parse: (text: string) => string | null
  /** Shown when the field is left with text that isn't a value. */
  error: string
  /** A button in the field that offers values. */
  children: (pick: (value: string) => void) => ReactNode
}
/**
 * A value typed in the format of the language. Submits the value, or the typed text if it can't be parsed, so that the
 * previous value isn't saved.
 */
export function ParsedInput({
  value,
  onChange,
  acceptsUnclearText = false,
  format,
  parse,
  error,
  children,
  ...rest
}: ParsedInputProps) {
  const { name, ...control } = useControl()
  const form = useContext(FormContext)
  /** The text being typed; null while the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const isUnclearText = (text: string) => text.trim() !== '' && parse(text) === null
  const isUnclear = typed !== null && isUnclearText(typed)
  const isValueUnclear = acceptsUnclearText && isUnclearText(value)
  const [isLeftUnclear, setLeftUnclear] = useState(false)
  // A rejected form shows its own error.
  const isErrorShown = (isValueUnclear || isLeftUnclear) && !control['aria-invalid']

  function type(text: string) {
    setTyped(text)
    setLeftUnclear(false)
    form?.markEdited(name ?? '')
    const parsed = text.trim() === '' ? '' : parse(text)
    if (parsed !== null) onChange(parsed)
  }
  function pick(picked: string) {
    setTyped(null)
    setLeftUnclear(false)
    form?.markEdited(name ?? '')
    onChange(picked)
  }
  function leave() {
    if (isUnclear && !acceptsUnclearText) return setLeftUnclear(true)
    if (isUnclear) onChange(typed)
    setTyped(null)
  }
  const hintId = control.id ? `${control.id}-unclear` : undefined
  const described = [control['aria-describedby'], isErrorShown && hintId].filter(Boolean).join(' ')
  return (
    <span className="flex flex-col gap-1.5">
      <span className="relative block sm:max-w-56">
        <Input
          {...rest}
          {...control}
          // Submitted in one format for all languages.
          name=""
          {...(described ? { 'aria-describedby': described } : {})}
          {...(isErrorShown ? { 'aria-invalid': true } : {})}
          value={typed ?? (isValueUnclear ? value : value && format(value))}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && isUnclear && acceptsUnclearText) onChange(typed)
          }}
          autoComplete="off"
          maxLength={40}
          className="pr-11"
        />
        <span className="absolute top-1/2 right-0.5 -translate-y-1/2">{children(pick)}</span>
      </span>
      {name && <input type="hidden" name={name} value={isUnclear ? typed : value} />}
      {isErrorShown && (
        <span id={hintId} role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <Icon name="alert-triangle" size={16} className="mt-0.5" />
          {error}
        </span>
      )}
    </span>
  )
}
