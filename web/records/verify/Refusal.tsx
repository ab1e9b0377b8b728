import { HttpError } from '../../ui/http.ts'
import { formatDateTime } from '../../ui/formatDate.ts'
import { ChangeList } from '../../ui/history/ChangeList.tsx'
import { Message } from '../../ui/Message.tsx'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import classes from './Refusal.module.css'

/** Why it was not done. Where somebody else changed it meanwhile: who, and what. */
export function Refusal({ kind, refusal }: { kind: RecordKind; refusal: Error }) {
  const conflict = refusal instanceof HttpError ? refusal.body.conflict : undefined
  if (!conflict) return <Problem>{refusal.message}</Problem>
  const names = [...new Set(conflict.history.map(({ by }) => by ?? 'Somebody'))].join(' and ')
  return (
    <section className={classes.refusal} aria-label="Changed meanwhile">
      <Problem>{`${names} changed this meanwhile. What you see now is as it is.`}</Problem>
      <ul className={classes.entries}>
        {conflict.history.map(({ id, by, at, changes }) => (
          <li key={id}>
            <p className={classes.who}>
              <strong>{by ?? 'Somebody'}</strong>, {formatDateTime(at)}
            </p>
            <ChangeList changes={changes} labels={recordKinds[kind].labels} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Problem = ({ children }: { children: string }) => (
  <div className={classes.problem}>
    <Message tone="bad">{children}</Message>
  </div>
)
