import { type Flow, flowStepsMax, type Step } from '@ozvi/contract'
import type { ScenarioFields } from '../data.ts'
import { edgesOf, mainEdge, mapEdges, withEdge } from './edges.ts'
import { newId } from './new-step.ts'

/*
 * The state of the editor: pure, so that every change can be undone. A change of the same fields of the same step
 * right after another one extends it, so that undo takes back a text and not a letter.
 */

/** How many changes can be undone. */
const historyMax = 100

export interface EditorState {
  past: readonly ScenarioFields[]
  present: ScenarioFields
  future: readonly ScenarioFields[]
  selected: readonly string[]
  /** Groups consecutive changes of the same thing into one undo step; undefined to start a new step. */
  group: string | undefined
}
export interface Source {
  /** Null: the start of the flow. */
  step_id: string | null
  key: string
}
type Positions = Readonly<Record<string, Step['position']>>
export type EditorAction =
  | { type: 'set_details'; changes: Partial<Pick<ScenarioFields, 'name' | 'description'>> }
  | { type: 'set_flow'; changes: Partial<Flow> }
  /**
   * `after`: the connection that leads to the new step; what it led to follows the new step. `positions`: where the
   * other steps are shown; required if the new step was dropped at a position.
   */
  | { type: 'add_step'; step: Step; after?: Source | undefined; positions?: Positions | undefined }
  | { type: 'change_step'; step: Step }
  | { type: 'connect'; from: Source; to: string | null }
  /** Swaps a step with its neighbor in the list, and in the flow if one leads directly to the other. */
  | { type: 'move_step'; id: string; by: 1 | -1 }
  /** Consecutive moves by key are one undo step. */
  | { type: 'place_steps'; positions: Positions; isByKey?: boolean }
  | { type: 'paste_steps'; steps: readonly Step[] }
  | { type: 'delete_steps'; ids: readonly string[] }
  /** Two drafts were made from the same one: `present` is edited further, and undo brings back `other`. */
  | { type: 'resolve_conflict'; present: ScenarioFields; other: ScenarioFields }
  | { type: 'select'; ids: readonly string[] }
  | { type: 'undo' }
  | { type: 'redo' }

export const initialState = (present: ScenarioFields): EditorState => ({
  past: [],
  present,
  future: [],
  selected: [],
  group: undefined,
})

const changedKeys = (before: object, after: object) => {
  const values = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after)
    .filter(([key, value]) => values.get(key) !== value)
    .map(([key]) => key)
}

/** Adds a change to the history. */
function commit(state: EditorState, present: ScenarioFields, group?: string): EditorState {
  const isSameGroup = group !== undefined && group === state.group
  const past = isSameGroup ? state.past : [...state.past, state.present].slice(-historyMax)
  return { ...state, past, present, future: [], group }
}
const withFlow = (state: EditorState, changes: Partial<Flow>, group?: string) =>
  commit(state, { ...state.present, flow: { ...state.present.flow, ...changes } }, group)

/** Returns the flow with an exit of a step, or its start, connected to another step. */
function connected(flow: Flow, { step_id, key }: Source, to: string | null): Flow {
  if (step_id === null) return { ...flow, start_step_id: to }
  return { ...flow, steps: flow.steps.map((step) => (step.id === step_id ? withEdge(step, key, to) : step)) }
}
const targetOf = (flow: Flow, { step_id, key }: Source) =>
  step_id === null
    ? flow.start_step_id
    : (flow.steps
        .filter(({ id }) => id === step_id)
        .flatMap(edgesOf)
        .find((edge) => edge.key === key)?.to ?? null)

/** Where a step is added if no place was named: after the selected one, or else as the start. */
function defaultSource({ present: { flow }, selected }: EditorState): Source | undefined {
  const step = flow.steps.find(({ id }) => id === selected[0])
  const edge = step && mainEdge(step)
  if (step && edge) return { step_id: step.id, key: edge.key }
  return flow.start_step_id === null ? { step_id: null, key: 'start' } : undefined
}

/** Moves a step. Returns the same object if the position stays, so that it isn't rendered again. */
const withPosition = (step: Step, position = step.position): Step =>
  position.x === step.position.x && position.y === step.position.y ? step : { ...step, position }

