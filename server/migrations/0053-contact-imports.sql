create table contact_import (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  -- where the file is kept until it has been read to its end
  file_key text,
  encoding text not null,
  delimiter text not null,
  header jsonb not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  -- columns, match_by and on_known as they were chosen
  plan jsonb,
  by_id uuid not null,
  by_name text not null,
  created_at timestamptz not null default now(),
  rows_total integer not null,
  rows_done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  kept integer not null default 0,
  version integer not null default 1,
  primary key (integration_id, id)
);
create index contact_import_created on contact_import (integration_id, created_at desc, id desc);

-- What an import did to whom; what a person was before goes with the person.
create table contact_import_row (
  integration_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  row_number integer not null,
  -- null: made by it; else what was there before, and what was written, by field
  before jsonb,
  after jsonb not null,
  primary key (integration_id, import_id, contact_id),
  foreign key (integration_id, import_id) references contact_import on delete cascade,
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create index contact_import_row_contact on contact_import_row (integration_id, contact_id);

create table contact_import_error (
  integration_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  -- {"field": ["code"]}
  errors jsonb not null,
  cells jsonb not null,
  primary key (integration_id, import_id, row_number),
  foreign key (integration_id, import_id) references contact_import on delete cascade
);
-- who is known by their address
create index contact_email on contact (integration_id, lower(email)) where email is not null;
