create table data_source (
  integration_id uuid not null references integration on delete cascade,
  -- chosen by the sender, so that a retry is harmless
  id uuid not null,
  kind text not null check (kind in ('website', 'text', 'question', 'file')),
  name text not null,
  -- by kind: website, text or question as in the contract, or { file_name, bytes }
  config jsonb not null,
  locale text,
  is_enabled boolean not null default true,
  status text not null default 'queued' check (status in
    ('queued', 'fetching', 'indexing', 'ready', 'partial', 'failed', 'paused', 'stale', 'deleting')),
  -- items by what became of them; of the run while one goes on
  found integer not null default 0,
  indexed integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  current_url text,
  reason text,
  -- counts starts and stops: a run writes only while this is still its own number
  run integer not null default 0,
  -- where an uploaded file is kept
  file_key text,
  last_run_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (integration_id, id)
);

create table data_source_item (
  integration_id uuid not null,
  id uuid not null default gen_random_uuid(),
  source_id uuid not null,
  -- a page's address, else its number in the source; also the order of the list
  place text collate "C" not null,
  url text,
  title text not null,
  locale text,
  status text not null check (status in ('indexed', 'skipped', 'failed', 'gone')),
  -- of an indexed item: why the last run could not read it again
  reason text,
  words integer not null default 0,
  -- sha-256 of title and text: equal means that nothing has to be done
  hash text,
  etag text,
  last_modified text,
  -- links followed from the start page to it
  depth integer not null default 0,
  -- pages of the site that it leads to: followed again when the page itself answers "unchanged"
  links text[] not null default '{}',
  is_enabled boolean not null default true,
  -- the copy that is served now
  snapshot_id uuid,
  fetched_at timestamptz,
  changed_at timestamptz,
  gone_at timestamptz,
  -- the run that saw it last
  run integer not null,
  primary key (integration_id, id),
  unique (integration_id, source_id, place),
  foreign key (integration_id, source_id) references data_source on delete cascade
);
-- pages that vanished, to be forgotten after a while
create index data_source_item_gone on data_source_item (gone_at) where status = 'gone';

-- What an item said, kept so that a quotation can be checked after the page has changed.
create table data_source_snapshot (
  integration_id uuid not null,
  -- in the address under which anybody may read it: cannot be guessed
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  title text not null,
  text text not null,
  url text,
  locale text,
  fetched_at timestamptz not null,
  -- when the next one took its place
  replaced_at timestamptz,
  primary key (integration_id, id),
  foreign key (integration_id, item_id) references data_source_item on delete cascade
);
create unique index data_source_snapshot_id on data_source_snapshot (id);
create index data_source_snapshot_item on data_source_snapshot (integration_id, item_id);
create index data_source_snapshot_replaced on data_source_snapshot (replaced_at) where replaced_at is not null;
