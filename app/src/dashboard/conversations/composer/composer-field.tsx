import { type InboxRow, messageCharsMax } from '@ozvi/contract'
import type { ComponentProps, RefObject } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { customerName } from '../people/names.ts'
import type { useCompletion } from './use-completion.ts'
import { autosizeStyle } from './use-autosize.ts'

interface Props extends Pick<ComponentProps<'textarea'>, 'onFocus' | 'onKeyDown'> {
  row: InboxRow
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  isNote: boolean
  chars: number
  /** A suggested reply, shown as a placeholder. */
  suggestion: string
  completion: ReturnType<typeof useCompletion>
  onText: (text: string) => void
  onFiles: (files: File[]) => void
  onLeave: () => void
}

/** The field that replies and notes are written in. */
export function ComposerField(props: Props) {
  const t = useT()
  const { row, field, text, isNote, chars, suggestion, completion } = props
  return (
    <textarea
      id="composer"
      ref={field}
      rows={2}
      value={text}
      onChange={({ target: { value, selectionStart } }) => {
        props.onText(value)
        completion.update(value, selectionStart)
      }}
      // Closes the list when the cursor leaves the word.
      onSelect={({ currentTarget }) =>
        completion.completion && completion.update(text, currentTarget.selectionStart)
      }
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files]
        if (pasted.length === 0) return
        event.preventDefault()
        props.onFiles(pasted)
      }}
      onBlur={() => {
        if (completion.isSignAlone) completion.leave()
        else completion.close()
        props.onLeave()
      }}
      aria-label={
        isNote ? t('conversations.note_to_team') : t('conversations.reply_to', { name: customerName(row, t) })
      }
      aria-describedby={suggestion ? 'composer-proposal composer-count' : 'composer-count'}
      aria-invalid={chars > messageCharsMax || undefined}
      placeholder={
        suggestion || t(isNote ? 'conversations.note_placeholder' : 'conversations.reply_placeholder')
      }
      className={cn(
        'block scroll-my-2 min-h-[calc(2lh+1rem)] max-sm:min-h-[calc(1lh+1rem)] collapsed:min-h-11 collapsed:py-2.5 short:min-h-0 short:max-h-20! w-full resize-none bg-transparent px-3.5 py-2 text-base outline-none placeholder:text-muted touch:text-md',
        autosizeStyle,
      )}
    />
  )
}
