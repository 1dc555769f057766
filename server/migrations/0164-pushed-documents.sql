alter table data_source
  drop constraint data_source_kind_check,
  add constraint data_source_kind_check check (kind in ('website', 'text', 'question', 'file', 'api')),
  -- SHA-256 of the key with which a program pushes documents
  add column push_key_hash bytea unique,
  -- its first characters, by which people recognize it
  add column push_key_prefix text,
  add column push_key_used_at timestamptz;

-- Documents as they were pushed, so that they can be read again.
create table pushed_document (
  integration_id uuid not null,
  source_id uuid not null,
  -- also the place of its item
  external_id text collate "C" not null,
  title text not null,
  text text not null,
  format text not null,
  url text,
  locale text,
  -- SHA-256 of all of this
  hash bytea not null,
  -- not read yet
  is_pending boolean not null default true,
  pushed_at timestamptz not null,
  primary key (integration_id, source_id, external_id),
  foreign key (integration_id, source_id) references data_source on delete cascade
);
create index pushed_document_pending on pushed_document (integration_id, source_id, external_id) where is_pending;
