import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

const ofRun = { integration_id: z.uuid(), conversation_id: z.uuid(), run_id: z.uuid() }

/** Continues a run when its wait is over. */
export const resumeRunJob = defineJob('scenarios.wake', z.object(ofRun), {
  retry_limit: 10,
  retry_delay_s: 1,
  expire_s: 60,
  concurrency: 2,
})

/** Asks the assistant for a step of a run. */
export const askAssistantJob = defineJob(
  'scenarios.ask_assistant',
  z.object({ ...ofRun, key: z.string(), text: z.nullable(z.string()) }),
  { retry_limit: 4, retry_delay_s: 1, heartbeat_s: 10, expire_s: 60, concurrency: 4 },
)

/** Sends the HTTP request of a step. A repeated one has the same `Idempotency-Key`. */
export const requestHttpJob = defineJob(
  'scenarios.http_request',
  z.object({
    ...ofRun,
    request: z.object({
      key: z.string(),
      method: z.string(),
      url: z.string(),
      headers: z.array(
        z.object({
          name: z.string(),
          // A secret is named here and decrypted only when the request is sent.
          value: z.union([
            z.array(z.union([z.string(), z.object({ secret: z.string() })])),
            // Queued by an earlier version.
            z.pipe(
              z.string(),
              z.transform((text) => [text]),
            ),
          ]),
        }),
      ),
      body: z.nullable(z.string()),
      timeout_s: z.number(),
    }),
  }),
  { retry_limit: 4, retry_delay_s: 2, expire_s: 60, concurrency: 4 },
)

/** Writes what a step sets to HubSpot. */
export const writeHubspotJob = defineJob(
  'scenarios.hubspot',
  z.object({
    ...ofRun,
    key: z.string(),
    action: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('contact'),
        properties: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
      z.object({ kind: z.literal('ticket'), subject: z.string(), content: z.string() }),
    ]),
  }),
  { retry_limit: 4, retry_delay_s: 2, expire_s: 120, concurrency: 2 },
)

/** Emails members about a conversation. */
export const emailTeamJob = defineJob(
  'scenarios.email_team',
  z.object({
    ...ofRun,
    step_id: z.nullable(z.string()),
    email_id: z.uuid(),
    user_ids: z.array(z.uuid()),
    subject: z.string(),
    body: z.string(),
  }),
  { retry_limit: 4, retry_delay_s: 2, expire_s: 60, concurrency: 2 },
)
