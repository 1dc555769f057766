import { booking } from './templates/booking.ts'
import { faq } from './templates/faq.ts'
import { feedback } from './templates/feedback.ts'
import { leadCapture } from './templates/lead-capture.ts'
import { openingHours } from './templates/opening-hours.ts'
import { orderQuestion } from './templates/order-question.ts'
import { pageRouting } from './templates/page-routing.ts'
import { reEngagement } from './templates/re-engagement.ts'
import { topicRouting } from './templates/topic-routing.ts'
import { preChatForm } from './templates/pre-chat-form.ts'
import type { ScenarioTemplate } from './templates/template.ts'

export type { ScenarioTemplate } from './templates/template.ts'

/*
 * Scenarios to start from. They have no references to a workspace, so each of them can be published as it is.
 */

export const scenarioTemplates: readonly ScenarioTemplate[] = [
  leadCapture,
  preChatForm,
  openingHours,
  orderQuestion,
  feedback,
  faq,
  topicRouting,
  pageRouting,
  booking,
  reEngagement,
]
