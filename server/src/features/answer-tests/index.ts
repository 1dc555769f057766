import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { Library } from '#features/assistant'
import { member } from '#features/integrations'
import type { Models } from '#features/language-model'
import type { Feature } from '#platform/feature.ts'
import { runTestsJob, testChanged } from './jobs.ts'
import { askAll, startChanged } from './runs.ts'
import * as service from './service.ts'

const see = member('conversations.see')
const manage = member('knowledge.manage')

export const answerTests = (library: Library, models: Models): Feature => ({
  name: 'answer-tests',
  routes(on) {
    on(contract.listAnswerTests, schemas.listAnswerTests, see, service.listAnswerTests)
    on(contract.saveAnswerTest, schemas.saveAnswerTest, manage, service.saveAnswerTest)
    on(contract.deleteAnswerTest, schemas.deleteAnswerTest, manage, service.deleteAnswerTest)
    on(contract.importAnswerTests, schemas.importAnswerTests, manage, service.importAnswerTests, {
      body_bytes_max: 4 * contract.answerTestsCharsMax,
    })
    on(contract.listAnswerTestRuns, schemas.listAnswerTestRuns, see, service.listAnswerTestRuns)
    on(contract.startAnswerTestRun, schemas.startAnswerTestRun, manage, service.startAnswerTestRun)
    on(contract.cancelAnswerTestRun, schemas.cancelAnswerTestRun, manage, service.cancelAnswerTestRun)
    on(contract.getAnswerTestRun, schemas.getAnswerTestRun, see, service.getAnswerTestRun)
  },
  jobs(jobs, ctx) {
    jobs.register(runTestsJob, (key, run) => askAll(ctx, { library, models }, key, run))
    jobs.register(testChanged, () => startChanged(ctx))
    jobs.schedule(testChanged, '* * * * *', {})
  },
})
