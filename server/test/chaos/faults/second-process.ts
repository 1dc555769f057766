import { freePort } from '../../../../tools/free-port.ts'
import type { Fault } from '../fault.ts'
import { startServer } from '../server-process.ts'

/** The product is started a second time on the same data folder. */
export const secondProcess: Fault = {
  id: 'F25',
  name: 'embedded database opened twice',
  applies: ({ database_url }) => !database_url,
  async run(environment) {
    const { data_dir } = environment
    const second = startServer({ data_dir, port: await freePort(), realtime_port: await freePort() })
    await second.gone()
    if (second.child.exitCode === 0 || second.child.exitCode === null)
      environment.broken('other', `a second process ended with ${second.child.exitCode}`)
    if (!/already open in another process/.test(second.complaints()))
      environment.broken('other', `a second process did not say why:\n${second.complaints()}`)
  },
}
