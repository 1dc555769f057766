import { Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { AttachButton, FileTray, useDroppedFiles, type useAttachedFiles } from '#dashboard/files'

/** What is sent along with a reply: chosen, or dropped anywhere on the page. */
export function ReplyFiles({ files, add, remove }: ReturnType<typeof useAttachedFiles>) {
  const t = useT()
  const isDropping = useDroppedFiles((dropped) => void add(dropped))
  return (
    <div className="flex flex-col items-start gap-2">
      {files.length > 0 && (
        <Suspense fallback={<div className="h-13" />}>
          <FileTray files={files} onRemove={remove} />
        </Suspense>
      )}
      {isDropping ? (
        <p className="flex h-9 items-center self-stretch rounded-control border border-dashed border-primary bg-primary-subtle px-4 text-base text-primary touch:h-11">
          {t('conversations.drop_files')}
        </p>
      ) : (
        <AttachButton words={t('conversations.attach')} onFiles={(chosen) => void add(chosen)} />
      )}
    </div>
  )
}
