import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built widget. */
    widget_dist: string
  }
}

/** Builds the widget into a separate folder, because a server may be starting from `dist`. */
export async function setup(project: TestProject) {
  const outDir = mkdtempSync(path.join(tmpdir(), 'ozvi-widget-'))
  const shared = {
    root: path.join(import.meta.dirname, '..'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: false },
  } as const
  await build(shared)
  await build({ ...shared, mode: 'embed' })
  await build({ ...shared, mode: 'title' })
  await build({ ...shared, mode: 'triggers' })
  project.provide('widget_dist', outDir)
  return () => rmSync(outDir, { recursive: true })
}
