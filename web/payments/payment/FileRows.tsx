import { Button, Group } from '@mantine/core'
import {
  IconBuildingBank,
  IconDeviceMobile,
  IconEye,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconListDetails,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payment, PaymentFile } from '#contract/money/payments.ts'
import { kes } from '../../ui/amounts.ts'
import { Message, StatementMark } from '../../ui/Message.tsx'
import { plural } from '../../ui/plural.ts'
import { transfersQuery } from '../paymentApi.ts'
import { downloadWords, fileNames, sumsOf, zeroWords } from '../paymentWords.ts'
import { AgainModal, FileModal } from './FileModal.tsx'
import classes from './files.module.css'
import type { StepProps } from './StepProps.ts'
import { type FileFormat, useFileDownload } from './useFileDownload.ts'

/** The files of an approved payment: for the bank, for M-Pesa, and the remittance lists. */
export function FileRows({ payment, onChanged, onPrint }: StepProps & { onPrint: () => void }) {
  const { data } = useQuery(transfersQuery(payment.id))
  const download = useFileDownload(payment, onChanged)
  const [seen, setSeen] = useState<'bank' | 'paybill'>()
  const { schools, lines } = sumsOf(payment.lines)
  return (
    <>
      <ul className={classes.files}>
        {data && data.bank.schools > 0 && (
          <FileRow
            Icon={IconBuildingBank}
            kind="bank"
            words={`${plural(data.bank.schools, 'school')}, ${kes(data.bank.total)}`}
            payment={payment}
            onSee={() => setSeen('bank')}
            onDownload={(format) => download.start('bank', format)}
          />
        )}
        {data && data.paybill.schools > 0 && (
          <FileRow
            Icon={IconDeviceMobile}
            kind="paybill"
            words={`${plural(data.paybill.rows.length, 'transaction')} for ${plural(data.paybill.schools, 'school')}, ${kes(data.paybill.total)}`}
            payment={payment}
            onSee={() => setSeen('paybill')}
            onDownload={(format) => download.start('paybill', format)}
          />
        )}
        <FileRow
          Icon={IconListDetails}
          kind="remittance"
          words={`${plural(schools, 'school')}, ${plural(lines.length, 'student')}: who the money is for`}
          payment={payment}
          onPrint={onPrint}
          onDownload={(format) => download.start('remittance', format)}
        />
      </ul>
      <p className={classes.hint}>{zeroWords}</p>
      {download.problem && <Message tone="bad">{download.problem}</Message>}
      {data && seen && (
        <FileModal
          payment={payment}
          kind={seen}
          file={data[seen]}
          onDownload={(format) => download.start(seen, format)}
          onClose={() => setSeen(undefined)}
        />
      )}
      {download.asked && (
        <AgainModal
          payment={payment}
          kind={download.asked.kind}
          onAgain={download.again}
          onClose={download.cancel}
        />
      )}
    </>
  )
}

type FileRowProps = {
  Icon: TablerIcon
  kind: PaymentFile
  words: string
  payment: Payment
  onSee?: () => void
  onPrint?: () => void
  onDownload: (format: FileFormat) => void
}

function FileRow({ Icon, kind, words, payment, onSee, onPrint, onDownload }: FileRowProps) {
  const name = fileNames[kind]
  return (
    <li className={classes.file}>
      <span className={classes.icon}>
        <StatementMark Icon={Icon} tone="primary" />
      </span>
      <b className="el-strong">{name}</b>
      <span className={classes.words}>
        {words}
        <small>{downloadWords(payment, kind)}</small>
      </span>
      <Group gap="s2" className={classes.buttons ?? ''}>
        {onSee && (
          <Button
            variant="default"
            leftSection={<IconEye size={18} aria-hidden />}
            aria-label={`See: ${name}`}
            onClick={onSee}
          >
            See
          </Button>
        )}
        {onPrint && (
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
            Print all
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconFileTypeCsv size={18} aria-hidden />}
          aria-label={`CSV: ${name}`}
          onClick={() => onDownload('csv')}
        >
          CSV
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          aria-label={`XLSX: ${name}`}
          onClick={() => onDownload('xlsx')}
        >
          XLSX
        </Button>
      </Group>
    </li>
  )
}
