import type { ImportKind } from '#contract/imports.ts'
import type { ImportJob } from '../importJob.ts'
import { useJobs } from '../ImportJobs.tsx'
import { usePreparedImport } from '../usePreparedImport.ts'
import { answeredWords } from './firstLine.ts'

/** How many questions of an unfinished import are answered. */
export function HalfwayWords({ kind }: { kind: ImportKind }) {
  const job = useJobs().jobs[kind]
  return job && <Words kind={kind} job={job} />
}

function Words({ kind, job }: { kind: ImportKind; job: ImportJob }) {
  const { prepared, open, answered } = usePreparedImport(kind, job)
  return prepared ? answeredWords(answered, answered + open.length) : 'left halfway'
}
