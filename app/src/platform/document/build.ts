/** The build of the page shown, as the server's render wrote it; `development` where there is none. */
export const shownBuild = () => document.documentElement.dataset.build

/** Whether the next page must come whole from the server: a newer build is known, and asking counts as going. */
export const build = { isLeft: () => false }
