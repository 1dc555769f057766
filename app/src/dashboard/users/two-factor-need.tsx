import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { linkStyle } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { requireTwoFactorForAll } from './manage.ts'

/** Whether everyone needs a second factor. */
export function TwoFactorNeed() {
  const t = useT()
  const to = usePath()
  const { has_two_factors } = useUser()
  const { id, needs_two_factor } = useIntegration()
  const change = useAsyncAction(async (is_needed: boolean) => {
    try {
      await requireTwoFactorForAll(id, is_needed)
      toast.success(t(is_needed ? 'users.two_factor_needed' : 'users.two_factor_optional'))
    } catch (error) {
      toastError(error, t)
    }
  })
  const isShut = !has_two_factors && !needs_two_factor
  return (
    <Section title={t('users.two_factor')} description={t('users.two_factor_text')}>
      <Switch
        label={t('users.two_factor_need')}
        checked={needs_two_factor}
        disabled={isShut || change.isBusy}
        onChange={({ target }) => void change.run(target.checked)}
      />
      {isShut && (
        <p className="mt-3 text-base text-muted">
          {t('users.two_factor_own')}{' '}
          <PageLink to={to('app_account')} className={linkStyle()}>
            {t('shell.account')}
          </PageLink>
        </p>
      )}
    </Section>
  )
}
