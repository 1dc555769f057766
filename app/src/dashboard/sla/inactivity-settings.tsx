import { usesInactivity, defaultInactivityDays } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { useSaveTargets, useTargets } from './data.ts'

/** Asks a workspace from before the default once whether inactivity should resolve conversations. */
export function InactivitySettings({ integration_id }: { integration_id: string }) {
  const t = useT()
  const { data: targets } = useTargets(integration_id)
  const save = useSaveTargets(integration_id)
  const { run, isBusy, problem } = useAsyncAction(async (days: typeof defaultInactivityDays | null) => {
    await save({ resolve_after_days: days })
    toast.success(t(days === null ? 'sla.ask_declined' : 'sla.ask_confirmed'))
  })
  if (!targets || !usesInactivity(targets)) return null
  return (
    <Card className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 p-5 sm:p-6">
      <div className="min-w-0 flex-[1_1_24rem]">
        <h2 className="text-md font-semibold">{t('sla.ask_title')}</h2>
        <p className="mt-1 max-w-[62ch] text-base text-muted">{t('sla.ask_text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" isBusy={isBusy} onClick={() => void run(defaultInactivityDays)}>
          {t('sla.ask_confirm')}
        </Button>
        <Button isBusy={isBusy} onClick={() => void run(null)}>
          {t('sla.ask_decline')}
        </Button>
      </div>
      {problem && <Alert tone="danger" title={problem.message} className="w-full" />}
    </Card>
  )
}
