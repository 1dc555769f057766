import { useT } from '#platform/i18n/provider.tsx'
import { AttachButton } from './attach-button.tsx'
import type { useAttachedFiles } from './attached-files.ts'
import { useDroppedFiles } from './dropped-files.ts'
import { FileTray } from './file-tray.tsx'

/** Files of a stored item: selected, or dropped anywhere on the page. */
export function FilesField({ files, add, remove }: ReturnType<typeof useAttachedFiles>) {
  const t = useT()
  const isDropping = useDroppedFiles((dropped) => void add(dropped))
  return (
    <div className="flex flex-col items-start gap-2">
      {files.length > 0 && <FileTray files={files} onRemove={remove} />}
      {isDropping ? (
        <p className="flex h-9 items-center self-stretch rounded-control border border-dashed border-primary bg-primary-subtle px-4 text-base text-primary touch:h-11">
          {t('conversations.drop_files')}
        </p>
      ) : (
        <AttachButton label={t('conversations.attach')} onFiles={(selected) => void add(selected)} />
      )}
    </div>
  )
}
