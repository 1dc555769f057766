import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { followSystemColor } from '#platform/theme/color-mode.ts'
import { fetchDictionary, loadLazyMessages } from '#platform/i18n/load.ts'
import { detectLocale } from '#platform/i18n/locale.ts'
import { setAppTranslator } from '#platform/i18n/app-translator.ts'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { createTranslator } from '#platform/i18n/translator.ts'
import { connectBrowser } from '#platform/calls/connect.ts'
import { pageLocationOf } from '#addresses'
import { logError } from '#platform/log.ts'
import { listenRealtime, watchRealtime } from '#platform/realtime/realtime.ts'
import { startBackgroundLater } from '#platform/document/start-background.ts'

/** Loaded on first use. */
const confirm = async () => (await import('#dashboard/confirmation')).confirmIdentity()

async function mount() {
  const locale = detectLocale({ pathname: location.pathname, cookie: document.cookie })
  const translator = createTranslator(locale, await fetchDictionary(locale))
  setAppTranslator(translator)
  if (pageLocationOf(location.pathname)?.page.hasLazyMessages) await loadLazyMessages()
  connectBrowser(locale, { listen: listenRealtime, watch: watchRealtime, confirm })
  followSystemColor()
  startTransition(() => {
    hydrateRoot(
      document,
      <TranslatorProvider value={translator}>
        <HydratedRouter onError={(error) => logError('A page failed', error)} />
      </TranslatorProvider>,
      { onRecoverableError: (error) => logError('Hydration mismatch', error) },
    )
  })
}
mount().catch((error: unknown) => logError('The app failed to mount', error))
startBackgroundLater()
