import { appT } from '#platform/i18n/app-translator.ts'
import { logError } from '#platform/log.ts'
import { toast } from '#ui/toast.ts'
import { commandAction } from './active.ts'
import { loadFinder } from './finder.ts'
import type { CommandName } from './table.ts'

/** Overlays are loaded on first use. */
async function show(load: () => Promise<() => void>) {
  try {
    const open = await load()
    open()
  } catch (error) {
    logError('Failed to load the command palette', error)
    toast.error(appT('errors.network'))
  }
}
/** @param name opens with the choices of this command instead of all commands */
export const openCommandBar = (name?: CommandName) =>
  show(async () => {
    const action = name && commandAction(name)
    const [{ openBar }] = await Promise.all([
      import('./command-bar.tsx'),
      loadFinder().catch((error: unknown) => logError('Failed to load the palette search', error)),
      // If loading fails, the other choices are shown.
      typeof action === 'object' ? action.load?.().catch(() => undefined) : undefined,
    ])
    return () => openBar(name)
  })
export const openShortcuts = () =>
  show(async () => (await import('./shortcuts-dialog.tsx')).openShortcutsDialog)

/** Runs a command; asks for a choice first if needed. */
export function runCommand(name: CommandName) {
  const action = commandAction(name)
  if (typeof action === 'function') action()
  else if (action) void openCommandBar(name)
}
