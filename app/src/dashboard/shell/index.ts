export { isPageOffered, navPages, navPath } from './nav.tsx'
export { ShellCommands } from './shell-commands.tsx'
