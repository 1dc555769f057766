/** An island's name is its source file. The demo pages have a script of their own for their islands. */
export const demoFolder = 'site/demo/'
export const siteIslands = `[data-island]:not([data-island^="${demoFolder}"])`
export const demoIslands = `[data-island^="${demoFolder}"]`
