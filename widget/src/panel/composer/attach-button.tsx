import { fileLimits } from '@ozvi/contract/files'
import { useRef } from 'react'
import { Icon } from '../icons.tsx'
import { usePanel } from '../panel-context.ts'

const accepted = fileLimits.endings.map((ending) => `.${ending}`).join()

/** Selects files. */
export function AttachButton({ onSelect }: { onSelect: (files: File[]) => void }) {
  const { translator } = usePanel()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={translator.t('attach')}
        onClick={() => chooser.current?.click()}
      >
        <Icon name="clip" />
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accepted}
        onChange={({ currentTarget }) => {
          onSelect([...(currentTarget.files ?? [])])
          currentTarget.value = '' // the same file can be selected again
        }}
      />
    </>
  )
}
