import { Button, Group } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notice } from '#contract/privacy/notice.ts'
import { canSaveNotice } from '#contract/permissions.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import classes from './notice.module.css'
import { noticeQuery, noticeVersionQuery } from './noticeApi.ts'

const NoticeModal = lazyDialog(async () => (await import('./NoticeModal.tsx')).NoticeModal)
const PrintedNotice = lazyDialog(async () => (await import('./PrintedNotice.tsx')).PrintedNotice)

/**
 * The privacy notice, which families get before they agree: everybody here can print any version, directors and administrators
 * can add one.
 */
export function NoticeCard() {
  const { data, error, refetch } = useQuery(noticeQuery)
  const { role } = useSessionUser()
  const [version, setVersion] = useState<string>()
  const [doing, setDoing] = useState<'edit' | 'print'>()
  const close = () => setDoing(undefined)
  const showNewest = () => {
    setVersion(undefined)
    close()
  }
  const notice = data?.data ?? null
  const { data: older } = useQuery({ ...noticeVersionQuery(version), enabled: version !== undefined })
  const shown = version === undefined ? notice : (older?.data ?? null)
  return (
    <section className={`el-card ${classes.card}`} aria-labelledby="notice">
      <h2 id="notice" className="el-h2">
        Privacy notice
      </h2>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className="el-ui el-ink-2">{shown ? aboutNotice(shown) : !notice && NONE}</p>
          <Group gap={8} mt={12}>
            {canSaveNotice(role) && (
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => setDoing('edit')}
              >
                {notice ? 'New version' : 'Write notice'}
              </Button>
            )}
            {data.versions.length > 1 && (
              <SelectBox
                aria-label="Version of the notice"
                data={data.versions.map((each) => ({ value: each, label: each }))}
                value={version ?? notice?.version}
                onChange={({ currentTarget }) => setVersion(currentTarget.value)}
              />
            )}
            {shown && (
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} aria-hidden />}
                onClick={() => setDoing('print')}
              >
                Print notice
              </Button>
            )}
          </Group>
        </>
      )}
      {data && doing === 'edit' && (
        <NoticeModal notice={notice} versions={data.versions} onClose={showNewest} />
      )}
      {shown && doing === 'print' && <PrintedNotice notice={shown} onPrinted={close} />}
    </section>
  )
}

const NONE = 'Nothing is written yet. The notice tells families what is recorded and why, before they agree.'

/** `Version 2026-01, saved by Amina Mwangi on 5 Jan 2026.` */
const aboutNotice = ({ version, saved_by, saved_at }: Notice) =>
  `Version ${version}, saved by ${saved_by} on ${formatDate(saved_at)}.`
