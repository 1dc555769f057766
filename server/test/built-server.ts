import { build } from '../../scripts/build.mjs'
import { environmentWith } from '../../scripts/packages.mjs'

/** Builds the server, for tests that start it as a process, if its sources have changed. */
export async function buildServer() {
  if (!(await build(environmentWith(process.execPath), ['server'])))
    throw new Error('The server is not built.')
}
