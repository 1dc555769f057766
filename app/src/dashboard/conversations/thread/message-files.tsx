import type { Attachment } from '@ozvi/contract'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { fileSize, fileUrl, type LocalFile, useObjectUrl } from '#dashboard/files'

const sideMax_px = 320
/** Natural or limited size; known before the picture loads, so that nothing shifts. */
function fitSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, sideMax_px / width, sideMax_px / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
type Shown = Pick<Attachment, 'name' | 'size' | 'width' | 'height'>

/** Attachments: pictures inline, other files as downloads. */
export function MessageFiles({
  attachments,
  integration_id,
}: {
  attachments: readonly Attachment[]
  integration_id: string
}) {
  return attachments.map((file) => <File key={file.id} file={file} url={fileUrl(integration_id, file.id)} />)
}
/** Files that aren't uploaded yet. */
export const LocalFiles = ({ files }: { files: readonly LocalFile[] }) =>
  files.map((file) => <Local key={file.id} file={file} />)

function Local({ file }: { file: LocalFile }) {
  const url = useObjectUrl(file.blob)
  return <File file={file} url={url ?? file.url} isPending />
}

function File({ file, url, isPending }: { file: Shown; url: string | undefined; isPending?: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { name, size, width, height } = file
  if (width !== null && height !== null) {
    const displaySize = fitSize({ width, height })
    return (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('conversations.open_picture', { name })}
        className={cn(
          'block min-h-11 min-w-11 max-w-full overflow-hidden rounded-panel border border-line bg-inset',
          isPending && 'opacity-75',
        )}
      >
        <img
          src={url}
          alt={name}
          width={displaySize.width}
          height={displaySize.height}
          loading="lazy"
          className="block h-auto max-w-full"
        />
      </a>
    )
  }
  return (
    <a
      href={url}
      download={name}
      className={cn(
        'flex max-w-full items-center gap-2.5 rounded-control border border-line bg-raised px-3 py-2 hover:bg-inset',
        isPending && 'opacity-75',
      )}
    >
      <Icon name="file" className="text-muted" />
      <span className="min-w-0 text-sm">
        <span className="sr-only">{t('conversations.save_file')} </span>
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-xs text-muted">{fileSize(locale, size)}</span>
      </span>
    </a>
  )
}