/** Unplaced steps are arranged whenever they are shown. */
export const isUnplaced = (steps: readonly Step[]) =>
  steps.every(({ position: { x, y } }) => x === 0 && y === 0)

/** Next to the step that leads here, below others; unplaced as long as the whole flow is. */
function placeFor({ steps }: Flow, after: Source | undefined): Step['position'] {
  if (isUnplaced(steps)) return { x: 0, y: 0 }
  const before = steps.find(({ id }) => id === after?.step_id) ?? steps.at(-1)
  const x = (before?.position.x ?? 0) + 320
  let y = before?.position.y ?? 0
  const isTaken = ({ position }: Step) => Math.abs(position.x - x) < 240 && Math.abs(position.y - y) < 120
  // Each turn passes one step, so there are at most as many as steps.
  for (const _ of steps) if (steps.some(isTaken)) y += 160
  return { x, y }
}

function addStep(
  state: EditorState,
  step: Step,
  after = defaultSource(state),
  positions: Positions = {},
): EditorState {
  const { flow } = state.present
  if (flow.steps.length >= flowStepsMax) return state
  const following = after ? targetOf(flow, after) : null
  const edge = mainEdge(step)
  const { x, y } = step.position
  const positioned = x === 0 && y === 0 ? { ...step, position: placeFor(flow, after) } : step
  const added = following && edge ? withEdge(positioned, edge.key, following) : positioned
  const index = flow.steps.findIndex(({ id }) => id === after?.step_id)
  const at = after?.step_id === null ? 0 : index < 0 ? flow.steps.length : index + 1
  const others = flow.steps.map((other) => withPosition(other, positions[other.id]))
  const withAdded = { ...flow, steps: others.toSpliced(at, 0, added) }
  return {
    ...withFlow(state, after ? connected(withAdded, after, step.id) : withAdded),
    selected: [step.id],
  }
}

function moveStep(state: EditorState, id: string, by: 1 | -1): EditorState {
  const { flow } = state.present
  const index = flow.steps.findIndex((step) => step.id === id)
  const first = flow.steps[Math.min(index, index + by)]
  const second = flow.steps[Math.max(index, index + by)]
  if (index < 0 || !first || !second) return state
  const swapped = flow.steps.map((step) => (step === first ? second : step === second ? first : step))
  const hasNext = (step: Step) => edgesOf(step).some(({ key }) => key === 'next')
  if (!hasNext(first) || !hasNext(second)) return withFlow(state, { steps: swapped })
  const isLine = 'next' in first && 'next' in second && first.next === second.id && second.next !== first.id
  if (!isLine) return withFlow(state, { steps: swapped })
  const lead = (to: string | null) => (to === first.id ? second.id : to)
  const steps = swapped.map((step) => {
    if (step === first) return withEdge(first, 'next', second.next)
    if (step === second) return withEdge(mapEdges(second, lead), 'next', first.id)
    return mapEdges(step, lead)
  })
  return withFlow(state, { steps, start_step_id: lead(flow.start_step_id) })
}

/** Ways that led to a deleted step lead to what followed it, or nowhere. */
function deleteSteps(state: EditorState, ids: readonly string[]): EditorState {
  const { flow } = state.present
  const deleted = new Map(flow.steps.filter(({ id }) => ids.includes(id)).map((step) => [step.id, step]))
  if (deleted.size === 0) return state
  function lead(to: string | null) {
    // Bounded: deleted steps can lead to each other.
    for (let hops = 0; hops <= deleted.size; hops++) {
      const step = to === null ? undefined : deleted.get(to)
      if (!step) return to
      to = 'next' in step ? step.next : null
    }
    return null
  }
  const steps = flow.steps.filter(({ id }) => !deleted.has(id)).map((step) => mapEdges(step, lead))
  return {
    ...withFlow(state, {
      steps,
      start_step_id: lead(flow.start_step_id),
      ...(deleted.has(flow.goal_step_id ?? '') ? { goal_step_id: null } : {}),
    }),
    selected: state.selected.filter((id) => !deleted.has(id)),
  }
}

