import { continueScenarioJob, endRunsJob, startOnRatingJob, startOnSilenceJob } from '#features/scenarios'
import type { Feature } from '#platform/feature.ts'
import { type AnswerStep, askForStep } from './assistant-step.ts'
import type { RunHubspotStep } from '#features/hubspot'
import { runInHubspot } from './hubspot-step.ts'
import { askAssistantJob, emailTeamJob, requestHttpJob, resumeRunJob, writeHubspotJob } from './jobs.ts'
import { handleMessage } from './messages.ts'
import { sendRequest, continueAfterWait } from './requests.ts'
import { handleRating, handleSilence } from './entry-triggers.ts'
import { bubbleRoute, scenarioRunRoutes } from './routes.ts'
import { endRuns } from './service.ts'
import { sendTeamEmail } from './team-email.ts'

export { handleRating, handleSilence } from './entry-triggers.ts'
export { startByRule } from './service.ts'
export { handleMessage, startUnanswered } from './messages.ts'
export { sendRequest, continueAfterWait } from './requests.ts'

/** Steps of other features, passed in because these are put together with the server. */
export interface OtherSteps {
  answer: AnswerStep
  hubspot: RunHubspotStep
}
export const scenarioRuns = ({ answer, hubspot }: OtherSteps): Feature => ({
  name: 'scenario-runs',
  routes: scenarioRunRoutes,
  http: ({ app, ctx }) => bubbleRoute(app, ctx),
  jobs(jobs, ctx) {
    jobs.register(continueScenarioJob, (message) => handleMessage(ctx, message))
    jobs.register(startOnSilenceJob, (silence) => handleSilence(ctx, silence))
    jobs.register(startOnRatingJob, (rating) => handleRating(ctx, rating))
    jobs.register(endRunsJob, (scenario) => endRuns(ctx, scenario))
    jobs.register(resumeRunJob, (run) => continueAfterWait(ctx, run))
    jobs.register(askAssistantJob, (question, { attempt }) => askForStep(ctx, answer, question, attempt))
    jobs.register(writeHubspotJob, (step, run) => runInHubspot(ctx, hubspot, step, run))
    jobs.register(emailTeamJob, (email) => sendTeamEmail(ctx, email))
    jobs.register(requestHttpJob, (request) => sendRequest(ctx, request))
  },
})
