import { fileLimits } from '@ozvi/contract'
import { useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useControl } from '#ui/control.ts'

const accepted = fileLimits.endings.map((ending) => `.${ending}`).join()

/**
 * Opens the file dialog.
 *
 * @param label for forms; without it a paper clip is shown
 */
export function AttachButton({ label, onFiles }: { label?: string; onFiles: (files: File[]) => void }) {
  const t = useT()
  const chooser = useRef<HTMLInputElement>(null)
  const control = useControl()
  const choose = () => chooser.current?.click()
  return (
    <>
      {label ? (
        // The field's label names the files; the button needs its own.
        <Button {...control} icon="paperclip" aria-label={label} onClick={choose}>
          {label}
        </Button>
      ) : (
        <IconButton icon="paperclip" label={t('conversations.attach')} size="sm" onClick={choose} />
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accepted}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = '' // the same file can be selected again
        }}
      />
    </>
  )
}
