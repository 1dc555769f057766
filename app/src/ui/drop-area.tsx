import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { Icon } from './icon.tsx'
import { useDrop } from './use-drop.ts'

interface DropAreaProps {
  title: string
  /** Label of the button that opens the file dialog. */
  choose: string
  hint: string
  /** As in the `accept` of a file input: extensions or types, separated by commas. */
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  /** Shown instead while no more files can be added. */
  children?: ReactNode
}
/** An area for files that are dropped, or selected in a file dialog. */
export function DropArea({ title, choose, hint, accept, multiple, onFiles, children }: DropAreaProps) {
  const { isOver, dropTarget } = useDrop(onFiles)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      {...dropTarget}
      className={cn(
        'flex flex-col items-center gap-2 rounded-card border border-dashed px-6 py-8 text-center',
        isOver ? 'border-primary bg-primary-subtle' : 'border-strong',
      )}
    >
      <Icon name="upload" size={24} className="text-muted" />
      {children ?? (
        <>
          <p className="text-base">{title}</p>
          <Button onClick={() => input.current?.click()}>{choose}</Button>
          <p className="text-sm text-muted">{hint}</p>
        </>
      )}
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={choose}
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = '' // the same file can be chosen again
        }}
      />
    </div>
  )
}
