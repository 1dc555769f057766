/** The build id of the page, from the server's render; `development` if there is none. */
export const pageBuild = () => document.documentElement.dataset.build

/**
 * Whether the next page must be loaded from the server because a newer build exists. Calling it counts as a
 * navigation.
 */
export const build = { isOutdated: () => false }
