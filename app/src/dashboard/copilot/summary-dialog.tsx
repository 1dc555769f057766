import { summarizeConversation } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { failureText } from './failure-text.ts'

interface SummaryOptions {
  integration_id: string
  conversation_id: string
  /** Adds the summary to the note to the team. */
  onNote: (text: string) => void
}
function SummaryDialog({
  integration_id,
  conversation_id,
  onNote,
  isOpen,
  close,
}: SummaryOptions & OverlayProps<true>) {
  const t = useT()
  const locale = useLocale()
  const key = { integration_id, conversation_id, locale }
  const read = useQuery({
    queryKey: ['conversation-summary', key],
    queryFn: () => call(summarizeConversation, key),
    enabled: isOpen,
    // Each time the dialog opens, the current conversation is summarized.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { data } = read
  const text = data?.text ?? null
  return (
    <Dialog isOpen={isOpen} onOpenChange={() => close()} title={t('copilot.summary')}>
      {text !== null ? (
        <div className="flex flex-col gap-5">
          <p className="text-base whitespace-pre-line wrap-break-word">{text}</p>
          <p className="text-sm text-muted">{t('copilot.summary_text')}</p>
          <Button
            icon="note"
            className="self-start"
            onClick={() => {
              close(true)
              onNote(text)
            }}
          >
            {t('copilot.add_note')}
          </Button>
        </div>
      ) : data?.failure ? (
        <Alert tone="warning" title={failureText(data.failure, t)} />
      ) : (
        <LoadFallback
          title={t('copilot.summary_failed')}
          query={read}
          skeletonClassName="flex flex-col gap-2"
        >
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-2/3" />
        </LoadFallback>
      )}
    </Dialog>
  )
}
const overlay = createOverlay<SummaryOptions>(SummaryDialog)
/** @returns true if the summary was added to a note */
export const openSummary = (options: SummaryOptions): Promise<true | undefined> => overlay.open(options)
