import { appT } from '#platform/i18n/app-translator.ts'
import { logError } from '#platform/log.ts'
import { toast } from '#ui/toast.ts'
import { actOf } from './active.ts'
import type { CommandName } from './table.ts'

/** Overlays are loaded on first use. */
async function show(load: () => Promise<() => void>) {
  try {
    const open = await load()
    open()
  } catch (error) {
    logError('The commands could not be shown', error)
    toast.error(appT('errors.network'))
  }
}
/** @param name opens with the choices of this command instead of all commands */
export const openCommandBar = (name?: CommandName) =>
  show(async () => {
    const act = name && actOf(name)
    const [{ openBar }] = await Promise.all([
      import('./command-bar.tsx'),
      // If loading fails, the other choices are shown.
      typeof act === 'object' ? act.load?.().catch(() => undefined) : undefined,
    ])
    return () => openBar(name)
  })
export const openKeySheet = () =>
  show(async () => {
    const { openSheet } = await import('./key-sheet.tsx')
    return openSheet
  })

/** Runs a command; asks for a choice first if needed. */
export function give(name: CommandName) {
  const act = actOf(name)
  if (typeof act === 'function') act()
  else if (act) void openCommandBar(name)
}
