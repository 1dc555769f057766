import type { Integration } from '@ozvi/contract'
import { formProblem } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { useInstallations } from './installations.ts'

/** Whether the chat runs on the website, detected from the first page load. */
export function SeenOnSite({ integration: { id, url } }: { integration: Pick<Integration, 'id' | 'url'> }) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const { data: installations, error, isFetching, refetch } = useInstallations(id)
  const [latest] = installations ?? []
  if (error && !installations) {
    return (
      <Card className="flex flex-wrap items-center gap-3 p-4">
        <p className="flex-1 text-danger">{formProblem(error, t).message}</p>
        <Button size="sm" icon="refresh" isBusy={isFetching} onClick={() => void refetch()}>
          {t('ui.retry')}
        </Button>
      </Card>
    )
  }
  return (
    <Card className="flex items-start gap-3 p-4">
      <Icon
        name={latest ? 'circle-check' : 'clock'}
        size={22}
        className={latest ? 'text-success' : 'text-muted'}
      />
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {latest ? t('integrations.seen', { host: latest.host }) : t('integrations.not_seen')}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {latest
            ? t('integrations.seen_at', {
                time: formats.relative(latest.last_seen_at, Math.max(now, Date.parse(latest.last_seen_at))),
              })
            : t('integrations.not_seen_text', { host: new URL(url).host })}
        </p>
      </div>
    </Card>
  )
}
