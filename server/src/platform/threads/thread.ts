import { parentPort } from 'node:worker_threads'
import type { TaskOutcome, TaskRequest, TaskStarted } from './task.ts'

async function run({ module, name, input }: TaskRequest): Promise<TaskOutcome> {
  try {
    // A task names a module of ours and a function that it exports.
    const functions = (await import(module)) as Record<string, (input: unknown) => unknown>
    const started: TaskStarted = { cpu_before: process.threadCpuUsage() }
    parentPort?.postMessage(started)
    return { result: await functions[name]?.(input) }
  } catch (thrown) {
    const { name: error, message } = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { error, message }
  }
}

/** Posts `ready` once, then its start and an outcome for each request; the owner sends one at a time. */
parentPort?.on('message', (request: TaskRequest) => {
  void run(request).then((outcome) => parentPort?.postMessage(outcome))
})
parentPort?.postMessage('ready')
