/** Islands are found by source file. Those of demo pages have a separate script. */
export const demoFolder = 'site/demo/'
export const siteIslands = `[data-island]:not([data-island^="${demoFolder}"])`
export const demoIslands = `[data-island^="${demoFolder}"]`
