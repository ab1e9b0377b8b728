import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Children, useState } from 'react'
import { saveFile } from '../ui/export/saveFile.ts'
import { send } from '../ui/http.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { BlankList } from '../ui/list/BlankList.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import classes from './CallsPanel.module.css'

/** The parts of an OpenAPI description that the page shows. */
type Description = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, { tags: string[]; summary: string; description: string }>>
}

const descriptionQuery = {
  queryKey: ['calls'],
  queryFn: ({ signal }: { signal: AbortSignal }) => send<Description>('GET', '/api/docs', { signal }),
}

/** Lists the calls for developers of programs that work with Elimu. The OpenAPI description has their fields as well. */
export function CallsPanel() {
  const { data, error, refetch } = useQuery(descriptionQuery)
  return (
    <>
      <PageHead
        title="Calls"
        subtitle="For programs that work with Elimu"
        primary={
          data && (
            <Button variant="default" onClick={() => saveDescription(data)}>
              Download OpenAPI
            </Button>
          )
        }
      />
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <BlankList noun="the calls" hasToolbar={false} />}
      {data && <CallsList description={data} />}
    </>
  )
}

function saveDescription(description: Description): void {
  const file = new Blob([JSON.stringify(description, null, 2)], { type: 'application/json' })
  saveFile(file, 'openapi', 'json')
}

function CallsList({ description: { info, tags, paths } }: { description: Description }) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) =>
        Object.assign({ name: `${method.toUpperCase()} ${path}` }, call),
      ),
    )
    .filter(({ name, summary, description }) =>
      `${name} ${summary} ${description}`.toLowerCase().includes(wanted),
    )
  return (
    <>
      <section className={classes.card}>
        <Words text={info.description} />
      </section>
      <Box mb="s4">
        <SearchBox search={search} onSearch={setSearch} label="Search calls" />
      </Box>
      {tags.map((tag) => {
        const calls = found.filter((call) => call.tags.includes(tag.name))
        return (
          calls.length > 0 && (
            <section key={tag.name} className={classes.card}>
              <Box component="h2" className="el-h3" mb="s3">
                {tag.description}
              </Box>
              {calls.map(({ name, summary, description }) => (
                <Box key={name} className="el-line" py="s3">
                  <code className={classes.name}>{name}</code>
                  <Words text={`${summary}\n${description}`} />
                </Box>
              ))}
            </section>
          )
        )
      })}
      {found.length === 0 && <output>No calls match “{search}”.</output>}
    </>
  )
}

/** Renders the markup that the description uses: lines, and code between backticks. */
const Words = ({ text }: { text: string }) =>
  text
    .split(/\n+/)
    .map((line) => (
      <p key={line}>
        {Children.toArray(line.split('`').map((piece, index) => (index % 2 ? <code>{piece}</code> : piece)))}
      </p>
    ))
