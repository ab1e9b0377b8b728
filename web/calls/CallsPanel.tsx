import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Children, useState } from 'react'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { BlankList } from '../ui/list/BlankList.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import classes from './CallsPanel.module.css'
import {
  callsOf,
  type DescribedCall,
  type Description,
  descriptionQuery,
  jsonOf,
  type Schema,
  type Schemas,
  shapeOf,
} from './description.ts'
import { TryCall } from './TryCall.tsx'

/** The API description, to read and to try, for developers of programs that work with Elimu. */
export function CallsPanel() {
  const { data, error, refetch } = useQuery(descriptionQuery)
  return (
    <>
      <PageHead title="Calls" subtitle="For programs that work with Elimu" />
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <BlankList noun="the calls" hasToolbar={false} />}
      {data && <DescribedCalls description={data} />}
    </>
  )
}

function DescribedCalls({ description }: { description: Description }) {
  const { info, tags, components } = description
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = callsOf(description).filter(({ method, path, summary, description: more }) =>
    `${method} ${path} ${summary} ${more}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <section className={classes.card}>
        <Words text={info.description} />
        <p>
          The same as JSON, for programs: <code>GET /api/docs</code>. Calls that you try here make real
          changes in your name.
        </p>
      </section>
      <SearchBox search={search} onSearch={setSearch} label="Search calls" />
      {tags.map(({ name, description: title }) => {
        const calls = found.filter((call) => call.tags.includes(name))
        return (
          calls.length > 0 && (
            <section key={name} className={classes.card}>
              <Box component="h2" className="el-h3" mb="s3">
                {title}
              </Box>
              {calls.map((call) => (
                <CallEntry key={call.operationId} call={call} schemas={components.schemas} />
              ))}
            </section>
          )
        )
      })}
      {found.length === 0 && <output>No calls match “{search}”.</output>}
    </>
  )
}

type CallProps = { call: DescribedCall; schemas: Schemas }

function CallEntry({ call, schemas }: CallProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { method, path, summary } = call
  return (
    <details
      className={`el-line ${classes.call}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <code>
          <b>{method}</b> {path}
        </code>{' '}
        <Words text={summary} isInline />
      </summary>
      {isOpen && <CallDetails call={call} schemas={schemas} />}
    </details>
  )
}

function CallDetails({ call, schemas }: CallProps) {
  const { description, parameters, requestBody, responses } = call
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const asked: Schema = {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  }
  return (
    <Box pb="s5" pl={{ sm: 's4' }}>
      <Words text={description} />
      {parameters.length > 0 && <Shape title="In the address" schema={asked} schemas={schemas} />}
      <Shape title="Takes" schema={jsonOf(requestBody?.content)} schemas={schemas} />
      <Shape title="Answers" schema={jsonOf(answer?.content)} schemas={schemas} />
      <TryCall call={call} schemas={schemas} />
    </Box>
  )
}

const Shape = ({ title, schema, schemas }: { title: string; schema: Schema | undefined; schemas: Schemas }) =>
  schema && (
    <>
      <h3>{title}</h3>
      <pre className={classes.code}>{shapeOf(schema, schemas)}</pre>
    </>
  )

/** Renders the markup that the description uses: paragraphs, lines, and code between backticks. */
function Words({ text, isInline = false }: { text: string; isInline?: boolean }) {
  const inline = (line: string) =>
    Children.toArray(line.split('`').map((piece, index) => (index % 2 ? <code>{piece}</code> : piece)))
  if (isInline)
    return (
      <Text span inherit c="gray" ml="s2">
        {inline(text)}
      </Text>
    )
  return text.split(/\n+/).map((line) => <p key={line}>{inline(line)}</p>)
}
