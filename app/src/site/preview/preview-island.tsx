import type { Locale } from '@ozvi/contract'
import { pageLanguages } from '#platform/i18n/languages.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { cn } from '#ui/cn.ts'
import { PreviewOptions, usePreviewOptions } from '#ui/preview-options.tsx'
import { pagePath } from '#addresses'

interface Props {
  public_key: string
  locale: Locale
}
/** A shop in a frame with a workspace's real chat, in any screen size, language and theme. */
export function Preview({ public_key, locale: first }: Props) {
  const t = useT()
  const options = usePreviewOptions(first)
  const { viewport, locale, theme } = options
  const src = `${pagePath(locale, 'preview-shop')}?key=${encodeURIComponent(public_key)}&theme=${theme}`
  return (
    <>
      <div className="border-b border-line bg-raised">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
          <h1 className="mr-auto text-md font-semibold">{t('preview.title')}</h1>
          <PreviewOptions options={options} languages={pageLanguages} />
        </div>
      </div>
      <div className="flex flex-1 justify-center p-4 sm:p-6">
        <iframe
          key={src}
          src={src}
          title={t('preview.frame')}
          className={cn(
            'h-[clamp(26rem,calc(100dvh-15rem),44rem)] rounded-card sm:h-[clamp(26rem,calc(100dvh-11.5rem),44rem)] border border-line bg-page',
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
  messages: ['preview'],
}
