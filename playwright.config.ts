import { defineConfig } from '@playwright/test'
import { PHONE, WIDE } from './e2e/support/sizes.ts'

/** Chromium as the machine has it (scripts/findBrowser.mjs), without the calls home it would make by itself. */
const launchOptions = {
  ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A journey is over before optimized code pays, but for the checksum of a film: compiling took a fifth of the page's time.
    '--js-flags=--no-maglev,--invocation-count-for-turbofan=200000,--invocation-count-for-osr=30000',
  ],
}

export default defineConfig({
  testDir: 'e2e',
  // Node strips types by itself, in a seventh of the time: a fresh clone has no cache of Playwright's own.
  build: { external: ['**/*.ts'] },
  outputDir: 'test-results',
  // Tests leave the files that they chose from the disk.
  preserveOutput: 'failures-only',
  fullyParallel: true,
  // On two cores the same 57 journeys took two workers 109 s, three 91 s and four 87 s: a fourth mostly makes each slower.
  workers: 3,
  // A machine that also does other work may take a while; nothing waits longer than it has to.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  // One race among hundreds of journeys must not hide the others' results. What the list calls flaky is to be corrected.
  retries: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: { launchOptions, locale: 'en-GB', timezoneId: 'Africa/Nairobi' },
  // What has nothing to do with the width, or is about a screen that another journey shows at both, is tagged.
  // Drawing things that move takes an eighth of the time, so they move at the phone's width, and where a wide journey asks for it.
  projects: [
    { name: 'wide', use: { viewport: WIDE, contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'phone', grepInvert: /@wide/, use: { viewport: PHONE, hasTouch: true } },
  ],
})
