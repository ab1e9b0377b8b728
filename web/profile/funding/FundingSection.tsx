import { Box, Button, Group, VisuallyHidden } from '@mantine/core'
import { IconCalendarDollar, IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lookupName } from '#contract/lookups.ts'
import { canEditFunding } from '#contract/permissions.ts'
import { STUDENT_ACTIVE, type StudentProfile } from '#contract/students/students.ts'
import { useYears } from '../../calendar/useYears.ts'
import { noPlan } from '../../funding/fundingWords.ts'
import { usePeriods } from '../../students/promises/periods.ts'
import { studentFundingQuery } from '../../students/promises/promiseApi.ts'
import { useToday } from '../../ui/form/FormFields.tsx'
import { Segments } from '../../ui/form/Segments.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { sectionTitles } from '../profileSections.ts'
import classes from './Funding.module.css'
import type { FundingProps } from './FundingProps.ts'
import { FundingTerms } from './FundingTerms.tsx'
import { fundingSentence, owedSentence } from './fundingWords.ts'
import { Promises } from './Promises.tsx'
import { ToSchool } from './ToSchool.tsx'

const OwnPlanModal = lazyDialog(async () => (await import('./OwnPlanModal.tsx')).OwnPlanModal)
const ClassModal = lazyDialog(async () => (await import('./ClassModal.tsx')).ClassModal)
const PromiseModal = lazyDialog(async () => (await import('./PromiseModal.tsx')).PromiseModal)

/** What one student is expected to cost in a year, who bears it, and what is still to find. For staff. */
export function FundingSection({ student }: { student: StudentProfile }) {
  const today = useToday()
  const { chosen, shown, choose, ...years } = useYears(today, {
    key: 'funding_year',
    others: student.annual_finance.map(({ year_name }) => year_name),
  })
  const { data, error, refetch } = useQuery(studentFundingQuery(student.id, chosen?.id))
  const periods = usePeriods()
  const [isSettingClass, setIsSettingClass] = useState(false)
  const mayEdit = useMayEdit(student)
  const failure = error ?? years.error
  const retry = () => {
    years.retry()
    void refetch()
  }
  return (
    <ProfileSection
      title={sectionTitles.funding}
      subtitle={
        data && (
          <>
            {data.year}, {data.class ?? 'class not known'}, in Kenya shillings
            {mayEdit && (
              <>
                {' '}
                <button
                  type="button"
                  className={classes.correct}
                  data-screen-only
                  onClick={() => setIsSettingClass(true)}
                >
                  {data.class === null ? 'Set the class' : 'Correct the class'}
                </button>
              </>
            )}
          </>
        )
      }
      tools={
        shown.length > 0 && (
          <Segments
            label="Year of funding"
            choices={shown.map((year) => ({ id: year.id, name: lookupName('years', year) }))}
            chosen={chosen?.id}
            onChoose={(id) => choose(shown.find((year) => year.id === id))}
          />
        )
      }
      isFull
    >
      {data && periods ? (
        <Funding student={student} funding={data} periods={periods} mayEdit={mayEdit} />
      ) : (
        <Box className="el-line" p="16px var(--edge)" mih={320}>
          {failure ? (
            <LoadFailure error={failure} onRetry={retry} />
          ) : (
            <VisuallyHidden component="output">Loading the funding</VisuallyHidden>
          )}
        </Box>
      )}
      {data && isSettingClass && (
        <ClassModal student={student} funding={data} onClose={() => setIsSettingClass(false)} />
      )}
    </ProfileSection>
  )
}

/** Figures of students who have left do not change. */
function useMayEdit({ status, erasure }: StudentProfile): boolean {
  const { role } = useSessionUser()
  return canEditFunding(role) && status === STUDENT_ACTIVE && !erasure
}

function Funding({ mayEdit, ...of }: FundingProps & { mayEdit: boolean }) {
  const { student, funding } = of
  const [dialog, setDialog] = useState<'plan' | 'promise'>()
  const close = () => setDialog(undefined)
  const sentence = fundingSentence(funding)
  const owed = owedSentence(funding)
  const isUnknown = funding.year_figures.planned === null
  return (
    <>
      <div className={classes.top}>
        {isUnknown && <StatusBadge {...noPlan} />}
        <p className={classes.sentence}>
          <b>{sentence.lead}</b> {sentence.rest}{' '}
          {owed && (
            <>
              <b>{owed.lead}</b> {owed.rest}
            </>
          )}
        </p>
        {mayEdit && (
          <Group className={classes.actions ?? ''} gap={8} data-screen-only>
            <Button
              variant="default"
              leftSection={<IconCalendarDollar size={18} aria-hidden />}
              onClick={() => setDialog('plan')}
            >
              Set plan
            </Button>
            <Button
              variant="default"
              leftSection={<IconHeartHandshake size={18} aria-hidden />}
              onClick={() => setDialog('promise')}
            >
              Add promise
            </Button>
          </Group>
        )}
      </div>
      <div className={classes.parts}>
        <div className={classes.columns}>
          <FundingTerms funding={funding} />
          <Promises {...of} />
        </div>
        <ToSchool {...of} />
      </div>
      {dialog === 'plan' && <OwnPlanModal student={student} funding={funding} onClose={close} />}
      {dialog === 'promise' && <PromiseModal {...of} onClose={close} />}
    </>
  )
}
