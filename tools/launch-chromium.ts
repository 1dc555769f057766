import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../scripts/apt.mjs'

/** Starts Chromium without its requests to Google's servers. `CHROMIUM_PATH` selects another executable. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || (findProgram('chromium') ?? 'chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
