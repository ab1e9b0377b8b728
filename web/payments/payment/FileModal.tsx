import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconInfoCircle,
} from '@tabler/icons-react'
import { fileHeadings, type Payment, type Transfers } from '#contract/money/payments.ts'
import { kes } from '../../ui/amounts.ts'
import { formatDateTime, onOneLine } from '../../ui/formatDate.ts'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { useMore } from '../../ui/list/useMore.tsx'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame, ModalQuestion } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { plural } from '../../ui/plural.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { downloadWords, fileNames, sumsOf, termOf, zeroWords } from '../paymentWords.ts'
import classes from './files.module.css'
import type { FileFormat } from './useFileDownload.ts'

type Kind = 'bank' | 'paybill'
type Line = { number: number; cells: Transfers['rows'][number] }

type FileModalProps = {
  payment: Payment
  kind: Kind
  file: Transfers
  onDownload: (format: FileFormat) => void
  onClose: () => void
}

const nouns = { bank: 'transfer', paybill: 'transaction' }

/** Exactly what a file contains now. */
export function FileModal({ payment, kind, file, onDownload, onClose }: FileModalProps) {
  const life = useModalLife(onClose)
  const isPhone = useIsPhone()
  const lines = file.rows.map((cells, index): Line => ({ number: index + 1, cells }))
  const [shown, more] = useMore(lines)
  const paid = sumsOf(payment.lines).schools - transfersLeft(payment)
  const download = (format: FileFormat) => {
    onDownload(format)
    life.close()
  }
  return (
    <ModalFrame
      life={life}
      title={fileNames[kind]}
      subtitle={`Payment ${payment.number}, ${termOf(payment)}`}
      shape="large"
    >
      <div className={frame.body}>
        <p className={classes.sum}>
          {plural(lines.length, nouns[kind])}, {kes(file.total)} in all
        </p>
        {isPhone ? (
          <ul className={`el-box el-ruled ${classes.rows}`}>
            {shown.map((line) => (
              <FileCard key={line.number} kind={kind} {...line} />
            ))}
          </ul>
        ) : (
          <div className={`el-box ${classes.table}`}>
            <ListTable
              label={fileNames[kind]}
              columns={columns[kind]}
              rows={shown}
              rowKey={({ number }) => number}
            />
          </div>
        )}
        {more}
        <div className={classes.note}>
          <Message tone="done" icon={IconInfoCircle}>
            The file has exactly these columns. {zeroWords}
            {paid > 0 && ' It leaves out schools that are marked as paid.'}
          </Message>
        </div>
      </div>
      <div className={frame.foot}>
        <span className={classes.downloaded}>{downloadWords(payment, kind)}</span>
        <Button variant="default" onClick={life.close}>
          Cancel
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileTypeCsv size={18} aria-hidden />}
          onClick={() => download('csv')}
        >
          CSV
        </Button>
        <Button leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={() => download('xlsx')}>
          XLSX
        </Button>
      </div>
    </ModalFrame>
  )
}

/** Schools that are not marked as paid. */
const transfersLeft = ({ lines }: Pick<Payment, 'lines'>) =>
  new Set(
    lines.filter(({ left_out, paid_on }) => !left_out && paid_on === null).map(({ school_id }) => school_id),
  ).size

const columnsOf = (kind: Kind): ListColumn<Line>[] => [
  { name: 'number', header: '', width: 44, cell: ({ number }) => <span className="el-ink-3">{number}</span> },
  ...fileHeadings[kind].map((header, index): ListColumn<Line> => ({
    name: header,
    header,
    ...(header === 'Amount' && { align: 'right' }),
    cell: ({ cells }) => cells[index],
  })),
]
const columns = { bank: columnsOf('bank'), paybill: columnsOf('paybill') }

function FileCard({ kind, cells }: Line & { kind: Kind }) {
  const named = Object.fromEntries(fileHeadings[kind].map((heading, index) => [heading, cells[index]]))
  return (
    <li className={classes.card}>
      <span>
        <b className="el-strong">{named['Beneficiary'] ?? named['Name']}</b>
        <small>
          {kind === 'bank' ? `${named['Bank']}, ${named['Branch']}` : `Business No. ${named['Business No.']}`}
        </small>
        <small>
          {[kind === 'bank' ? named['Account'] : `Account ${named['Account']}`, named['Reference']]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <b className="el-strong">{named['Amount']}</b>
    </li>
  )
}

const againNames = { bank: 'bank file', paybill: 'M-Pesa file' }

type AgainModalProps = {
  payment: Payment
  kind: 'bank' | 'paybill'
  onAgain: () => void
  onClose: () => void
}

/** Asks before a second download of a file with which somebody might pay twice. */
export function AgainModal({ payment, kind, onAgain, onClose }: AgainModalProps) {
  const life = useModalLife(onClose)
  const last = payment.downloads.find((each) => each.kind === kind)
  return (
    <ModalFrame life={life} title={`Download the ${againNames[kind]} again?`} shape="question">
      <div className={frame.body}>
        <Message tone="note" icon={IconAlertTriangle}>
          <ModalQuestion>
            {last && (
              <b className="el-strong">
                {last.by} downloaded it on {onOneLine(formatDateTime(last.at))}.
              </b>
            )}{' '}
            If the bank gets it twice, the schools are paid twice.
          </ModalQuestion>
        </Message>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Cancel
        </Button>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => {
            onAgain()
            life.close()
          }}
        >
          Download again
        </Button>
      </div>
    </ModalFrame>
  )
}
