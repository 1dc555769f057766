import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { Feature } from '#platform/feature.ts'
import { runReplayJob } from './jobs.ts'
import * as service from './service.ts'

export { replayAll } from './service.ts'

const manage = member('rules.manage')

export const scenarioReplays: Feature = {
  name: 'scenario-replays',
  routes(on) {
    on(contract.startScenarioReplay, schemas.startScenarioReplay, manage, service.startScenarioReplay)
    on(contract.getScenarioReplay, schemas.getScenarioReplay, manage, service.getScenarioReplay)
    on(contract.cancelScenarioReplay, schemas.cancelScenarioReplay, manage, service.cancelScenarioReplay)
    on(contract.listReplayResults, schemas.listReplayResults, manage, service.listReplayResults)
  },
  jobs(jobs, ctx) {
    jobs.register(runReplayJob, (replay) => service.replayAll(ctx, replay))
  },
}
