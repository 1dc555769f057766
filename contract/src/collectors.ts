/**
 * Analytics services, each used only if it is configured and after consent. The configuration is public: it is
 * in the HTML of every page.
 */
export interface Collectors {
  /** Product analytics. */
  posthog?: {
    key: string
    /** The base URL for events, without a trailing slash. */
    host: string
    captures_page_leave: boolean
  }
  /** The page-view collector. */
  umami?: {
    /** The endpoint of the events. */
    url: string
    website_id: string
    tag?: string
    /** Hosts whose visits are counted; others send nothing. */
    hosts: string[]
  }
  /** The web analytics tag: `AW-…` or `G-…`. */
  google_tag?: { id: string }
}
