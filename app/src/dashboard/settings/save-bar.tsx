import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'

interface SaveBarProps {
  /** Id of the form. */
  form: string
  draft: {
    isDirty: boolean
    isBusy: boolean
    /** Someone else has saved changes since the first edit. */
    isOvertaken: boolean
    discard: () => void
  }
}
/** Shown while there are unsaved changes. Leaving the page asks for confirmation. */
export function SaveBar({ form, draft: { isDirty, isBusy, isOvertaken, discard } }: SaveBarProps) {
  const t = useT()
  return (
    <>
      {isDirty && (
        <section
          aria-label={t('client.unsaved')}
          className="sticky bottom-3 low:static z-10 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-raised px-4 py-3 shadow-popover sm:px-5"
        >
          <div role="status" className="min-w-0 flex-1 basis-52 text-base">
            <p className="font-medium">{t('client.unsaved')}</p>
            {isOvertaken && <p className="text-sm text-muted">{t('client.overtaken')}</p>}
          </div>
          <div className="flex gap-2">
            <Button onClick={discard} disabled={isBusy}>
              {t('client.discard')}
            </Button>
            <Button type="submit" form={form} variant="primary" isBusy={isBusy}>
              {t('integrations.save')}
            </Button>
          </div>
        </section>
      )}
      <UnsavedChangesDialog isAsked={isDirty} />
    </>
  )
}
