import type { Locale } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/island.tsx'
import { cn } from '#ui/cn.ts'
import { Segments } from '#ui/segments.tsx'
import { pagePath } from '#pages'

interface Props {
  public_key: string
  locale: Locale
}
/** A shop in a frame with the real chat of a workspace in it, on whatever screen, language and theme. */
export function Preview({ public_key, locale: first }: Props) {
  const t = useT()
  const [viewport, setViewport] = useState<'desktop' | 'phone'>('desktop')
  const [locale, setLocale] = useState<Locale>(first)
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const src = `${pagePath(locale, 'preview-shop')}?key=${encodeURIComponent(public_key)}&theme=${theme}`
  return (
    <>
      <div className="border-b border-line bg-raised">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
          <h1 className="mr-auto text-md font-semibold">{t('preview.title')}</h1>
          <Segments
            label={t('preview.viewport')}
            value={viewport}
            onChange={setViewport}
            options={[
              { value: 'desktop', label: t('preview.desktop'), icon: 'laptop' },
              { value: 'phone', label: t('preview.phone'), icon: 'phone' },
            ]}
          />
          <Segments
            label={t('preview.language')}
            value={locale}
            onChange={setLocale}
            options={[
              { value: 'en', label: 'English' },
              { value: 'sk', label: 'Slovensky' },
            ]}
          />
          <Segments
            label={t('preview.theme')}
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'light', label: t('preview.light'), icon: 'sun' },
              { value: 'dark', label: t('preview.dark'), icon: 'moon' },
            ]}
          />
        </div>
      </div>
      <div className="flex flex-1 justify-center p-4 sm:p-6">
        <iframe
          key={src}
          src={src}
          title={t('preview.frame')}
          className={cn(
            'h-[44rem] rounded-card border border-line bg-page',
            viewport === 'phone' ? 'w-[390px] max-w-full' : 'w-full max-w-6xl',
          )}
        />
      </div>
    </>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/preview/preview-island.tsx',
  component: Preview,
  messages: ['preview', 'errors'],
}
