import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BlankCards } from '../../ui/card/BlankCards.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { CardNote, NumberedList } from '../../ui/form/NumberedList.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { securityQuery } from '../accountApi.ts'
import { DevicesCard } from './DevicesCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { RecoveryCard } from './RecoveryCard.tsx'
import { SecondStepsCard } from './SecondStepsCard.tsx'
import classes from './security.module.css'
import { SessionsCard } from './SessionsCard.tsx'

/** How the user signs in, and where they are signed in. */
export function SecurityPanel() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(securityQuery)
  const now = new Date(dataUpdatedAt)
  return (
    <>
      <PageHead title="Security" subtitle="How you sign in, and where you are signed in" />
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <BlankCards noun="Security" />}
      {data && (
        <div className={classes.page}>
          <div className={classes.column}>
            <SecondStepsCard security={data} now={now} />
            <SessionsCard security={data} now={now} />
            {data.steps.length > 0 && <DevicesCard devices={data.devices} />}
          </div>
          <div className={classes.column}>
            {data.steps.length > 0 && <RecoveryCard recovery={data.recovery} />}
            <PasswordCard />
            <section className="el-card el-ui" aria-labelledby="not-recognised">
              <h2 id="not-recognised" className={`el-h3 ${classes.adviceHead}`}>
                Something you do not recognise?
              </h2>
              <NumberedList
                steps={[
                  ['End all other sessions', 'They are signed out at once.'],
                  ['Change your password', 'Use one that you use nowhere else.'],
                  ['Remove the unknown second step', 'Then make new recovery codes.'],
                ]}
              />
              <CardNote Icon={IconMail} title="You get an email about each change here,">
                at {data.email}.
              </CardNote>
            </section>
          </div>
        </div>
      )}
    </>
  )
}
