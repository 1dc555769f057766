import type { Messages } from '@lingui/core'

/** The messages that came with a public page: those of its islands, as `SiteScripts` wrote them. */
export const pageMessages = () =>
  // Written from the dictionary.
  JSON.parse(document.getElementById('messages')?.textContent ?? '{}') as Messages