/** Distance between a copy and its original on both axes, so that both are visible. */
const pasteOffset = 40
/** Beside what they were copied from, or below all steps if they had no place. */
function placesFor(
  copied: readonly Step[],
  { steps }: Flow,
): (step: Step, index: number) => Step['position'] {
  if (steps.length === 0) return ({ position }) => position
  if (isUnplaced(steps)) return () => ({ x: 0, y: 0 })
  if (isUnplaced(copied)) {
    const left = Math.min(...steps.map(({ position }) => position.x))
    const bottom = Math.max(...steps.map(({ position }) => position.y))
    return (_, index) => ({ x: left + index * 320, y: bottom + 240 })
  }
  const hides = (a: Step['position'], x: number, y: number) =>
    Math.abs(a.x - x) < pasteOffset && Math.abs(a.y - y) < pasteOffset
  let by = pasteOffset
  // Each copy can meet each step twice.
  for (let turns = 2 * copied.length * steps.length; turns > 0; turns--) {
    const isTaken = copied.some(({ position: { x, y } }) =>
      steps.some(({ position }) => hides(position, x + by, y + by)),
    )
    if (!isTaken) break
    by += pasteOffset
  }
  return ({ position: { x, y } }) => ({ x: x + by, y: y + by })
}

/** Copies get new ids; connections among them are kept, others are open. In an empty flow the first one becomes its start. */
function pasteSteps(state: EditorState, copied: readonly Step[]): EditorState {
  const { flow } = state.present
  const free = copied.slice(0, flowStepsMax - flow.steps.length)
  if (free.length === 0) return state
  const ids = new Map(free.map(({ id }) => [id, newId()]))
  const placeOf = placesFor(free, flow)
  const pasted = free.map((step, index): Step => {
    const copy = mapEdges(step, (to) => (to === null ? null : (ids.get(to) ?? null)))
    return { ...copy, id: ids.get(step.id) ?? newId(), position: placeOf(step, index) }
  })
  return {
    ...withFlow(state, {
      steps: [...flow.steps, ...pasted],
      start_step_id: flow.steps.length === 0 ? (pasted[0]?.id ?? null) : flow.start_step_id,
    }),
    selected: pasted.map(({ id }) => id),
  }
}

export function edit(state: EditorState, action: EditorAction): EditorState {
  const { flow } = state.present
  switch (action.type) {
    case 'set_details':
      return commit(
        state,
        { ...state.present, ...action.changes },
        `details ${Object.keys(action.changes).join()}`,
      )
    case 'set_flow':
      return withFlow(state, action.changes, `flow ${changedKeys(flow, action.changes).join()}`)
    case 'add_step':
      return addStep(state, action.step, action.after, action.positions)
    case 'change_step': {
      const before = flow.steps.find(({ id }) => id === action.step.id)
      if (!before) return state
      const steps = flow.steps.map((step) => (step === before ? action.step : step))
      return withFlow(state, { steps }, `${action.step.id} ${changedKeys(before, action.step).join()}`)
    }
    case 'connect':
      return commit(state, { ...state.present, flow: connected(flow, action.from, action.to) })
    case 'move_step':
      return moveStep(state, action.id, action.by)
    case 'place_steps':
      return withFlow(
        state,
        { steps: flow.steps.map((step) => withPosition(step, action.positions[step.id])) },
        action.isByKey ? `place ${state.selected.join()}` : undefined,
      )
    case 'paste_steps':
      return pasteSteps(state, action.steps)
    case 'delete_steps':
      return deleteSteps(state, action.ids)
    case 'resolve_conflict': {
      const { present, other } = action
      const isKept = ({ id }: Step) => state.selected.includes(id)
      const selected = present.flow.steps.filter(isKept).map(({ id }) => id)
      return { ...commit({ ...state, present: other }, present), selected }
    }
    case 'select':
      return { ...state, selected: action.ids, group: undefined }
    case 'undo': {
      const present = state.past.at(-1)
      if (!present) return state
      const future = [state.present, ...state.future]
      return { ...state, past: state.past.slice(0, -1), present, future, group: undefined }
    }
    case 'redo': {
      const [present, ...future] = state.future
      if (!present) return state
      return { ...state, past: [...state.past, state.present], present, future, group: undefined }
    }
  }
}
