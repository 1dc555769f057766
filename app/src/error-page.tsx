import { Problem, problems } from '@ozvi/contract'
import { useEffect, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Key } from '#platform/i18n/keys.ts'
import { logError } from '#platform/log.ts'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'
import { LogoSign } from '#ui/logo.tsx'

/** The router's message in production, which replaces the message of the error. */
const withheld = 'Unexpected Server Error'

/** A thrown Response as the router represents it. Public pages load no router. */
const isThrownResponse = (error: unknown): error is { status: number; data: unknown } =>
  typeof error === 'object' && error !== null && 'internal' in error && 'status' in error && 'data' in error

/** How browsers name a script or style that they couldn't fetch. */
const notFetched = /dynamically imported module|Importing a module script failed|Unable to preload/
const isOfflineError = (error: unknown) =>
  error instanceof Error && notFetched.test(error.message) && !navigator.onLine

/** Status and message of a thrown value. */
function errorFacts(error: unknown): { status: number; message: string } {
  if (isThrownResponse(error)) {
    return { status: error.status, message: typeof error.data === 'string' ? error.data : '' }
  }
  if (error instanceof Problem) return { status: problems[error.code], message: error.message }
  const message = error instanceof Error ? error.message : ''
  return { status: 500, message: message === withheld ? '' : message }
}

const knownStatuses: Record<number, { title: Key; text: Key }> = {
  404: { title: 'errors.404_title', text: 'errors.404_text' },
  403: { title: 'errors.403_title', text: 'errors.403_text' },
  500: { title: 'errors.500_title', text: 'errors.500_text' },
}

/**
 * The page for fatal errors. It needs no layout and no script: both ways out are links, and going back in history
 * is added where scripts run.
 */
export function ErrorPage({ error }: { error: unknown }) {
  return isOfflineError(error) ? <OfflinePage error={error} /> : <FatalPage error={error} />
}

/** Shown if a part of the app couldn't be fetched without a connection. Loads the page again once there is one. */
function OfflinePage({ error }: { error: unknown }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    logError('Failed to load a part of the page', error)
    heading.current?.focus()
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [error])
  const title = t('errors.offline_title')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-subtle px-6 py-16 text-center">
      <title>{`${title} – Ozvi`}</title>
      <LogoSign size={36} />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-2xl font-semibold outline-none">
        {title}
      </h1>
      <p className="mt-3 max-w-md text-md text-muted">{t('errors.offline_text')}</p>
      <Button variant="primary" icon="refresh" className="mt-8" onClick={() => location.reload()}>
        {t('errors.offline_retry')}
      </Button>
    </main>
  )
}

function FatalPage({ error }: { error: unknown }) {
  const t = useT()
  const { status, message } = errorFacts(error)
  const { title, text } =
    knownStatuses[status] ?? ({ title: 'errors.other_title', text: 'errors.other_text' } as const)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    logError(`Error page ${status}`, error)
    heading.current?.focus()
  }, [error, status])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 bg-subtle px-6 py-16">
      <title>{`${message || t(title)} – Ozvi`}</title>
      <LogoSign size={36} />
      <div className="flex w-full max-w-xl flex-col items-center text-center">
        <p className="text-[6rem] leading-none font-bold tracking-tighter text-primary sm:text-[9rem]">
          {status}
        </p>
        <h1
          ref={heading}
          tabIndex={-1}
          className="mt-4 max-w-full text-2xl font-semibold wrap-anywhere outline-none sm:text-3xl"
        >
          {message || t(title)}
        </h1>
        <p className="mt-3 text-md text-muted">{t(text)}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <a href="/" className={buttonStyle('primary', 'lg')}>
            {t('errors.return_home')}
          </a>
          <a
            href="/"
            data-go-back=""
            className={buttonStyle('plain', 'lg')}
            onClick={(event) => {
              if (history.length <= 1) return
              event.preventDefault()
              history.back()
            }}
          >
            <Icon name="arrow-left" />
            {t('errors.go_back')}
          </a>
        </div>
        <h2 className="mt-12 text-base font-medium text-muted">{t('errors.helpful')}</h2>
        <a href="/blog" className={linkStyle('mt-2 inline-flex items-center gap-2 py-1 text-md')}>
          <Icon name="book" />
          {t('errors.blog')}
        </a>
      </div>
    </main>
  )
}
