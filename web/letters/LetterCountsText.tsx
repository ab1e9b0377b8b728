import type { LetterCounts } from '#contract/letters.ts'
import { plural, verb } from '../ui/plural.ts'

/** `3 letters failed and 6 wait. 403 are sent.` */
export function LetterCountsText({ counts: { failed, waiting, sending, sent } }: { counts: LetterCounts }) {
  const onTheWay = waiting + sending
  const wait = verb(onTheWay, 'waits')
  const are = verb(sent, 'is')
  const isWork = failed + onTheWay > 0
  if (!isWork) return sent > 0 && `${plural(sent, 'letter')} ${are} sent.`
  return (
    <>
      {failed > 0 && <strong className="el-strong">{plural(failed, 'letter')} failed</strong>}
      {failed > 0 && onTheWay > 0 && ` and ${onTheWay} ${wait}`}
      {failed === 0 && `${plural(onTheWay, 'letter')} ${wait}`}.{sent > 0 && ` ${sent} ${are} sent.`}
    </>
  )
}
