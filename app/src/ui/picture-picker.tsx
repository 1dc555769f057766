import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { useDrop } from './use-drop.ts'

interface PicturePickerProps {
  label: string
  hint: string
  /** Label of the button that opens the file dialog. */
  chooseLabel: string
  /** The current image. */
  picture: ReactNode
  isBusy: boolean
  onFile: (file: File) => void
  /** Another way to select an image. */
  other?: { label: string; isBusy: boolean; onChoose: () => void } | undefined
  /** Removes it; absent if there is none. */
  remove?: { label: string; isBusy: boolean; onRemove: () => void } | undefined
  /** Why the last file was rejected. */
  problem: string | null
}
/** An image selected in a file dialog or dropped here, and saved immediately, because it isn't part of a form. */
export function PicturePicker(props: PicturePickerProps) {
  const { label, hint, chooseLabel, picture, isBusy, onFile, other, remove, problem } = props
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const pickFile = ([file]: Iterable<File>) => {
    if (file && !isBusy) onFile(file)
  }
  const { isOver, dropTarget } = useDrop(pickFile)
  return (
    <div
      {...dropTarget}
      className={cn(
        '-m-3.25 flex flex-wrap items-start gap-4 rounded-card border border-dashed p-3',
        isOver ? 'border-primary bg-primary-subtle' : 'border-transparent',
      )}
    >
      {picture}
      <div role="group" aria-labelledby={`${id}-label`} className="min-w-0 flex-1 basis-64">
        <p id={`${id}-label`} className="text-base font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-label={chooseLabel}
            aria-describedby={`${id}-hint`}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              pickFile(target.files ?? [])
              target.value = '' // the same file can be chosen again
            }}
          />
          <Button isBusy={isBusy} onClick={() => input.current?.click()}>
            {chooseLabel}
          </Button>
          {other && (
            <Button variant="quiet" isBusy={other.isBusy} onClick={other.onChoose}>
              {other.label}
            </Button>
          )}
          {remove && (
            <Button variant="quiet" isBusy={remove.isBusy} onClick={remove.onRemove}>
              {remove.label}
            </Button>
          )}
        </div>
        {problem && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}
