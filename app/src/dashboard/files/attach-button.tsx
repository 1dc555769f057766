import { fileLimits } from '@ozvi/contract'
import { useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useControl } from '#ui/control.ts'

const accepted = fileLimits.endings.map((ending) => `.${ending}`).join()

/**
 * Opens the list of files that this device has.
 *
 * @param words stand on it, in a form; without them it is a paper clip
 */
export function AttachButton({ words, onFiles }: { words?: string; onFiles: (files: File[]) => void }) {
  const t = useT()
  const chooser = useRef<HTMLInputElement>(null)
  const control = useControl()
  const choose = () => chooser.current?.click()
  return (
    <>
      {words ? (
        // The label of its field names the files, not what it does.
        <Button {...control} icon="paperclip" aria-label={words} onClick={choose}>
          {words}
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
          target.value = '' // the same file may be chosen again
        }}
      />
    </>
  )
}
