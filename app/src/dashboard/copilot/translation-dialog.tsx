import { type TranslatedMessage, translateConversation } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { failureText } from './failure-text.ts'

interface TranslationOptions {
  integration_id: string
  conversation_id: string
}
/** The conversation in the reader's language, each message with its original. */
function TranslationDialog({
  integration_id,
  conversation_id,
  isOpen,
  close,
}: TranslationOptions & OverlayProps<true>) {
  const t = useT()
  const locale = useLocale()
  const key = { integration_id, conversation_id, locale }
  const read = useQuery({
    queryKey: ['conversation-translation', key],
    queryFn: () => call(translateConversation, key),
    enabled: isOpen,
    // Each time the dialog opens, the current conversation is translated.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { data } = read
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('copilot.translation')}
      description={t('copilot.translation_text')}
      className="sm:w-[min(38rem,calc(100vw-2rem))]"
    >
      {data?.failure ? (
        <Alert tone="warning" title={failureText(data.failure, t)} />
      ) : data ? (
        <ol className="flex flex-col gap-4">
          {data.messages.map((message, index) => (
            // The list is never reordered.
            <Message key={index} message={message} />
          ))}
        </ol>
      ) : (
        <LoadFallback
          title={t('copilot.translation_failed')}
          query={read}
          skeletonClassName="flex flex-col gap-3"
        >
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </LoadFallback>
      )}
    </Dialog>
  )
}

function Message({ message: { author, original, text } }: { message: TranslatedMessage }) {
  const t = useT()
  const isChanged = text !== null && text !== original
  return (
    <li className="flex flex-col gap-1">
      <p className="text-sm font-medium text-muted">{t(`copilot.author_${author}`)}</p>
      <p className="text-base whitespace-pre-line wrap-anywhere">{text ?? original}</p>
      {text === null && <p className="text-sm text-muted">{t('copilot.not_translated')}</p>}
      {isChanged && (
        <details className="text-sm text-muted">
          <summary className="w-fit cursor-pointer">{t('copilot.original')}</summary>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{original}</p>
        </details>
      )}
    </li>
  )
}
const overlay = createOverlay<TranslationOptions>(TranslationDialog)
export const openTranslation = (options: TranslationOptions): Promise<true | undefined> =>
  overlay.open(options)
