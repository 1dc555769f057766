import type { Locale } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Segments } from './segments.tsx'

/** The screen size, language and theme of a preview. */
export function usePreviewOptions(first: Locale) {
  const [viewport, setViewport] = useState<'desktop' | 'phone'>('desktop')
  const [locale, setLocale] = useState<Locale>(first)
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  return { viewport, setViewport, locale, setLocale, theme, setTheme }
}

interface Props {
  options: ReturnType<typeof usePreviewOptions>
  /** Short labels for narrow spaces. */
  languages: Record<Locale, string>
}
export function PreviewOptions({ options, languages }: Props) {
  const t = useT()
  return (
    <>
      <Segments
        label={t('preview.viewport')}
        value={options.viewport}
        onChange={options.setViewport}
        options={[
          { value: 'desktop', label: t('preview.desktop'), icon: 'laptop' },
          { value: 'phone', label: t('preview.phone'), icon: 'phone' },
        ]}
      />
      <Segments
        label={t('preview.language')}
        value={options.locale}
        onChange={options.setLocale}
        options={[
          { value: 'en', label: languages.en },
          { value: 'sk', label: languages.sk },
        ]}
      />
      <Segments
        label={t('preview.theme')}
        value={options.theme}
        onChange={options.setTheme}
        options={[
          { value: 'light', label: t('preview.light'), icon: 'sun' },
          { value: 'dark', label: t('preview.dark'), icon: 'moon' },
        ]}
      />
    </>
  )
}
