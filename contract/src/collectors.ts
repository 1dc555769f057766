/**
 * Outside services that count visits; each is there only when it was configured, and a browser speaks to one
 * only after consent. All of it is public: it stands in the HTML of every page.
 */
export interface Collectors {
  /** Product analytics. */
  posthog?: {
    key: string
    /** Where events go, without a slash at the end. */
    host: string
    captures_page_leave: boolean
  }
  /** The page-view collector. */
  umami?: {
    /** What is posted to. */
    url: string
    website_id: string
    tag?: string
    /** Host names whose visits count; visits of others are not sent. */
    hosts: string[]
  }
  /** The web analytics tag: `AW-…` or `G-…`. */
  google_tag?: { id: string }
}
