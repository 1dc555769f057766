import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { fileSize } from './file-size.ts'
import type { AttachedFile } from './local-file.ts'
import { useObjectUrl } from './object-url.ts'

/** Attachments with progress and a button to remove them. */
export function FileTray({
  files,
  onRemove,
  className,
}: {
  files: readonly AttachedFile[]
  onRemove: (id: string) => void
  className?: string
}) {
  const t = useT()
  return (
    <ul aria-label={t('conversations.attached')} className={cn('flex flex-wrap gap-2', className)}>
      {files.map((file) => (
        <TrayFile key={file.local.id} file={file} onRemove={() => onRemove(file.local.id)} />
      ))}
    </ul>
  )
}

function TrayFile({ file, onRemove }: { file: AttachedFile; onRemove: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { local, state, part, problem } = file
  const localUrl = useObjectUrl(local.width === null ? undefined : local.blob)
  const url = local.width === null ? undefined : (localUrl ?? local.url)
  return (
    <li
      className={cn(
        'relative flex w-56 max-w-full items-center gap-2 overflow-hidden rounded-control border bg-page p-1.5',
        state === 'rejected' ? 'border-danger' : 'border-line',
      )}
    >
      <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-[6px] bg-inset text-muted">
        {url ? <img src={url} alt="" className="size-full object-cover" /> : <Icon name="file" />}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block truncate">{local.name}</span>
        {state === 'rejected' ? (
          <span role="alert" className="block text-xs text-danger">
            {problem}
          </span>
        ) : (
          <span className="block text-xs text-muted">
            {state === 'waiting' ? t('conversations.upload_waits') : fileSize(locale, local.size)}
          </span>
        )}
      </span>
      <IconButton
        icon="x"
        size="sm"
        label={t('conversations.remove_file', { name: local.name })}
        onClick={onRemove}
      />
      {state === 'uploading' && (
        <span
          role="progressbar"
          aria-label={t('conversations.uploading', { name: local.name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(part * 100)}
          className="absolute inset-x-0 bottom-0 h-1 bg-inset"
        >
          <span
            className="block h-full origin-left bg-primary transition-transform duration-120 forced-colors:bg-[Highlight]"
            style={{ transform: `scaleX(${part})` }}
          />
        </span>
      )}
    </li>
  )
}
