import { appT } from '#platform/i18n/app-translator.ts'
import { logError } from '#platform/log.ts'
import { toast } from '#ui/toast.ts'
import { actOf } from './active.ts'
import type { CommandName } from './table.ts'

/** What lies over the page is fetched when it is first asked for. */
async function show(load: () => Promise<() => void>) {
  try {
    const open = await load()
    open()
  } catch (error) {
    logError('The commands could not be shown', error)
    toast.error(appT('errors.network'))
  }
}
/** @param name opens it at what this command can mean, instead of at all commands */
export const openCommandBar = (name?: CommandName) =>
  show(async () => {
    const act = name && actOf(name)
    const [{ openBar }] = await Promise.all([
      import('./command-bar.tsx'),
      // Without it there is the rest to choose from.
      typeof act === 'object' ? act.load?.().catch(() => undefined) : undefined,
    ])
    return () => openBar(name)
  })
export const openKeySheet = () =>
  show(async () => {
    const { openSheet } = await import('./key-sheet.tsx')
    return openSheet
  })

/** Does what a command does here; asks first what exactly, where there is a choice. */
export function give(name: CommandName) {
  const act = actOf(name)
  if (typeof act === 'function') act()
  else if (act) void openCommandBar(name)
}
