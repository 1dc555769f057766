import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useQueryParams } from '#platform/document/use-query-params.ts'
import { useMedia } from '#platform/theme/use-media.ts'
import { usePath } from '#platform/document/page-link.tsx'

/** Both need enough room. */
const roomy = '(min-width: 80rem)'
const name = 'contact'

/**
 * The contact shown next to the list, stored in the URL, so that Back closes it. Without enough room, such a
 * URL redirects to their page.
 */
export function usePreview(integration_id: string) {
  const [params, changeParams] = useQueryParams()
  const navigate = useNavigate()
  // The history state may be another page's.
  const state: unknown = useLocation().state
  const isRoomy = useMedia(roomy)
  const contactId = params.get(name)
  const to = usePath()
  useEffect(() => {
    if (contactId && !matchMedia(roomy).matches)
      void navigate(
        to('app-i-integrationId-contacts-uuid', { integrationId: integration_id, uuid: contactId }),
        {
          replace: true,
        },
      )
  }, [contactId, navigate, to, integration_id])
  const isOpenedByThis = typeof state === 'object' && state !== null && 'isPreview' in state
  return {
    isRoomy,
    contact_id: isRoomy ? contactId : null,
    /** Only the first preview adds a history entry. */
    show: (contact_id: string) =>
      changeParams(
        { [name]: contact_id },
        contactId ? { replace: true, state } : { state: { isPreview: true } },
      ),
    close() {
      if (isOpenedByThis) void navigate(-1)
      else changeParams({ [name]: null })
    },
  }
}
export type Preview = ReturnType<typeof usePreview>
