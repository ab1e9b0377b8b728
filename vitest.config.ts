import { defineConfig } from 'vitest/config'

const server = { isolate: false, include: ['server/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 }

/** The server's tests run twice, once on each engine; those of page, contract and scripts need neither. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...server, name: 'sqlite' } },
      { test: { ...server, name: 'postgres', globalSetup: ['server/testing/postgresSetup.ts'] } },
      {
        test: {
          ...server,
          name: 'web',
          include: ['{contract,demo,scripts}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
