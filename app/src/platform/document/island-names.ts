/** Islands are found by the source file that stands in the page. Those of demo pages have a script of their own. */
export const demoFolder = 'site/demo/'
export const siteIslands = `[data-island]:not([data-island^="${demoFolder}"])`
export const demoIslands = `[data-island^="${demoFolder}"]`
