import { Button } from '@mantine/core'
import { IconFiles, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../../ui/modal/lazyDialog.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { NoticeCard } from '../../notice/NoticeCard.tsx'
import { countsQuery } from '../consentApi.ts'
import { readConsentsAddress } from '../consentsAddress.ts'
import { GateNotice } from '../GateNotice.tsx'
import { BySchool } from './BySchool.tsx'
import { ConsentSums } from './ConsentSums.tsx'
import { ConsentStudents } from './ConsentStudents.tsx'
import { GateCard } from './GateCard.tsx'
import { SharedListCard } from './SharedListCard.tsx'
import classes from './page.module.css'

const PrintFormsModal = lazyDialog(async () => (await import('./PrintFormsModal.tsx')).PrintFormsModal)
const ScansModal = lazyDialog(async () => (await import('./ScansModal.tsx')).ScansModal)

/** What families have agreed to: counts, the gate, and the students who need action. */
export function ConsentsPanel() {
  const { data, error, refetch } = useQuery(countsQuery)
  const { school } = readConsentsAddress(useSearch({ strict: false }))
  /** The school whose forms are to be printed; 0 if it is not chosen yet. */
  const [printing, setPrinting] = useState<number>()
  const [hasScans, setHasScans] = useState(false)
  const isPhone = useIsPhone()
  const fromScans = (
    <Button
      variant="default"
      leftSection={<IconFiles size={18} aria-hidden />}
      onClick={() => setHasScans(true)}
    >
      Record from scans
    </Button>
  )
  return (
    <>
      <PageHead
        title="Consents"
        primary={
          <>
            {!isPhone && fromScans}
            <Button
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => setPrinting(school ?? 0)}
            >
              Print forms
            </Button>
          </>
        }
      >
        {isPhone && fromScans}
      </PageHead>
      <GateNotice hasLink={false} />
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <div className={classes.page}>
        {data && <ConsentSums counts={data} />}
        <div className={classes.columns}>
          <div className={classes.page}>
            {data && <BySchool counts={data} onPrint={setPrinting} />}
            <SharedListCard />
          </div>
          <div className={classes.page}>
            <GateCard />
            <NoticeCard />
          </div>
        </div>
        <ConsentStudents counts={data} />
      </div>
      {data && printing !== undefined && (
        <PrintFormsModal schools={data.schools} first={printing} onClose={() => setPrinting(undefined)} />
      )}
      {hasScans && <ScansModal onClose={() => setHasScans(false)} />}
    </>
  )
}
