import type { Integration } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown instead of the numbers while there are none: what will be counted, and how to get there. */
export function NoConversations({
  integration,
  isOwn,
}: {
  integration: Pick<Integration, 'public_key'>
  isOwn: boolean
}) {
  const t = useT()
  const to = usePath()
  return (
    <Card className="mt-8">
      <EmptyState
        icon="message"
        title={t('home.empty')}
        action={
          !isOwn && (
            <a
              href={`${to('preview')}?key=${integration.public_key}`}
              target="_blank"
              className={buttonStyle('plain')}
            >
              {t('home.preview')}
            </a>
          )
        }
      >
        {t(isOwn ? 'home.empty_own' : 'home.empty_text')}
      </EmptyState>
    </Card>
  )
}
