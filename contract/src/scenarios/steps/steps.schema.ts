import * as z from 'zod/mini'
import { stepKinds } from '../flow.ts'
import {
  SetFieldStep,
  AddTagsStep,
  SetPriorityStep,
  AssignStep,
  EmailTeamStep,
  NoteStep,
} from './action-steps.schema.ts'
import {
  MessageStep,
  ButtonsStep,
  CardsStep,
  QuestionStep,
  FormStep,
  RateStep,
} from './customer-steps.schema.ts'
import {
  AssistantStep,
  HttpRequestStep,
  HubspotContactStep,
  HubspotTicketStep,
} from './request-steps.schema.ts'
import {
  BranchStep,
  SplitStep,
  WaitStep,
  HandOverStep,
  GoToStep,
  RunScenarioStep,
  EndStep,
} from './routing-steps.schema.ts'

export const StepKind = z.enum(stepKinds)
export type StepKind = z.infer<typeof StepKind>
export const Step = z.discriminatedUnion('kind', [
  MessageStep,
  ButtonsStep,
  CardsStep,
  QuestionStep,
  FormStep,
  RateStep,
  BranchStep,
  SplitStep,
  WaitStep,
  AssistantStep,
  SetFieldStep,
  AddTagsStep,
  SetPriorityStep,
  AssignStep,
  NoteStep,
  EmailTeamStep,
  HandOverStep,
  HttpRequestStep,
  HubspotContactStep,
  HubspotTicketStep,
  GoToStep,
  RunScenarioStep,
  EndStep,
])
export type Step = z.infer<typeof Step>
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>
