import { useT } from '#platform/i18n/provider.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { useCounts } from '../data/data.ts'
import { isFirstRun } from '../data/first-run.ts'
import { useInbox } from './inbox-context.ts'
import { InboxTitle } from './inbox-title.tsx'

/** Shown next to the list when no conversation is open. */
// The router requires a default export.
export default function NoConversationPage() {
  const t = useT()
  const { integration } = useInbox()
  // There is nothing to select: the list shows what to do.
  const isNew = isFirstRun(integration, useCounts(integration.id))
  return (
    <div className="flex h-full items-center justify-center bg-subtle">
      <InboxTitle />
      {!isNew && (
        <EmptyState icon="inbox" title={t('conversations.none_selected')}>
          <p className="touch:hidden">
            <Kbd>J</Kbd> <Kbd>K</Kbd> {t('conversations.none_selected_keys')} <Kbd>?</Kbd>{' '}
            {t('conversations.none_selected_help')}
          </p>
        </EmptyState>
      )}
    </div>
  )
}
