import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { requestDesktopPermission, showOnDesktop, useDesktopState } from '#dashboard/notifications'

/**
 * Desktop notifications of this browser: permission is requested only on click, with instructions if denied.
 */
export function DesktopSection() {
  const t = useT()
  const state = useDesktopState()
  const test = () =>
    void showOnDesktop({
      title: t('notification-settings.test_title'),
      body: t('notification-settings.test_body'),
      tag: 'test',
      url: location.pathname,
    })
  return (
    <Section
      title={t('notification-settings.channel_desktop')}
      description={t('notification-settings.desktop_text')}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p role="status" className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-base">
          <Icon
            name={state === 'granted' ? 'circle-check' : state === 'default' ? 'info' : 'alert-triangle'}
            size={20}
            className={state === 'granted' ? 'text-success' : 'text-muted'}
          />
          <span>{t(`notification-settings.desktop_${state}`)}</span>
        </p>
        {state === 'default' && (
          <Button icon="bell" onClick={() => void requestDesktopPermission()}>
            {t('notification-settings.desktop_ask')}
          </Button>
        )}
        {state === 'granted' && <Button onClick={test}>{t('notification-settings.test')}</Button>}
      </div>
    </Section>
  )
}
