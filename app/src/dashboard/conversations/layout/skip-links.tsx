import { useT } from '#platform/i18n/provider.tsx'

/** Let keyboard users skip the list. */
export function SkipLinks() {
  const t = useT()
  const className =
    'sr-only rounded-control bg-ink px-3 py-2 text-page focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20'
  return (
    <>
      <a href="#conversation-title" className={className}>
        {t('conversations.skip_to_messages')}
      </a>
      <a href="#composer" className={className}>
        {t('conversations.skip_to_reply')}
      </a>
    </>
  )
}
