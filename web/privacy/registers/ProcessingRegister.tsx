import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Processing } from '#contract/privacy/processing.ts'
import { charity } from '../../ui/charity.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PrintButton, PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { activities, security, stays } from './processingWords.ts'
import { processingQuery } from './registersApi.ts'
import classes from './registers.module.css'

/** The register of processing: what Elimu does with whose data, to print. */
export function ProcessingRegister() {
  const { data, error, refetch } = useQuery(processingQuery)
  return (
    <section className={classes.register}>
      <PageHead
        title="Processing"
        isSection
        subtitle="What Elimu does with personal data. Everything but the contact follows from the program and its settings."
        primary={<PrintButton isOff={!data} />}
      />
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <VisuallyHidden component="output">Loading the register</VisuallyHidden>}
      {data && !data.contact && (
        <Message tone="note" hasSpaceBelow>
          The charity’s contact is missing. Set it under Consents.
        </Message>
      )}
      {data && (
        <>
          <div className={`el-card ${classes.card}`}>
            <Register processing={data} />
          </div>
          <PrintSheet title="Register of processing" lines={[charity.name]}>
            {() => (
              <div className={classes.card}>
                <Register processing={data} />
              </div>
            )}
          </PrintSheet>
        </>
      )}
    </section>
  )
}

function Register({ processing }: { processing: Processing }) {
  return (
    <>
      <Part title="Who is responsible">
        <p className={classes.contact}>
          {[charity.name, processing.contact ?? 'Contact: not set'].join('\n')}
        </p>
      </Part>
      {activities(processing).map(({ title, facts }) => (
        <Part key={title} title={title}>
          <dl className={classes.facts}>
            {facts.map(([word, value]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ))}
      <Part title="How long it stays">
        <Lines lines={stays(processing)} />
      </Part>
      <Part title="Security">
        <Lines lines={security(processing)} />
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h3 className="el-strong">{title}</h3>
    {children}
  </section>
)

const Lines = ({ lines }: { lines: string[] }) => (
  <ul className={classes.lines}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
