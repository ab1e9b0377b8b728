import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testsWithoutDatabase } from './server/testing/database/testsWithoutDatabase.ts'

const withoutDatabase = testsWithoutDatabase()

const server = {
  include: ['server/**/*.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 30_000,
  // The files of a worker share its modules: they are loaded, a password hashed and a database migrated once.
  isolate: false,
}

const onEachEngine = { ...server, exclude: [...configDefaults.exclude, ...withoutDatabase] }

/**
 * They are about SQLite alone, or about files, images and requests that are refused before any query: on PostgreSQL
 * they would test nothing more.
 */
const onSqliteAlone = [
  'server/admin/main.test.ts',
  'server/database/copyBeforeUpdate.test.ts',
  'server/backup/damagedCopy.test.ts',
  'server/backup/place/places.test.ts',
  'server/backup/cli/cli.test.ts',
  'server/database/locked.test.ts',
  'server/files/images.test.ts',
  'server/files/largeImages.test.ts',
  'server/gallery/{addFilm,mediaFiles,resumableFilm}.test.ts',
  'server/gallery/resumable/resumableRoutes.test.ts',
  'server/http/{apiDocs,badInput,compressReplies,forgery,gate,givenUp}.test.ts',
  'server/http/{fileRoutes,secureHeaders,serveCalls,uploads}.test.ts',
  'server/imports/importYields.test.ts',
  'server/mainStarts.test.ts',
  'server/testing/{files/killedFilm,matrix}.test.ts',
]

/** They take 10 to 30 s each: one that begins last is waited for by everybody. */
const longest = [
  'server/testing/files/killedFilm.test.ts',
  'server/testing/killedWriters.test.ts',
  'server/files/largeImages.test.ts',
  'demo/main.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** The server's tests run on each engine, but once where they reach no database, as those of demo, page, contract and scripts. */
export default defineConfig({
  test: {
    // On two cores three workers took 241 s where two took 297 s: tests also wait for disks and other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...onEachEngine, name: 'sqlite' } },
      {
        test: {
          ...onEachEngine,
          exclude: [...onEachEngine.exclude, ...onSqliteAlone],
          name: 'postgres',
          globalSetup: ['server/testing/database/postgresSetup.ts'],
        },
      },
      { test: { ...server, name: 'no database', include: [...withoutDatabase, 'demo/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'web',
          include: ['{contract,scripts}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
