import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { type CompletionHandle, CompletionList } from '#ui/completion-list.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { useEditorParts } from '../editor/editor-context.ts'

type Field = HTMLInputElement & HTMLTextAreaElement
/** The name that is being typed before the caret: `con` in `Hello {{con`; undefined outside of braces. */
function typedName(text: string, caret: number): string | undefined {
  const open = text.lastIndexOf('{{', caret - 1)
  if (open < 0) return undefined
  const typed = text.slice(open + 2, caret)
  return /^[\w.]{0,60}$/.test(typed) ? typed : undefined
}
/** The text with the typed name completed, and where the caret is then. */
function completed(text: string, caret: number, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, text.lastIndexOf('{{', caret - 1))}{{${name}}}`
  const after = text.slice(caret)
  // The closing braces may already have been typed.
  return { text: before + (after.startsWith('}}') ? after.slice(2) : after), caret: before.length }
}

interface TemplateInputProps extends Omit<
  ComponentProps<'input'> & ComponentProps<'textarea'>,
  'ref' | 'value' | 'onChange'
> {
  value: string
  /** Names of secrets that may be used here. */
  secrets?: readonly string[]
  isMultiline?: boolean
  onChange: (value: string) => void
}
/** A text in which values are inserted: after `{{`, it offers their names. */
export function TemplateInput({
  value,
  secrets = [],
  isMultiline = false,
  onChange,
  className,
  ...rest
}: TemplateInputProps) {
  const t = useT()
  const { flow } = useEditorParts()
  const field = useRef<Field>(null)
  const list = useRef<CompletionHandle>(null)
  const [query, setQuery] = useState<string>()
  // The caret goes where a chosen name ends, once the field has its text.
  const [caret, setCaret] = useState<number>()
  useLayoutEffect(() => {
    if (caret !== undefined) field.current?.setSelectionRange(caret, caret)
    setCaret(undefined)
  }, [caret])
  const names = [
    ...flow.variables.map(({ name }) => name),
    'contact.name',
    'contact.email',
    ...secrets.map((name) => `secrets.${name}`),
  ]
  const isFound = (name: string) => name.toLowerCase().includes((query ?? '').toLowerCase())
  const found = query === undefined ? [] : names.filter(isFound)
  function choose(name: string | undefined) {
    const at = field.current?.selectionStart
    if (name === undefined || at === undefined || at === null) return
    const next = completed(value, at, name)
    setQuery(undefined)
    setCaret(next.caret)
    onChange(next.text)
  }
  const Control = isMultiline ? Textarea : Input
  return (
    <span className={cn('relative block min-w-0', className)}>
      <Control
        {...rest}
        ref={field}
        value={value}
        autoComplete="off"
        onChange={({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
          onChange(target.value)
          setQuery(typedName(target.value, target.selectionStart ?? 0))
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (found.length === 0 || !list.current?.press(event.key)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        onBlur={() => setQuery(undefined)}
      />
      {found.length > 0 && (
        <CompletionList
          ref={list}
          field={field}
          label={t('scenarios.values')}
          query={query ?? ''}
          isBelow
          options={found.map((name) => ({ id: name, content: <code className="text-sm">{name}</code> }))}
          onChoose={(index) => choose(found[index])}
          onClose={() => setQuery(undefined)}
        />
      )}
    </span>
  )
}
