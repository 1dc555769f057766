import { useParams } from 'react-router'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { PageOutlet } from '#platform/page-outlet.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { SettingsNav } from './settings-nav.tsx'

/**
 * The list of settings stays where it is while its pages change, whatever their width. On narrow screens it is a
 * page of its own.
 */
// The router requires a default export.
export default function SettingsLayout() {
  const t = useT()
  const to = usePath()
  const { integrationId = '' } = useParams()
  return (
    <div className="mx-auto flex max-w-7xl gap-6 px-4 sm:px-8 lg:px-6 xl:gap-10 xl:px-8">
      <SettingsNav className="sticky top-0 h-[calc(100dvh-1px)] w-48 shrink-0 pt-5 max-lg:hidden xl:w-52" />
      <div className="group/page min-w-0 max-w-180 flex-1 pt-4 pb-6 has-data-wide:max-w-none sm:pb-8 lg:pt-8">
        <PageLink
          to={`${to('app-i-integrationId-settings', { integrationId })}?view=list`}
          className="mb-3 -ml-1.5 inline-flex min-h-9 items-center gap-1 rounded-control px-1.5 text-base text-muted hover:text-ink group-has-data-back/page:hidden lg:hidden touch:min-h-11"
        >
          <Icon name="chevron-left" />
          {t('shell.settings')}
        </PageLink>
        <PageOutlet
          keyOf={({ page }) => page.name}
          skeleton={(isImmediate) => (
            <SkeletonArea isImmediate={isImmediate} className="flex flex-col gap-4">
              <Skeleton className="h-8 w-40" />
              <Skeleton className="h-56 rounded-card" />
            </SkeletonArea>
          )}
        />
      </div>
    </div>
  )
}
