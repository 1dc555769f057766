import { distinctPoints, type KillPoint } from './step-points.ts'
import {
  type Lane,
  openLane,
  type OutsideCall,
  outsideCalls,
  type StepKill,
  type Surroundings,
} from './step-lane.ts'

/** One conversation during which a server is killed. */
interface Trial {
  point: string
  at?: KillPoint
  call?: OutsideCall
}
/** All points, those of `distinctPoints`, or this number of evenly chosen ones. */
export type PointChoice = 'all' | 'distinct' | number
interface Options {
  points: PointChoice
  onPoint?: (kill: StepKill) => void
}
/**
 * A point that a conversation didn't reach, for example because the assistant was asked again, is tried once more.
 */
const attempts_max = 3

/** Evenly chosen, including the first and the last. */
function chosen<T>(list: readonly T[], maximum: number): T[] {
  if (list.length <= maximum) return [...list]
  return Array.from(
    { length: maximum },
    (_, n) => list[Math.round((n * (list.length - 1)) / (maximum - 1))],
  ).filter((each) => each !== undefined)
}

/** @returns the distinct points first, so that an interrupted run has tried most of what can differ */
function choosePoints(points: readonly KillPoint[], choice: PointChoice): KillPoint[] {
  if (typeof choice === 'number') return chosen(points, choice)
  const distinct = distinctPoints(points)
  return choice === 'distinct' ? distinct : [...new Set([...distinct, ...points])]
}

async function killAt(lane: Lane, { point, at, call }: Trial): Promise<StepKill> {
  for (let attempt = 1; ; attempt++) {
    const kill = await lane.converse(point, at, call)
    if (kill.deaths > 0 || kill.breaches.length > 0) return kill
    if (attempt === attempts_max) return { ...kill, breaches: ['the point was not reached'] }
  }
}

/** Kills at one point, and during the HTTP request of the same conversation. */
export async function killOnce(surroundings: Surroundings, at: KillPoint): Promise<StepKill> {
  const lane = await openLane(surroundings)
  try {
    return await lane.converse(at.name, at, 'HTTP request')
  } finally {
    await lane.close()
  }
}

/**
 * Runs conversations through every type of step, and kills a server at a different point of each. Parallel
 * installations share the points, because on a database server the job of a killed process waits until its claim
 * expires.
 */
export async function killAtEachStep(
  installations: readonly Surroundings[],
  { points, onPoint = () => {} }: Options,
): Promise<StepKill[]> {
  const lanes: Lane[] = []
  try {
    for (const surroundings of installations) lanes.push(await openLane(surroundings))
    const [first] = lanes
    if (!first) throw new Error('There is no installation')
    // The first conversation runs without kills and finds the points.
    const calm = await first.converse('none')
    onPoint(calm)
    if (calm.breaches.length > 0) return [calm]
    const trials: Trial[] = [
      ...choosePoints(first.points(), points).map((at) => ({ point: `${at.name}, ${at.nth}`, at })),
      ...chosen(outsideCalls, typeof points === 'number' ? points : Infinity).map((call) => ({
        point: `in the ${call}`,
        call,
      })),
    ]
    const kills: StepKill[] = []
    const work = async (lane: Lane) => {
      for (let trial = trials.shift(); trial; trial = trials.shift()) {
        const kill = await killAt(lane, trial)
        onPoint(kill)
        kills.push(kill)
      }
    }
    await Promise.all(lanes.map(work))
    return kills
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
  }
}
