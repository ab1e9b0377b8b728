import { Button, Group } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notice } from '#contract/privacy/notice.ts'
import { canSaveNotice } from '#contract/permissions.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import classes from './notice.module.css'
import { noticeQuery } from './noticeApi.ts'

const NoticeModal = lazyDialog(async () => (await import('./NoticeModal.tsx')).NoticeModal)
const PrintedNotice = lazyDialog(async () => (await import('./PrintedNotice.tsx')).PrintedNotice)

/**
 * The privacy notice, which families get before they agree: everybody here can print it, directors and administrators can change
 * it.
 */
export function NoticeCard() {
  const { data, error, refetch } = useQuery(noticeQuery)
  const { role } = useSessionUser()
  const [doing, setDoing] = useState<'edit' | 'print'>()
  const close = () => setDoing(undefined)
  const notice = data?.data ?? null
  return (
    <section className={`el-card ${classes.card}`} aria-labelledby="notice">
      <h2 id="notice" className="el-h2">
        Privacy notice
      </h2>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className="el-ui el-ink-2">{notice ? aboutNotice(notice) : NONE}</p>
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
            {notice && (
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
      {data && doing === 'edit' && <NoticeModal notice={notice} versions={data.versions} onClose={close} />}
      {notice && doing === 'print' && <PrintedNotice notice={notice} onPrinted={close} />}
    </section>
  )
}

const NONE = 'Nothing is written yet. The notice tells families what is recorded and why, before they agree.'

/** `Version 2026-01, saved by Amina Mwangi on 5 Jan 2026.` */
const aboutNotice = ({ version, saved_by, saved_at }: Notice) =>
  `Version ${version}, saved by ${saved_by} on ${formatDate(saved_at)}.`
