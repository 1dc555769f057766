import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { askForDesktop, showOnDesktop, useDesktopState } from './desktop.ts'

/** Whether this browser may show notifications: asked only by a press, and said what to do where it may not. */
export function DesktopSection() {
  const t = useT()
  const state = useDesktopState()
  const test = () =>
    void showOnDesktop({
      title: t('notifications.test_title'),
      body: t('notifications.test_body'),
      tag: 'test',
      url: location.pathname,
    })
  return (
    <Section title={t('notifications.means_desktop')} description={t('notifications.desktop_text')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p role="status" className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-base">
          <Icon
            name={state === 'granted' ? 'circle-check' : state === 'default' ? 'info' : 'alert-triangle'}
            size={20}
            className={state === 'granted' ? 'text-success' : 'text-muted'}
          />
          <span>{t(`notifications.desktop_${state}`)}</span>
        </p>
        {state === 'default' && (
          <Button icon="bell" onClick={() => void askForDesktop()}>
            {t('notifications.desktop_ask')}
          </Button>
        )}
        {state === 'granted' && <Button onClick={test}>{t('notifications.test')}</Button>}
      </div>
    </Section>
  )
}
