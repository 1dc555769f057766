import { appFiles, appForm, appPage, messageFiles } from './app-files.ts'
import { contractFiles } from './contract-files.ts'
import type { Names } from './names.ts'
import { serverFiles, serverTest, serviceFiles } from './server-files.ts'

/** The files of a new feature: a list of entries with a name, from the table to the settings page. */
export function filesOf(names: Names, migration: string): Record<string, string> {
  return {
    ...contractFiles(names),
    ...serverFiles(names, migration),
    ...serviceFiles(names),
    ...serverTest(names),
    ...appFiles(names),
    ...appPage(names),
    ...appForm(names),
    ...messageFiles(names),
  }
}
