import type { Messages } from '@lingui/core'

/** The messages embedded in a public page for its islands by `SiteScripts`. */
export const pageMessages = () =>
  // Written from the dictionary.
  JSON.parse(document.getElementById('messages')?.textContent ?? '{}') as Messages
