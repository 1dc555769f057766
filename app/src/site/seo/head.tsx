import { useLocation } from 'react-router'
import { locales, pathInLocale } from '#platform/i18n/locale.ts'
import { useLocale } from '#platform/i18n/provider.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'

interface Props {
  /** Without the product's name, which is appended. */
  title: string
  description: string
  /** The date a post was published. */
  published?: string
  /** The schema.org type of the page. */
  data?: Record<string, unknown>
  isFullTitle?: boolean
}
const localeTags = { en: 'en_GB', sk: 'sk_SK' } as const

/** Metadata for search engines and shared links. React moves it into the head. */
export function Head({ title, description, published, data, isFullTitle = false }: Props) {
  const locale = useLocale()
  const { app_url } = usePublicConfig()
  const pathname = useLocation().pathname.replace(/\/$/, '')
  const url = app_url + pathname
  const fullTitle = isFullTitle ? title : `${title} – Ozvi`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {locales.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={app_url + pathInLocale(pathname, other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={app_url + (pathname.slice(3) || '/')} />
      <meta property="og:site_name" content="Ozvi" />
      <meta property="og:type" content={published ? 'article' : 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={localeTags[locale]} />
      <meta property="og:image" content={`${app_url}/og${pathname}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {published && <meta property="article:published_time" content={published} />}
      {data && (
        <script
          type="application/ld+json"
          // oxlint-disable-next-line react/no-danger -- JSON of our own content, `<` escaped
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({
              '@context': 'https://schema.org',
              inLanguage: locale,
              url,
              ...data,
            }).replaceAll('<', '\\u003c'),
          }}
        />
      )}
    </>
  )
}
