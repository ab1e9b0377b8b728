import { Box, SimpleGrid } from '@mantine/core'
import {
  IconArrowBackUp,
  IconFileOff,
  IconId,
  IconList,
  IconMail,
  IconMapPin,
  IconPhoto,
  IconUserShield,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ImportKind } from '#contract/imports.ts'
import { canUndoImports } from '#contract/permissions.ts'
import { type Advice, AdviceCard } from '../../../ui/card/AdviceCard.tsx'
import { DownloadButtons, DownloadState, useSavingDownload } from '../../../ui/export/DownloadHead.tsx'
import { useSessionUser } from '../../../ui/sessionUser.ts'
import frame from '../../imports.module.css'
import { UNDONE_BY } from '../../rowWords.ts'
import { template } from '../../sheet/saveRows.ts'

const advise = (Icon: TablerIcon, title: string, text: string): Advice => ({ Icon, title, text })

const oneRow = (of: string) =>
  advise(IconList, `One row for each ${of}`, 'Any order of columns, any headings.')
const rowPerTerm = (or: string, text: string) =>
  advise(IconList, `A row for each term, or for each ${or}`, text)
const noLetters = advise(IconMail, 'No letters are sent yet', 'You send the invitations after the import.')
const ofThePast = [
  advise(IconId, 'Ref, or name and school', 'A name that fits two students is asked, never guessed.'),
  advise(IconFileOff, 'Without the school’s paper', 'They count as sent. No letter goes out for the past.'),
]

const advice: Record<ImportKind, Advice[]> = {
  students: [
    oneRow('student'),
    advise(
      IconId,
      'A ref updates, no ref adds',
      'Rows with a ref already in Elimu update that student. If none is, the refs of the sheet stay.',
    ),
    advise(IconPhoto, 'Pictures come at the end', 'So do certificates and result slips.'),
  ],
  schools: [
    oneRow('school'),
    advise(IconMapPin, 'Each school has a cluster', 'Clusters that do not exist yet are added too.'),
  ],
  results: [rowPerTerm('subject', 'Marks and grades in any order: 67 B, B 67, ME1.'), ...ofThePast],
  receipts: [rowPerTerm('item', 'Categories may have a column each.'), ...ofThePast],
  supporters: [oneRow('supporter'), noLetters],
  staff: [
    oneRow('staff member'),
    advise(
      IconUserShield,
      'Each has a role',
      'You give roles below your own. Administrators are added one by one, under Users.',
    ),
    noLetters,
  ],
}

/** Advice before choosing a file, and a template to download. */
export function BeforeYouStart({ kind }: { kind: ImportKind }) {
  const { role } = useSessionUser()
  const { download, rows } = template(kind)
  const saving = useSavingDownload(download, () => Promise.resolve(rows), true)
  const undo = advise(
    IconArrowBackUp,
    'It can be undone',
    `You can go back at every step. Afterwards ${canUndoImports(role) ? 'you can undo' : UNDONE_BY} the import.`,
  )
  return (
    <AdviceCard title="Before you start" advice={[...advice[kind], undo]}>
      <Box className={frame.part} p="16px 20px 20px">
        <p className={frame.text}>
          <b>{kind === 'students' ? 'No register yet?' : 'No sheet yet?'}</b>
          Start from a sheet with the right headings and one example row.
        </p>
        <DownloadState saving={saving} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={8} mt={12}>
          <DownloadButtons saving={saving} />
        </SimpleGrid>
      </Box>
    </AdviceCard>
  )
}
